/**
 * Lets one process at a time write a file. The lock is a file beside it that names the process. A stale lock is taken over:
 * its process has ended, or its process id belongs to another process by now.
 */
import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { isJsonObject, member } from '../domain/json/json.ts';
import { parseJson } from '../domain/json/json-text.ts';
import { type FileSystem, isSystemError, reasonOf, sleep, unlessMissing } from './file-system.ts';

export interface FileLock {
  release(): Promise<void>;
}

interface Holder {
  readonly host: string;
  readonly pid: number;
  /** Start time, which tells the process from others with the same id; empty if the system does not provide it. */
  readonly start: string;
}

/** Milliseconds within which a new lock file gets its content. */
const contentWait = 50;
/** Milliseconds between two checks of a guard. */
const guardWait = 10;
/** Milliseconds after which a guard counts as left by a killed process. */
const guardLife = 5_000;

/** Takes the lock of a file. The refusal is a sentence that says why the file cannot be written. */
export async function lockFile(path: string, fs: FileSystem): Promise<Result<FileLock, string>> {
  const lock = `${path}.lock`;
  const own = JSON.stringify({
    host: hostname(),
    pid: process.pid,
    start: await startOf(process.pid, fs),
    id: randomUUID(),
  });
  try {
    for (;;) {
      const isCreated = await create(lock, own, fs);
      const found = await readLock(lock, fs);
      // A process that was suspended before it filled its lock may have lost it to one that found it empty.
      if (isCreated && found === own) return accept({ release: () => releaseLock(lock, own, fs) });
      if (found === undefined) continue;
      const holder = holderIn(found);
      if (holder && (await isAlive(holder, fs))) return refuse(heldBy(path, holder));
      await removeStale(lock, found, fs);
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    // It may have been created before it could not be read back.
    await releaseLock(lock, own, fs);
    return refuse(`${basename(path)} cannot be locked for writing: ${reasonOf(error)}.`);
  }
}

function heldBy(path: string, { host, pid }: Holder): string {
  const where = host === hostname() ? '' : ` on ${host}`;
  return `${basename(path)} is open in another instance (process ${pid}${where}). If that is not so, delete ${basename(path)}.lock.`;
}

async function create(lock: string, own: string, fs: FileSystem): Promise<boolean> {
  let handle: FileHandle;
  try {
    handle = await fs.open(lock, 'wx');
  } catch (error) {
    if (isSystemError(error) && error.code === 'EEXIST') return false;
    throw error;
  }
  try {
    await handle.writeFile(own);
    return true;
  } catch (error) {
    // A full disk leaves an empty file, which would make every later start wait.
    await fs.unlink(lock).catch(() => undefined);
    throw error;
  } finally {
    await handle.close();
  }
}

/** The content of a lock file; undefined if there is none. Gives a process that has just created it time to fill it. */
async function readLock(lock: string, fs: FileSystem): Promise<string | undefined> {
  const found = await unlessMissing(fs.readFile(lock, 'utf8'));
  if (found === undefined || holderIn(found)) return found;
  await sleep(contentWait);
  return unlessMissing(fs.readFile(lock, 'utf8'));
}

/**
 * Removes a stale lock unless it has changed. The guard file lets one process at a time do so; without it, the slower of two
 * processes would remove the new lock of the quicker one.
 */
async function removeStale(lock: string, stale: string, fs: FileSystem): Promise<void> {
  const guard = `${lock}.guard`;
  if (!(await create(guard, '', fs))) return waitForGuard(guard, fs);
  try {
    if ((await unlessMissing(fs.readFile(lock, 'utf8'))) === stale) await fs.unlink(lock);
  } finally {
    await unlessMissing(fs.unlink(guard));
  }
}

/** Waits for another process's guard, and removes one that a killed process left. */
async function waitForGuard(guard: string, fs: FileSystem): Promise<void> {
  await sleep(guardWait);
  await removeOldGuard(guard, fs);
}

/** Removes a guard that a killed process left beside a file. */
export async function sweepGuard(path: string, fs: FileSystem): Promise<void> {
  try {
    await removeOldGuard(`${path}.lock.guard`, fs);
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

async function removeOldGuard(guard: string, fs: FileSystem): Promise<void> {
  const found = await unlessMissing(fs.lstat(guard));
  if (found && Date.now() - found.mtimeMs > guardLife) await unlessMissing(fs.unlink(guard));
}

async function releaseLock(lock: string, own: string, fs: FileSystem): Promise<void> {
  try {
    if ((await fs.readFile(lock, 'utf8')) === own) await fs.unlink(lock);
  } catch (error) {
    // The next process finds the lock stale.
    if (!isSystemError(error)) throw error;
  }
}

function holderIn(text: string): Holder | undefined {
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) return undefined;
  const { value } = parsed;
  const host = member(value, 'host');
  const pid = member(value, 'pid');
  const start = member(value, 'start');
  if (typeof host !== 'string' || typeof pid !== 'number' || typeof start !== 'string') return undefined;
  return { host, pid, start };
}

/** A process on another machine counts as alive, because it cannot be checked. */
async function isAlive({ host, pid, start }: Holder, fs: FileSystem): Promise<boolean> {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (isSystemError(error) && error.code === 'ESRCH') return false;
  }
  const now = await startOf(pid, fs);
  return start === '' || now === '' || now === start;
}

/** When a process started: on Linux the boot id and the clock tick since the boot, elsewhere empty. */
async function startOf(pid: number, fs: FileSystem): Promise<string> {
  if (process.platform !== 'linux') return '';
  try {
    const boot = await fs.readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const fields = (await fs.readFile(`/proc/${pid}/stat`, 'utf8')).replace(/.*\) /s, '').split(' ');
    const ended = fields[0] === 'Z' || fields[0] === 'X';
    return ended ? 'ended' : `${boot.trim()} ${fields[19]}`;
  } catch {
    return '';
  }
}
