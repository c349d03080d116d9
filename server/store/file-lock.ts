/**
 * One live process at a time may write a file. The lock is a file beside it that names the process; a lock whose process is
 * gone, or whose number is by now another process's, is taken over.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { isJsonObject, type Json, member } from '../domain/json/json.ts';
import { type FileSystem, isSystemError, reasonOf, unlessMissing } from './file-system.ts';

export interface FileLock {
  release(): Promise<void>;
}

interface Holder {
  readonly host: string;
  readonly pid: number;
  /** What tells the process from others that had or will have its number; empty where the system does not say. */
  readonly start: string;
}

/** Milliseconds after which a lock that was just made has its content. */
const contentWait = 50;
/** Milliseconds between two looks at a guard, and after which it is forgotten. */
const guardWait = 10;
const guardLife = 5_000;

/** Takes the lock of a file. The refusal says in a sentence why the file cannot be written. */
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
      if (await create(lock, own, fs)) return accept({ release: () => releaseLock(lock, own, fs) });
      const found = await readLock(lock, fs);
      if (found === undefined) continue;
      const holder = holderIn(found);
      if (holder && (await isAlive(holder, fs))) return refuse(heldBy(path, holder));
      await removeStale(lock, found, fs);
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return refuse(`${basename(path)} cannot be locked for writing: ${reasonOf(error)}.`);
  }
}

function heldBy(path: string, { host, pid }: Holder): string {
  const where = host === hostname() ? '' : ` on ${host}`;
  return `${basename(path)} is open in another instance (process ${pid}${where}). If that is not so, delete ${basename(path)}.lock.`;
}

async function create(lock: string, own: string, fs: FileSystem): Promise<boolean> {
  try {
    await fs.writeFile(lock, own, { flag: 'wx' });
    return true;
  } catch (error) {
    if (isSystemError(error) && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** What a lock says; undefined when it is gone. Another process may have made it, but not filled it yet. */
async function readLock(lock: string, fs: FileSystem): Promise<string | undefined> {
  const found = await unlessMissing(fs.readFile(lock, 'utf8'));
  if (found === undefined || holderIn(found)) return found;
  await sleep(contentWait);
  return unlessMissing(fs.readFile(lock, 'utf8'));
}

/**
 * Removes a lock that was found stale, if it still is that one. The guard lets one process at a time do so: without it, the
 * slower of two would remove the lock that the quicker one has made meanwhile.
 */
async function removeStale(lock: string, stale: string, fs: FileSystem): Promise<void> {
  const guard = `${lock}.guard`;
  if (!(await create(guard, '', fs))) return letGuardPass(guard, fs);
  try {
    if ((await unlessMissing(fs.readFile(lock, 'utf8'))) === stale) await fs.unlink(lock);
  } finally {
    await unlessMissing(fs.unlink(guard));
  }
}

/** Waits for a guard, and removes one that stands for much longer than its work takes: its process was killed. */
async function letGuardPass(guard: string, fs: FileSystem): Promise<void> {
  await sleep(guardWait);
  const found = await unlessMissing(fs.stat(guard));
  if (found && Date.now() - found.mtimeMs > guardLife) await unlessMissing(fs.unlink(guard));
}

async function releaseLock(lock: string, own: string, fs: FileSystem): Promise<void> {
  try {
    if ((await fs.readFile(lock, 'utf8')) === own) await fs.unlink(lock);
  } catch (error) {
    // The next one to come finds it stale.
    if (!isSystemError(error)) throw error;
  }
}

function holderIn(text: string): Holder | undefined {
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const host = member(value, 'host');
  const pid = member(value, 'pid');
  const start = member(value, 'start');
  if (typeof host !== 'string' || typeof pid !== 'number' || typeof start !== 'string') return undefined;
  return { host, pid, start };
}

/** A process on another machine cannot be looked at: it counts as alive. */
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

/** When a process started, as Linux says it: the boot and the tick after it. Other systems say nothing that is cheap to ask. */
async function startOf(pid: number, fs: FileSystem): Promise<string> {
  if (process.platform !== 'linux') return '';
  try {
    const boot = await fs.readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const fields = (await fs.readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ');
    const ended = fields[0] === 'Z' || fields[0] === 'X';
    return ended ? 'ended' : `${boot.trim()} ${fields[19]}`;
  } catch {
    return '';
  }
}
