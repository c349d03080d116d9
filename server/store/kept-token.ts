import { join } from 'node:path';
import { type FileSystem, isSystemError, nodeFileSystem, unlessMissing } from './file-system.ts';
import { createPrivateFile, readPrivateFile } from './private-files.ts';

/** As {@link newToken} makes them. */
const tokenShape = /^[A-Za-z0-9_-]{32,}$/;

/**
 * The token that the last start kept in a folder, so that a bookmark of the console works again; else the new one, which is
 * kept from now on. Only the owner of the file may read it: a file that others may read is replaced. Where the folder cannot
 * be written, the new token serves this run alone.
 */
export async function keptToken(
  folder: string,
  newToken: string,
  platform: NodeJS.Platform = process.platform,
  fs: FileSystem = nodeFileSystem,
): Promise<string> {
  const path = join(folder, 'console-token');
  const known = await readToken(path, platform);
  if (known !== undefined) return known;
  try {
    await fs.mkdir(folder, { recursive: true });
    await unlessMissing(fs.unlink(path));
    await createPrivateFile(path, newToken, fs);
    return newToken;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    // Another start may have won; its token is as good once it is written.
    return (await readToken(path, platform)) ?? newToken;
  }
}

/** The token in a file that only its owner may read; undefined if there is none. */
async function readToken(path: string, platform: NodeJS.Platform): Promise<string | undefined> {
  const read = await readPrivateFile(path, platform);
  return read.ok && read.value !== undefined && tokenShape.test(read.value) ? read.value : undefined;
}
