/**
 * The file beside a workspace that keeps requests over a restart: a line for each, the oldest first, with a digest of what
 * it says, so that a line that was damaged is left out and the others count.
 */
import { createHash } from 'node:crypto';
import type { RequestDetail } from '../contract/schema/output.ts';
import { writeDurably } from './durable-file.ts';
import { type FileSystem, isSystemError, nodeFileSystem, readSideFile, unlessMissing } from './file-system.ts';

const format = 'mock-api-console requests 1';

export function requestsPath(workspace: string): string {
  return `${workspace}.requests`;
}

/** A request as its line, without the line's end. */
export function requestLine(detail: RequestDetail): string {
  const text = JSON.stringify(detail);
  return `${digestOf(text)} ${text}`;
}

/** Puts these lines in place of what the file has; without any, the file goes. The refusal is a sentence. */
export async function writeRequests(
  path: string,
  lines: readonly string[],
  fs: FileSystem = nodeFileSystem,
): Promise<string | null> {
  if (lines.length > 0) {
    const written = await writeDurably(
      path,
      [format, ...lines].map((line) => `${line}\n`),
      fs,
    );
    return written.ok ? null : written.problem.problem.detail;
  }
  try {
    await unlessMissing(fs.unlink(path));
    return null;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return `What was kept of the request log could not be removed (${error.code}).`;
  }
}

/** The requests that were kept, the oldest first; none where there is no such file. */
export async function readRequests(path: string, fs: FileSystem = nodeFileSystem): Promise<readonly RequestDetail[]> {
  try {
    const bytes = await readSideFile(path, fs);
    const [head, ...lines] = bytes?.toString().split('\n') ?? [];
    return head === format ? lines.map(readLine).filter((detail) => detail !== null) : [];
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return [];
  }
}

function readLine(line: string): RequestDetail | null {
  const text = line.slice(digestLength + 1);
  // What has its digest was written by this program, so that it is what was written then.
  return text !== '' && line.startsWith(`${digestOf(text)} `) ? (JSON.parse(text) as RequestDetail) : null;
}

const digestLength = 16;

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digestLength);
}
