/**
 * Atomic and durable writes. A failed call, a killed process or a power cut leaves the file with its old content or its new
 * content, never with a mixture. New content goes to a temporary file in the same folder, is synced to the disk and then
 * renamed over the file.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { type FileSystem, isSystemError, nodeFileSystem, reasonOf, sleep, unlessMissing } from './file-system.ts';

/** Identifies one content of a file. */
export interface Fingerprint {
  /** Size and modification time. A hint: a copy of the same content has another one, and another content may have the same. */
  readonly stamp: string;
  /**
   * The stamp with change time, device and inode. Every write, rename or replacement changes the seal, so an equal seal proves
   * equal content even to a later process. Null for a file that has just changed: the next change could get the same time.
   */
  readonly seal: string | null;
  /** Hash of the bytes. */
  readonly digest: string;
}

/** The part of a fingerprint that holds for a later process. */
export type Sealed = Pick<Fingerprint, 'seal' | 'digest'>;

export interface WriteFailure {
  readonly problem: Problem;
  /** The new content if the rename succeeded but the sync of the folder failed, else null. */
  readonly placed: Fingerprint | null;
}

const digestName = 'sha256';
/** Milliseconds; longer than the coarsest resolution of file times, the two seconds of FAT. */
const settledAfter = 3000;
/** The end of a temporary file's name, after the name of the workspace file or of a file beside it. */
const temporaryName = /^(\.(backup|recovery|versions|requests|snapshots|damaged-[0-9a-f]{8}))?\.[0-9a-f]{16}\.saving$/;

/** Names of the temporary files that this process is writing, by file system. */
const unfinished = new WeakMap<FileSystem, Set<string>>();

function unfinishedIn(fs: FileSystem): Set<string> {
  const names = unfinished.get(fs) ?? new Set();
  unfinished.set(fs, names);
  return names;
}

/** Milliseconds before each retry of a rename; on Windows a virus scanner or an indexer may hold the file for a moment. */
const renameWaits = [10, 20, 40, 80, 160];

/**
 * Replaces the content of a file, or creates the file. Once accepted, the content survives a power cut. The permissions of
 * the file stay. A link is replaced and never followed, because a downloaded folder may contain a link that leads out of it;
 * a caller that wants to follow links resolves the path first. Pulls the next slice only after the previous one is written.
 */
export async function writeDurably(
  path: string,
  slices: Iterable<string | Uint8Array>,
  fs: FileSystem = nodeFileSystem,
): Promise<Result<Fingerprint, WriteFailure>> {
  const temporary = `${path}.${randomBytes(8).toString('hex')}.saving`;
  let placed: Fingerprint | null = null;
  unfinishedIn(fs).add(basename(temporary));
  try {
    const old = await unlessMissing(fs.lstat(path));
    const mode = old?.isSymbolicLink() ? undefined : old?.mode;
    const written = await writeNew(temporary, slices, mode, fs);
    await renamePatiently(temporary, path, fs);
    placed = written;
    await syncFolder(dirname(path), fs);
    return accept(written);
  } catch (error) {
    await fs.unlink(temporary).catch(() => undefined);
    return refuse({ problem: saveFailure(path, error), placed });
  } finally {
    unfinishedIn(fs).delete(basename(temporary));
  }
}

/** {@link writeDurably}, or removes the file if there is no content. Refused with `save-failed`. */
export async function writeOrRemove(
  path: string,
  slices: Iterable<string | Uint8Array> | null,
  fs: FileSystem = nodeFileSystem,
): Promise<Result<null>> {
  if (slices) {
    const written = await writeDurably(path, slices, fs);
    return written.ok ? accept(null) : refuse(written.problem.problem);
  }
  try {
    await unlessMissing(fs.unlink(path));
    return accept(null);
  } catch (error) {
    return refuse(saveFailure(path, error));
  }
}

/** The digest that a file with this content will have. Other code runs between its parts. */
export async function digestOf(slices: Iterable<string | Uint8Array>): Promise<string> {
  const hash = createHash(digestName);
  for (const bytes of chunksOf(slices)) {
    hash.update(bytes);
    await nextTurn();
  }
  return hash.digest('hex');
}

/** The bytes of a content. Other code runs between its parts. */
export async function bytesOf(slices: Iterable<string | Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for (const bytes of chunksOf(slices)) {
    chunks.push(bytes);
    await nextTurn();
  }
  return Buffer.concat(chunks);
}

const nextTurn = promisify(setImmediate);

