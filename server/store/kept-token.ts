import { mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

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
): Promise<string> {
  const path = join(folder, 'console-token');
  try {
    const known = await readPrivate(path, platform);
    if (known !== undefined && tokenShape.test(known)) return known;
    await mkdir(folder, { recursive: true });
    await rm(path, { force: true });
    // Fails if anybody has put a file or a link there meanwhile.
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(newToken);
    } finally {
      await file.close();
    }
  } catch {
    // Another start may have won; its token is as good.
    return (await readPrivate(path, platform).catch(() => undefined)) ?? newToken;
  }
  return newToken;
}

/** The content of a file that only its owner may read; undefined if there is none. */
async function readPrivate(path: string, platform: NodeJS.Platform): Promise<string | undefined> {
  const { mode } = await stat(path).catch(() => ({ mode: 0o777 }));
  // Windows has no such mode; there the folder belongs to the account.
  if (platform !== 'win32' && (mode & 0o077) !== 0) return undefined;
  return readFile(path, 'utf8');
}
