/** Files of secrets in a folder that only its owner may open. Windows has no such modes; there the folder belongs to the account. */
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { syncFolder } from './durable-file.ts';
import { isSystemError, nodeFileSystem, reasonOf, unlessMissing } from './file-system.ts';

const folderMode = 0o700;
const fileMode = 0o600;

/**
 * Creates a folder with these files, all of them or none: it gets its name when it is complete. False if the folder exists,
 * which then stays as it is.
 */
export async function createPrivateFolder(folder: string, files: Readonly<Record<string, string>>): Promise<boolean> {
  await mkdir(dirname(folder), { recursive: true });
  const temporary = `${folder}.${randomBytes(8).toString('hex')}.saving`;
  await mkdir(temporary, { mode: folderMode });
  try {
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(temporary, name), text, { mode: fileMode, flag: 'wx', flush: true });
    }
    await syncFolder(temporary, nodeFileSystem);
    // Fails if another process has made the folder meanwhile: a folder with files is never replaced.
    await rename(temporary, folder);
    await syncFolder(dirname(folder), nodeFileSystem);
    return true;
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    if (isSystemError(error) && ['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code) && (await exists(folder))) {
      return false;
    }
    throw error;
  }
}

async function exists(folder: string): Promise<boolean> {
  return ((await unlessMissing(readdir(folder))) ?? []).length > 0;
}

/** Replaces a file in such a folder. A crash leaves its old content or the new one. Throws errors of the system. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomBytes(8).toString('hex')}.saving`;
  try {
    const file = await open(temporary, 'wx', fileMode);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** The text of such a file; undefined if it is missing. Refused with a clause about the file, also if others may read it. */
export async function readPrivateFile(
  path: string,
  platform: NodeJS.Platform = process.platform,
): Promise<Result<string | undefined, string>> {
  try {
    const found = await unlessMissing(stat(path));
    if (!found) return accept(undefined);
    if (platform !== 'win32' && (found.mode & 0o077) !== 0) {
      return refuse(`other accounts may open ${basename(path)}; make it private with chmod 600`);
    }
    return accept(await readFile(path, 'utf8'));
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return refuse(`${basename(path)} cannot be read: ${reasonOf(error)}`);
  }
}
