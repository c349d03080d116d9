import { dirname, join, parse } from 'node:path';
import { problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { digestOf, writeDurably } from './durable-file.ts';
import { lockFile } from './file-lock.ts';
import { type FileSystem, nodeFileSystem, unlessMissing } from './file-system.ts';
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
  const target = (await unlessMissing(fs.realpath(path))) ?? path;
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
  const { name } = parse(path);
  for (let nth = 1; ; nth += 1) {
    const free = join(dirname(path), `${name}${nth === 1 ? '' : `-${nth}`}.workspace.json`);
    // A link without a target is something, too.
    if (!(await unlessMissing(fs.lstat(free)))) return free;
  }
}
