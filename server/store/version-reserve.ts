import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { type FileSystem, isSystemError, nodeFileSystem, readSideFile } from './file-system.ts';

/** Versions that are reserved at once, at least. */
const block = 1000;

/** The use of versions up to which blocks grow. Shared versions begin at a time in microseconds: that jump is no use. */
const mostUsed = 1_000_000;

export function reservePath(path: string): string {
  return `${path}.versions`;
}

/**
 * Reserves versions in a small file beside the workspace before records carry them. The file exists from the first write
 * until a clean end. A start that finds it cannot know which versions were given out, so it begins above all of them.
 *
 * Reserving blocks the process for a few milliseconds. Blocks grow with the use of versions, so that happens rarely.
 */
export class VersionReserve {
  readonly #path: string;
  readonly #fs: FileSystem;
  readonly #start: number;
  /** Versions up to this one are reserved on disk by this process. */
  #ceiling = 0;
  /** Whether the file may exist. */
  #exists: boolean;

  /** `start` is the highest version that is known; `exists` tells whether an earlier process left the file. */
  constructor(workspacePath: string, start: number, exists: boolean, fs: FileSystem = nodeFileSystem) {
    this.#path = reservePath(workspacePath);
    this.#fs = fs;
    this.#start = start;
    this.#exists = exists;
  }

  /** No version above this one was given out. */
  get highest(): number {
    return Math.max(this.#ceiling, this.#start);
  }

  /** Whether the file may exist: the watermarks on disk are then not the whole truth. */
  get isHeld(): boolean {
    return this.#exists;
  }

  /** Returns once the version is reserved. A disk that cannot be written is tried again with the next version. */
  claim(version: number): void {
    if (version <= this.#ceiling) return;
    const used = Math.min(Math.max(0, version - this.#start), mostUsed);
    const ceiling = Math.max(version, this.#start) + block + 2 * used;
    try {
      this.#exists = true;
      write(this.#path, `{"reserved":${ceiling}}\n`, this.#fs);
      this.#ceiling = ceiling;
    } catch (error) {
      if (!isSystemError(error)) throw error;
    }
  }

  /**
   * Begins the end of the reservation: call it at the moment when watermarks are taken, and the returned function once they
   * are on disk. The file then goes, unless a version was claimed in between.
   */
  release(): () => void {
    this.#ceiling = 0;
    return () => {
      if (this.#ceiling > 0 || !this.#exists) return;
      try {
        this.#fs.unlinkSync(this.#path);
      } catch (error) {
        if (!isSystemError(error)) throw error;
        if (error.code !== 'ENOENT') return;
      }
      this.#exists = false;
    };
  }
}

/** The highest reserved version that an earlier process left; undefined after a clean end. */
export async function readReserve(path: string, fs: FileSystem): Promise<number | 'damaged' | undefined> {
  const bytes = await readSideFile(reservePath(path), fs);
  if (!bytes) return undefined;
  const reserved = Number(/^\{"reserved":(\d+)\}\n$/.exec(bytes.toString())?.[1]);
  return Number.isSafeInteger(reserved) ? reserved : 'damaged';
}

/** Replaces a file in one step and forces it to the disk, so that neither a kill nor a loss of power takes it back. */
function write(path: string, text: string, fs: FileSystem): void {
  const temporary = `${path}.${randomBytes(8).toString('hex')}.saving`;
  try {
    withFile(temporary, 'wx', fs, (file) => {
      fs.writeSync(file, text);
      fs.fsyncSync(file);
    });
    fs.renameSync(temporary, path);
  } catch (error) {
    removeQuietly(temporary, fs);
    throw error;
  }
  if (process.platform !== 'win32') withFile(dirname(path), 'r', fs, fs.fsyncSync);
}

/** Removes a temporary file, if it was made. Every claim on a full disk would leave one more. */
function removeQuietly(path: string, fs: FileSystem): void {
  try {
    fs.unlinkSync(path);
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

function withFile(path: string, flags: string, fs: FileSystem, use: (file: number) => void): void {
  const file = fs.openSync(path, flags);
  try {
    use(file);
  } finally {
    fs.closeSync(file);
  }
}
