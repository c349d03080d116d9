import { constants } from 'node:buffer';
import * as blocking from 'node:fs';
import * as node from 'node:fs/promises';

/** The file system calls of the store. A parameter, so that tests can make each call fail, or lose it in a power cut. */
export type FileSystem = Pick<
  typeof node,
  'access' | 'lstat' | 'mkdir' | 'open' | 'readFile' | 'readdir' | 'realpath' | 'rename' | 'stat' | 'unlink'
> &
  Pick<
    typeof blocking,
    'closeSync' | 'fsyncSync' | 'openSync' | 'renameSync' | 'unlinkSync' | 'unwatchFile' | 'watchFile' | 'writeSync'
  >;

const { closeSync, fsyncSync, openSync, renameSync, unlinkSync, unwatchFile, watchFile, writeSync } = blocking;

export const nodeFileSystem: FileSystem = {
  ...node,
  ...{ closeSync, fsyncSync, openSync, renameSync, unlinkSync, unwatchFile, watchFile, writeSync },
};

/** Waits for a time in milliseconds. */
export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** True for an error of the operating system; any other error is a bug. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && 'syscall' in error;
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission was denied',
  EBUSY: 'another program is using it',
  EDQUOT: 'the disk quota is used up',
  EIO: 'the disk reported an error',
  EISDIR: 'it is a folder',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ENFILE: 'too many files are open',
  ENOENT: 'it does not exist',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is not a folder',
  EPERM: 'permission was denied',
  EROFS: 'the disk is read-only',
  EXDEV: 'its folder spans two disks',
};

/** The reason for an operating system error, as a clause with its code. */
export function reasonOf({ code }: { readonly code: string }): string {
  const reason = reasons[code];
  return reason === undefined ? `the system reported ${code}` : `${reason} (${code})`;
}

/**
 * Reads a file that the program keeps beside a workspace; undefined if there is none. A link counts as none, because it could
 * lead to a file that does not belong to the workspace.
 */
export async function readSideFile(path: string, fs: FileSystem): Promise<Buffer | undefined> {
  const found = await unlessMissing(fs.lstat(path));
  return found?.isFile() ? unlessMissing(fs.readFile(path)) : undefined;
}

/**
 * Why a file cannot be read as text, as a clause; undefined if it can. A pipe or a device could block forever or never end,
 * and a text cannot be longer than a string of V8.
 */
export async function fileFault(path: string, fs: Pick<FileSystem, 'stat'>): Promise<string | undefined> {
  const found = await fs.stat(path);
  if (found.isDirectory()) return reasonOf({ code: 'EISDIR' });
  if (!found.isFile()) return 'it is a pipe or a device, not a file';
  if (found.size <= constants.MAX_STRING_LENGTH) return undefined;
  return `it is larger than the ${Math.floor(constants.MAX_STRING_LENGTH / 2 ** 20)} MiB that this program reads`;
}

/** The result of a call, or undefined if the file does not exist. */
export async function unlessMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isSystemError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined;
    throw error;
  }
}
