/** The backup beside a workspace file holds its last good content. A damaged file is copied before the backup replaces it. */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { saveFailure, writeDurably } from './durable-file.ts';
import { type FileSystem, isSystemError, nodeFileSystem, readSideFile, unlessMissing } from './file-system.ts';
import { decodeText } from './formats/text-bytes.ts';
import { decodeWorkspace } from './formats/workspace-format.ts';

export function backupPath(path: string): string {
  return `${path}.backup`;
}

/** Keeps the content of a workspace file as the last good one. A failure is ignored, because work can go on without a backup. */
export async function backUp(path: string, content: Buffer, fs: FileSystem): Promise<void> {
  try {
    const [file, backup] = [await fs.stat(path), await unlessMissing(fs.lstat(backupPath(path)))];
    const isKept = backup?.isFile() && backup.size === file.size && backup.mtimeMs >= file.mtimeMs;
    if (!isKept) await writeDurably(backupPath(path), [content], fs);
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

/** Replaces a damaged file with its backup; {@link quarantine} has kept a copy. Refused with `save-failed`. */
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

interface Quarantine {
  /** Name of the copy of the damaged file; null if it could not be written. */
  readonly copy: string | null;
  /** Name of the backup; null if it is damaged too. */
  readonly backup: string | null;
}

/**
 * Copies a damaged file to a name that depends on its content. Null for a file that was never open as a workspace: it is not
 * damaged but the wrong file.
 */
async function quarantine(path: string, bytes: Buffer, fs: FileSystem): Promise<Quarantine | null> {
  const backup = await readSideFile(backupPath(path), fs);
  if (!backup) return null;
  const copy = `${path}.damaged-${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}`;
  const kept = (await unlessMissing(fs.lstat(copy)))?.isFile() || (await writeDurably(copy, [bytes], fs)).ok;
  const text = decodeText(backup);
  const isGood = text.ok && decodeWorkspace(text.value).ok;
  return { copy: kept ? basename(copy) : null, backup: isGood ? basename(backupPath(path)) : null };
}

/**
 * Quarantines a damaged file and names its copy and its backup in the problem, which is returned unchanged if the file was
 * never open as a workspace. The caller must hold the lock of the file.
 */
export async function offerBackup(path: string, refusal: Problem, fs: FileSystem = nodeFileSystem): Promise<Problem> {
  try {
    const bytes = await readSideFile(path, fs);
    const kept = bytes && (await quarantine(path, bytes, fs));
    if (!kept) return refusal;
    const copy = kept.copy === null ? '' : ` A copy of the file is kept in ${kept.copy}.`;
    const backup = kept.backup === null ? '' : ` The last good content is in ${kept.backup}.`;
    return { ...refusal, detail: `${refusal.detail}${copy}${backup}`, ...kept };
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return refusal;
  }
}
