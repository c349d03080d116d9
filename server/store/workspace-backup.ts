/**
 * What stands beside a workspace file for the day when it is damaged: the last good content, and a copy of the damaged
 * one, so that whatever the tester then does, nothing that was there is lost.
 */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { saveFailure, writeDurably } from './durable-file.ts';
import { type FileSystem, isSystemError, nodeFileSystem, readSideFile, unlessMissing } from './file-system.ts';
import { decodeText } from './formats/text-bytes.ts';
import { decodeWorkspace } from './formats/workspace-format.ts';

export function backupPath(path: string): string {
  return `${path}.backup`;
}

/** Keeps the content of a workspace file as the last good one. A backup that cannot be made keeps nobody from working. */
export async function backUp(path: string, content: Buffer, fs: FileSystem): Promise<void> {
  try {
    const [file, backup] = [await fs.stat(path), await unlessMissing(fs.lstat(backupPath(path)))];
    const isKept = backup?.isFile() && backup.size === file.size && backup.mtimeMs >= file.mtimeMs;
    if (!isKept) await writeDurably(backupPath(path), [content], fs);
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

/** Puts the last good content in the place of a damaged file, of which {@link quarantine} keeps a copy. */
export async function restoreBackup(path: string, fs: FileSystem = nodeFileSystem): Promise<Result<null>> {
  try {
    const backup = await readSideFile(backupPath(path), fs);
    if (!backup) return refuse(problem('save-failed', `There is no file ${basename(backupPath(path))}.`));
    const written = await writeDurably(path, [backup], fs);
    return written.ok ? accept(null) : refuse(written.problem.problem);
  } catch (error) {
    return refuse(saveFailure(path, error));
  }
}

export interface Quarantine {
  /** Name of the copy of the damaged file; null when it could not be made. */
  readonly copy: string | null;
  /** Name of the file with the last good content; null when there is none. */
  readonly backup: string | null;
}

/**
 * Copies a file that cannot be read any more to a name of its own, the same name for the same content. Null for a file that
 * was never open as a workspace: that one is not damaged, somebody just named a wrong file.
 */
export async function quarantine(path: string, bytes: Buffer, fs: FileSystem): Promise<Quarantine | null> {
  const backup = await readSideFile(backupPath(path), fs);
  if (!backup) return null;
  const copy = `${path}.damaged-${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}`;
  const kept = (await unlessMissing(fs.lstat(copy)))?.isFile() || (await writeDurably(copy, [bytes], fs)).ok;
  const text = decodeText(backup);
  const isGood = text.ok && decodeWorkspace(text.value).ok;
  return { copy: kept ? basename(copy) : null, backup: isGood ? basename(backupPath(path)) : null };
}
