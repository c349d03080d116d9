import { createHash } from 'node:crypto';
import { dirname, join, parse } from 'node:path';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { saveFailure, writeDurably } from './durable-file.ts';
import { type FileSystem, nodeFileSystem } from './file-system.ts';

/**
 * Writes the text of a workspace that cannot be saved to a new file beside its own, or else in another folder, which is
 * created if necessary. The name depends on the content, so an older such file is never replaced. Returns the path of the
 * file; refused with `save-failed`.
 */
export async function writeUnsaved(
  path: string,
  text: string,
  otherFolder: () => string,
  fs: FileSystem = nodeFileSystem,
): Promise<Result<string>> {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 8);
  const name = `${parse(path).name}.unsaved-${digest}.json`;
  const beside = join(dirname(path), name);
  if ((await writeDurably(beside, [text], fs)).ok) return accept(beside);
  let other = beside;
  try {
    const folder = otherFolder();
    other = join(folder, name);
    await fs.mkdir(folder, { recursive: true });
  } catch (error) {
    return refuse(saveFailure(other, error));
  }
  const written = await writeDurably(other, [text], fs);
  return written.ok ? accept(other) : refuse(written.problem.problem);
}
