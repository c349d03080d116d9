/** Files of secrets in a folder that only its owner may open. Windows has no such modes; there the folder belongs to the account. */
import { randomBytes } from 'node:crypto';
import { lstat, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { syncFolder } from './durable-file.ts';
import { type FileSystem, isSystemError, nodeFileSystem, reasonOf, unlessMissing } from './file-system.ts';

const folderMode = 0o700;
const fileMode = 0o600;
/** The end of the name of a temporary file or folder. */
const temporaryEnd = /\.[0-9a-f]{16}\.saving$/;
/** Milliseconds after which a temporary file or folder counts as left by a killed process; writing one takes a moment. */
const temporaryLife = 10_000;

/**
 * Creates a folder with these files, all of them or none: it gets its name when it is complete. False if the folder exists,
 * which then stays as it is.
 */
export async function createPrivateFolder(
  folder: string,
  files: Readonly<Record<string, string>>,
  fs: FileSystem = nodeFileSystem,
): Promise<boolean> {
  await fs.mkdir(dirname(folder), { recursive: true });
  const temporary = `${folder}.${randomBytes(8).toString('hex')}.saving`;
  await fs.mkdir(temporary, { mode: folderMode });
  try {
    for (const [name, text] of Object.entries(files)) await createPrivateFile(join(temporary, name), text, fs);
    await syncFolder(temporary, fs);
    // Fails if another process has made the folder meanwhile: a folder with files is never replaced.
    await fs.rename(temporary, folder);
    await syncFolder(dirname(folder), fs);
    return true;
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    if (isSystemError(error) && ['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code) && (await exists(folder))) {
      return false;
    }
    throw error;
  }
}

/** Removes what killed processes have left of {@link createPrivateFolder} and of {@link writePrivateFile} in the folder. */
export async function sweepPrivateFolder(folder: string): Promise<void> {
  try {
    await removeOld(dirname(folder), (name) => name.replace(temporaryEnd, '') === basename(folder));
    await removeOld(folder, () => true);
  } catch (error) {
    // A folder that cannot be cleaned can be read all the same.
    if (!isSystemError(error)) throw error;
  }
}

async function removeOld(folder: string, isOwn: (name: string) => boolean): Promise<void> {
  for (const name of (await unlessMissing(readdir(folder))) ?? []) {
    if (!temporaryEnd.test(name) || !isOwn(name)) continue;
    const path = join(folder, name);
    const found = await unlessMissing(lstat(path));
    if (found && Date.now() - found.mtimeMs > temporaryLife) await rm(path, { recursive: true, force: true });
  }
}

async function exists(folder: string): Promise<boolean> {
  return ((await unlessMissing(readdir(folder))) ?? []).length > 0;
}

/** Replaces a file in such a folder. A crash leaves its old content or the new one. Throws errors of the system. */
export async function writePrivateFile(path: string, text: string, fs: FileSystem = nodeFileSystem): Promise<void> {
  const temporary = `${path}.${randomBytes(8).toString('hex')}.saving`;
  try {
    await createPrivateFile(temporary, text, fs);
    await fs.rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Creates a file that only its owner may open. Throws an error of the system if its name is taken, be it by a link. */
export async function createPrivateFile(path: string, text: string, fs: FileSystem): Promise<void> {
  const file = await fs.open(path, 'wx', fileMode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The text of a private file; undefined if it is missing. Refused with a clause about the file, also if others may read it. */
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
