import { problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { writeDurably } from './durable-file.ts';
import { lockFile } from './file-lock.ts';
import { type FileSystem, nodeFileSystem } from './file-system.ts';
import { encodeWorkspace, type WrittenWorkspace } from './formats/workspace-format.ts';

/** Puts a workspace into a file, in place of what it had; refused for a file that another instance has open. */
export async function createWorkspaceFile(
  path: string,
  workspace: WrittenWorkspace,
  fs: FileSystem = nodeFileSystem,
): Promise<Result<null>> {
  const lock = await lockFile(path, fs);
  if (!lock.ok) return refuse(problem('read-only', lock.problem));
  try {
    const written = await writeDurably(path, encodeWorkspace(workspace), fs);
    return written.ok ? accept(null) : refuse(written.problem.problem);
  } finally {
    await lock.value.release();
  }
}
