/**
 * The file beside a workspace that keeps requests over a restart: one line for each request, the oldest first. Each line
 * begins with a digest of its text, so a damaged line is skipped and the others are read.
 */
import { createHash } from 'node:crypto';
import type { RequestDetail } from '../contract/schema/output.ts';
import { writeOrRemove } from './durable-file.ts';
import { type FileSystem, isSystemError, nodeFileSystem, readSideFile } from './file-system.ts';

const format = 'mock-api-console requests 1';

export function requestsPath(workspace: string): string {
  return `${workspace}.requests`;
}

/** The line of a request, without a line break. */
export function requestLine(detail: RequestDetail): string {
  const text = JSON.stringify(detail);
  return `${digestOf(text)} ${text}`;
}

/** Replaces the lines of the file; without lines, removes it. Returns a sentence if that fails, else null. */
export async function writeRequests(
  path: string,
  lines: readonly string[],
  fs: FileSystem = nodeFileSystem,
): Promise<string | null> {
  const slices = lines.length > 0 ? [format, ...lines].map((line) => `${line}\n`) : null;
  const written = await writeOrRemove(path, slices, fs);
  return written.ok ? null : written.problem.detail;
}

/** Reads the kept requests, the oldest first; none if the file is missing or cannot be read. */
export async function readRequests(path: string, fs: FileSystem = nodeFileSystem): Promise<readonly RequestDetail[]> {
  try {
    const bytes = await readSideFile(path, fs);
    if (!bytes) return [];
    const [head, ...lines] = bytes.toString().split('\n');
    return head === format ? lines.map(readLine).filter((detail) => detail !== null) : [];
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return [];
  }
}

function readLine(line: string): RequestDetail | null {
  const text = line.slice(digestLength + 1);
  // A matching digest shows that this program wrote the line, so its shape needs no check.
  return text !== '' && line.startsWith(`${digestOf(text)} `) ? (JSON.parse(text) as RequestDetail) : null;
}

const digestLength = 16;

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digestLength);
}
