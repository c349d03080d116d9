/**
 * Writing a file so that it is never half written: whatever fails, and whenever the process or the machine dies, the file
 * has its old content or its new content. New content goes to a temporary file beside it, is forced to the disk, and
 * takes the file's place in one step.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { type FileSystem, isSystemError, nodeFileSystem, reasonOf, unlessMissing } from './file-system.ts';

/** Identifies one content of a file. */
export interface Fingerprint {
  /** Size and time of the last change; it stays the same until somebody writes. */
  readonly stamp: string;
  /**
   * What nobody can leave as it was who writes, renames or replaces the file, so that it tells the content also to a later
   * process. Null for a file that has just changed: the system's clock might give the next change the same time.
   */
  readonly seal: string | null;
  /** Hash of the bytes. */
  readonly digest: string;
}

/** The part of a fingerprint that holds for a later process. */
export type Sealed = Pick<Fingerprint, 'seal' | 'digest'>;

export interface WriteFailure {
  readonly problem: Problem;
  /** The new content if it is in place but perhaps not yet permanent, else null. */
  readonly placed: Fingerprint | null;
}

const digestName = 'sha256';
/** Milliseconds: more than the coarsest time of a file, the two seconds of FAT. */
const settledAfter = 3000;
const temporaryName = /^\.[0-9a-f]{16}\.saving$/;

/** Milliseconds to wait before another try while a virus scanner or an indexer holds the file, as happens on Windows. */
const renameWaits = [10, 20, 40, 80, 160];

/**
 * Replaces the content of a file, or makes the file. Accepted means that the content survives a loss of power. The
 * permissions of a file stay. A link is replaced and never followed, because a folder from elsewhere may hold one that leads
 * out of it; a caller who means the file behind a link resolves the path first. Slices are asked for one after the other
 * while the disk takes the earlier ones.
 */
export async function writeDurably(
  path: string,
  slices: Iterable<string | Uint8Array>,
  fs: FileSystem = nodeFileSystem,
): Promise<Result<Fingerprint, WriteFailure>> {
  let temporary: string | null = null;
  let placed: Fingerprint | null = null;
  try {
    const old = await unlessMissing(fs.lstat(path));
    const mode = old?.isSymbolicLink() ? undefined : old?.mode;
    temporary = `${path}.${randomBytes(8).toString('hex')}.saving`;
    const written = await writeNew(temporary, slices, mode, fs);
    await renamePatiently(temporary, path, fs);
    temporary = null;
    placed = written;
    await syncFolder(dirname(path), fs);
    return accept(written);
  } catch (error) {
    if (temporary !== null) await fs.unlink(temporary).catch(() => undefined);
    return refuse({ problem: saveFailure(path, error), placed });
  }
}

/** The problem for a call on that file which the system refused; any other error is a bug and thrown on. */
export function saveFailure(path: string, error: unknown): Problem {
  if (!isSystemError(error)) throw error;
  return problem('save-failed', `${basename(path)} could not be saved: ${reasonOf(error)}.`, { code: error.code });
}

/** Removes temporary files that killed processes left beside a file. Nobody else may write that file meanwhile. */
export async function sweepTemporaryFiles(path: string, fs: FileSystem = nodeFileSystem): Promise<void> {
  const folder = dirname(path);
  const base = basename(path);
  try {
    for (const name of await fs.readdir(folder)) {
      if (name.startsWith(base) && temporaryName.test(name.slice(base.length))) await fs.unlink(join(folder, name));
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

/**
 * What a file has now, and what tells it from what it may have later. The digest is not computed again while the file has
 * the seal of `known`: that takes as long as reading it.
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
  const digest = isKnown ? known.digest : createHash(digestName).update(bytes).digest('hex');
  return { bytes, fingerprint: { stamp: stampOf(before), seal, digest } };
}

export async function readStamp(path: string, fs: FileSystem = nodeFileSystem): Promise<string> {
  return stampOf(await fs.stat(path, { bigint: true }));
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
    // `open` takes away what the process may not grant by default.
    if (permissions !== undefined) await handle.chmod(permissions);
    const hash = createHash(digestName);
    for (const bytes of piecesOf(slices)) {
      hash.update(bytes);
      await writeFully(handle, bytes);
    }
    await handle.sync();
    return { stamp: stampOf(await handle.stat({ bigint: true })), seal: null, digest: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}

/** Bytes that are hashed and handed to the system at once: a fraction of a millisecond. */
const pieceLength = 262_144;

/** Whole files come as one slice: however many bytes they have, nobody waits for more than a piece of them. */
function* piecesOf(slices: Iterable<string | Uint8Array>): Generator<Uint8Array> {
  for (const slice of slices) {
    const bytes = typeof slice === 'string' ? Buffer.from(slice) : slice;
    for (let start = 0; start < bytes.length; start += pieceLength) yield bytes.subarray(start, start + pieceLength);
  }
}

/** Writes all bytes. The system may write fewer than it was given without an error. */
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

/** Makes the new name of a file permanent. Windows does so by itself, and some network disks have no such call. */
async function syncFolder(folder: string, fs: FileSystem): Promise<void> {
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
