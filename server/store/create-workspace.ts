import { basename, dirname, join, parse } from 'node:path';
import { problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { digestOf, saveFailure, writeDurably } from './durable-file.ts';
import { lockFile } from './file-lock.ts';
import { type FileSystem, isSystemError, nodeFileSystem, unlessMissing } from './file-system.ts';
import { encodeWorkspace, type WrittenWorkspace } from './formats/workspace-format.ts';
import { allAbove, encodeRecovery, highestOf, readRecovery, recoveryPath } from './recovery-file.ts';

/**
 * Writes a workspace to a new or existing file; a link is followed. Refused with `read-only` if another instance has the file
 * open, and with `save-failed`.
 */
export async function createWorkspaceFile(
  path: string,
  workspace: WrittenWorkspace,
  fs: FileSystem = nodeFileSystem,
): Promise<Result<null>> {
  try {
    return await createUnlessLocked((await unlessMissing(fs.realpath(path))) ?? path, workspace, fs);
  } catch (error) {
    return refuse(saveFailure(path, error));
  }
}

async function createUnlessLocked(target: string, workspace: WrittenWorkspace, fs: FileSystem): Promise<Result<null>> {
  const lock = await lockFile(target, fs);
  if (!lock.ok) return refuse(problem('read-only', lock.problem));
  try {
    const recovery = await readRecovery(target, fs);
    if (recovery !== undefined && recovery !== 'damaged') {
      // The file belonged to another workspace, whose versions must not come back.
      const of = { digest: await digestOf(encodeWorkspace(workspace)), seal: null };
      const watermarks = allAbove(highestOf(recovery.watermarks));
      await writeDurably(recoveryPath(target), encodeRecovery({ of, before: recovery.of.digest, watermarks }), fs);
    }
    const written = await writeDurably(target, encodeWorkspace(workspace), fs);
    return written.ok ? accept(null) : refuse(written.problem.problem);
  } finally {
    await lock.value.release();
  }
}

/** A path for the workspace of a file of another format, beside it, that nothing has: `db.workspace.json` for `db.json`. */
export async function freeWorkspacePath(path: string, fs: FileSystem = nodeFileSystem): Promise<string> {
  return (await workspacePaths(path, fs)).free;
}

/** A sentence that names the latest workspace that {@link freeWorkspacePath} had a path for; undefined if there is none. */
export async function workspaceNote(path: string, fs: FileSystem): Promise<string | undefined> {
  const { latest } = await workspacePaths(path, fs);
  if (latest === undefined) return undefined;
  const saved = `${basename(latest)} is beside ${basename(path)}: edits that were saved as a workspace are there.`;
  return `${saved} Open that file to go on with them.`;
}

async function workspacePaths(path: string, fs: FileSystem): Promise<{ free: string; latest: string | undefined }> {
  const { name } = parse(path);
  let latest: string | undefined;
  for (let nth = 1; ; nth += 1) {
    const free = join(dirname(path), `${name}${nth === 1 ? '' : `-${nth}`}.workspace.json`);
    if (!(await isThere(free, fs))) return { free, latest };
    latest = free;
  }
}

/** Whether a path leads to something, be it a link without a target. One that cannot be looked at refuses a file by itself. */
async function isThere(path: string, fs: FileSystem): Promise<boolean> {
  try {
    await fs.lstat(path);
    return true;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return false;
  }
}