/** The `save-failed` problem for an error of the operating system. Any other error is a bug and is thrown again. */
export function saveFailure(path: string, error: unknown): Problem {
  if (!isSystemError(error)) throw error;
  return problem('save-failed', `${basename(path)} could not be saved: ${reasonOf(error)}.`, { code: error.code });
}

/** Removes temporary files that killed processes left beside a workspace file. The caller must hold the file's lock. */
export async function sweepTemporaryFiles(path: string, fs: FileSystem = nodeFileSystem): Promise<void> {
  const folder = dirname(path);
  const base = basename(path);
  try {
    for (const name of await fs.readdir(folder)) {
      if (!name.startsWith(base) || !temporaryName.test(name.slice(base.length)) || unfinishedIn(fs).has(name))
        continue;
      await unlessMissing(fs.unlink(join(folder, name)));
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

/**
 * Reads a file with its fingerprint. Reuses the digest of `known` while the file's seal is unchanged, because hashing takes
 * as long as reading.
 */
export async function readWithFingerprint(
  path: string,
  fs: FileSystem = nodeFileSystem,
  known?: Sealed,
): Promise<{ readonly bytes: Buffer; readonly fingerprint: Fingerprint }> {
  const before = await fs.stat(path, { bigint: true });
  const bytes = await fs.readFile(path);
  const seal = sealOf(before);
  const isKnown =
    known && seal !== null && known.seal === seal && sealOf(await fs.stat(path, { bigint: true })) === seal;
  const digest = isKnown ? known.digest : await digestOf([bytes]);
  return { bytes, fingerprint: { stamp: stampOf(before), seal, digest } };
}

/** Whether the seal proves that a file still has the content. False if only the content itself can tell. */
export async function isSealed(path: string, { seal }: Sealed, fs: FileSystem): Promise<boolean> {
  return seal !== null && seal === sealOf(await fs.stat(path, { bigint: true }));
}

function sealOf(stats: BigIntStats): string | null {
  const { mtimeMs, ctimeMs, ctimeNs, dev, ino } = stats;
  const changed = Math.max(Number(mtimeMs), Number(ctimeMs));
  return Date.now() - changed < settledAfter ? null : `${stampOf(stats)}-${ctimeNs}-${dev}-${ino}`;
}

function stampOf({ size, mtimeNs }: BigIntStats): string {
  return `${size}-${mtimeNs}`;
}

async function writeNew(
  path: string,
  slices: Iterable<string | Uint8Array>,
  mode: number | undefined,
  fs: FileSystem,
): Promise<Fingerprint> {
  const permissions = mode === undefined ? undefined : mode & 0o7777;
  const handle = await fs.open(path, 'wx', permissions);
  try {
    // `open` applies the umask of the process.
    if (permissions !== undefined) await handle.chmod(permissions);
    const hash = createHash(digestName);
    for (const bytes of chunksOf(slices)) {
      hash.update(bytes);
      await writeFully(handle, bytes);
    }
    await handle.sync();
    return { stamp: stampOf(await handle.stat({ bigint: true })), seal: null, digest: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}

/** Bytes that are hashed and written at once, in a fraction of a millisecond. */
const chunkLength = 262_144;

/** Divides slices into chunks, so that a whole file in one slice does not block the event loop. */
function* chunksOf(slices: Iterable<string | Uint8Array>): Generator<Uint8Array> {
  for (const slice of slices) {
    const bytes = typeof slice === 'string' ? Buffer.from(slice) : slice;
    for (let start = 0; start < bytes.length; start += chunkLength) yield bytes.subarray(start, start + chunkLength);
  }
}

/** Writes all bytes; one call may write only a part of them without an error. */
async function writeFully(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  let written = 0;
  while (written < bytes.length) written += (await handle.write(bytes, written)).bytesWritten;
}

async function renamePatiently(from: string, to: string, fs: FileSystem): Promise<void> {
  for (const wait of renameWaits) {
    try {
      return await fs.rename(from, to);
    } catch (error) {
      if (!isSystemError(error) || (error.code !== 'EBUSY' && error.code !== 'EPERM')) throw error;
      await sleep(wait);
    }
  }
  return fs.rename(from, to);
}

/** Makes a rename permanent. Windows does this by itself, and some network disks do not support it. */
export async function syncFolder(folder: string, fs: FileSystem): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await fs.open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (!isSystemError(error) || (error.code !== 'EINVAL' && error.code !== 'ENOTSUP')) throw error;
  } finally {
    await handle.close();
  }
}
