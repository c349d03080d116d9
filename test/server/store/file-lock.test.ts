import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { lockFile, sweepGuard } from '../../../server/store/file-lock.ts';
import { type FileSystem, nodeFileSystem } from '../../../server/store/file-system.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { systemError, watchedFileSystem } from './failing-file-system.ts';
import { onPlatform } from './other-platform.ts';

async function emptyFile(): Promise<{ folder: string; path: string }> {
  const folder = await temporaryFolder();
  const path = join(folder, 'workspace.json');
  await writeFile(path, '');
  return { folder, path };
}

async function take(path: string) {
  const lock = await lockFile(path, nodeFileSystem);
  if (!lock.ok) throw new Error(lock.problem);
  return lock.value;
}

/** The lock of a process; missing members are those of this process. */
async function leaveLock(path: string, holder: object): Promise<void> {
  const own = await take(path);
  const text = await readFile(`${path}.lock`, 'utf8');
  await own.release();
  await writeFile(`${path}.lock`, JSON.stringify({ ...JSON.parse(text), ...holder }));
}

async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid ?? 0;
}

test('refuses a held lock, naming the holder, until it is released', async () => {
  const { folder, path } = await emptyFile();
  const first = await take(path);
  const second = await lockFile(path, nodeFileSystem);
  expect(second).toEqual({
    ok: false,
    problem: `workspace.json is open in another instance (process ${process.pid}). If that is not so, delete workspace.json.lock.`,
  });
  await first.release();
  expect(await readdir(folder)).toEqual(['workspace.json']);
  await (await take(path)).release();
});

test('a lock is written, closed and read before it is granted, and read once by another process', async () => {
  const { path } = await emptyFile();
  const calls: string[] = [];
  const fs = watchedFileSystem(({ name, path: of }) => of === `${path}.lock` && calls.push(name));
  const own = await lockFile(path, fs);
  expect(calls.splice(0)).toEqual(['open', 'writeFile', 'close', 'readFile']);
  await lockFile(path, fs);
  expect(calls).toEqual(['open', 'readFile']);
  if (own.ok) await own.value.release();
});

test('takes a lock that is released while it is looked at', async () => {
  const { path } = await emptyFile();
  await writeFile(`${path}.lock`, '');
  const calls: string[] = [];
  const fs = watchedFileSystem(({ name, path: of }) => {
    if (name === 'readFile' && calls.length === 1) rmSync(of);
    if (of.startsWith(`${path}.lock`)) calls.push(name);
  });
  expect((await lockFile(path, fs)).ok).toBe(true);
  expect(calls).toEqual(['open', 'readFile', 'open', 'writeFile', 'close', 'readFile']);
});

test('grants one of many concurrent requests', async () => {
  const { path } = await emptyFile();
  const locks = await Promise.all(Array.from({ length: 20 }, () => lockFile(path, nodeFileSystem)));
  expect(locks.filter(({ ok }) => ok)).toHaveLength(1);
});

test('one of many concurrent requests takes over the lock of an ended process', async () => {
  const { folder, path } = await emptyFile();
  await leaveLock(path, { pid: await endedProcess() });
  const locks = await Promise.all(Array.from({ length: 20 }, () => lockFile(path, nodeFileSystem)));
  expect(locks.filter(({ ok }) => ok)).toHaveLength(1);
  expect((await readdir(folder)).sort()).toEqual(['workspace.json', 'workspace.json.lock']);
});

test('takes over the lock of an earlier process with the same id if the system tells them apart', async () => {
  const { path } = await emptyFile();
  await leaveLock(path, { start: 'another boot 1' });
  expect((await lockFile(path, nodeFileSystem)).ok).toBe(process.platform === 'linux');
});

test('respects the lock of a process on another machine', async () => {
  const { path } = await emptyFile();
  await leaveLock(path, { host: `not-${hostname()}`, pid: await endedProcess() });
  const where = ` on not-${hostname()})`;
  expect(await lockFile(path, nodeFileSystem)).toMatchObject({ ok: false, problem: expect.stringContaining(where) });
});

test.each([
  ['host', 7],
  ['pid', String(process.pid)],
])('takes over a lock with a wrong %s', async (member, value) => {
  const { path } = await emptyFile();
  await leaveLock(path, { [member]: value });
  expect((await lockFile(path, nodeFileSystem)).ok).toBe(true);
});

test('respects the lock of a process whose start is not known', async () => {
  const { path } = await emptyFile();
  await leaveLock(path, { start: '' });
  expect((await lockFile(path, nodeFileSystem)).ok).toBe(false);
  await leaveLock(`${path}.2`, { start: 'another boot 1' });
  const withoutProcesses = watchedFileSystem(({ path: read }) => {
    if (read.startsWith('/proc/')) throw systemError('EACCES', 'open');
  });
  expect((await lockFile(`${path}.2`, withoutProcesses)).ok).toBe(false);
});

test('respects the lock of a process of another user', async () => {
  const { path } = await emptyFile();
  await leaveLock(path, { start: '' });
  const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
    throw systemError('EPERM', 'kill');
  });
  onTestFinished(() => kill.mockRestore());
  expect((await lockFile(path, nodeFileSystem)).ok).toBe(false);
});

test.each([
  ['runs', 'node', 'S', false],
  ['runs under an odd name', 'odd) Z (name', 'S', false],
  ['ended, but was not collected', 'node', 'Z', true],
  ['is about to vanish', 'node', 'X', true],
])('on Linux, a lock is stale once its process has ended: one that %s', async (_, command, state, isStale) => {
  const { path } = await emptyFile();
  await leaveLock(path, { start: 'boot 4242' });
  const stat = `7 (${command}) ${state} ${'0 '.repeat(18)}4242 0`;
  const readFile = async (file: string, encoding: BufferEncoding) => {
    if (!file.startsWith('/proc/')) return nodeFileSystem.readFile(file, encoding);
    return file.endsWith('boot_id') ? 'boot\n' : stat;
  };
  const fs = { ...nodeFileSystem, readFile } as FileSystem;
  expect((await lockFile(path, fs)).ok).toBe(isStale && process.platform === 'linux');
});

test('elsewhere than on Linux, no file is asked when a process started', async () => {
  const { path } = await emptyFile();
  onPlatform('darwin');
  const asked: string[] = [];
  const fs = watchedFileSystem(({ path: of }) => asked.push(of));
  expect(await lockFile(path, fs)).toMatchObject({ ok: true });
  expect(new Set(asked)).toEqual(new Set([`${path}.lock`]));
  expect(JSON.parse(await readFile(`${path}.lock`, 'utf8'))).toMatchObject({ pid: process.pid, start: '' });
});

test('leaves a stale lock to the process that has the guard', async () => {
  const { path } = await emptyFile();
  const guard = `${path}.lock.guard`;
  await writeFile(`${path}.lock`, '{}');
  await writeFile(guard, '');
  let attempts = 0;
  const removed: boolean[] = [];
  const fs = watchedFileSystem(({ name, path: of }) => {
    if (name === 'open' && of === guard && ++attempts === 2) rmSync(guard);
    if (name === 'unlink' && of === `${path}.lock`) removed.push(attempts < 2 && existsSync(guard));
  });
  expect((await lockFile(path, fs)).ok).toBe(true);
  expect(removed).toEqual([false]);
});

test('takes over a stale lock whose guard a killed process has left', async () => {
  const { folder, path } = await emptyFile();
  await writeFile(`${path}.lock`, '{}');
  await writeFile(`${path}.lock.guard`, '');
  await utimes(`${path}.lock.guard`, 1, 1);
  expect((await lockFile(path, nodeFileSystem)).ok).toBe(true);
  expect((await readdir(folder)).sort()).toEqual(['workspace.json', 'workspace.json.lock']);
});

test('leaves a lock that was taken since it was found stale', async () => {
  const { path } = await emptyFile();
  const own = await take(path);
  const held = await readFile(`${path}.lock`, 'utf8');
  await writeFile(`${path}.lock`, '{}');
  const fs = watchedFileSystem(({ name, path: of }) => {
    if (name === 'open' && of.endsWith('.guard')) writeFileSync(`${path}.lock`, held);
  });
  expect((await lockFile(path, fs)).ok).toBe(false);
  expect(await readFile(`${path}.lock`, 'utf8')).toBe(held);
  await own.release();
});

test.each(['', '{"pid":', '[]', 'null', '{"pid":"5"}'])('takes over a lock with the content %j', async (content) => {
  const { path } = await emptyFile();
  await writeFile(`${path}.lock`, content);
  expect((await lockFile(path, nodeFileSystem)).ok).toBe(true);
});

test('waits until a new lock has its content', async () => {
  const { path } = await emptyFile();
  const own = await take(path);
  const text = await readFile(`${path}.lock`, 'utf8');
  await writeFile(`${path}.lock`, '');
  let reads = 0;
  let guards = 0;
  const fs = watchedFileSystem(({ name, path: of }) => {
    if (name === 'open' && of.endsWith('.guard')) guards += 1;
    if (name === 'readFile' && of === `${path}.lock`) reads += 1;
    if (reads === 2) writeFileSync(`${path}.lock`, text);
  });
  expect((await lockFile(path, fs)).ok).toBe(false);
  expect(guards).toBe(0);
  await own.release();
});

test('a process that was suspended before it filled its lock does not share it with one that took it over', async () => {
  const { path } = await emptyFile();
  const other = await take(path);
  const text = await readFile(`${path}.lock`, 'utf8');
  await other.release();
  let overtaken = false;
  const fs = watchedFileSystem(({ name, path: of }) => {
    if (name !== 'writeFile' || overtaken) return;
    overtaken = true;
    rmSync(of);
    writeFileSync(of, text);
  });
  expect((await lockFile(path, fs)).ok).toBe(false);
  expect(overtaken).toBe(true);
  expect(await readFile(`${path}.lock`, 'utf8')).toBe(text);
});

test('a release leaves the lock of another process', async () => {
  const { path } = await emptyFile();
  const first = await take(path);
  await writeFile(`${path}.lock`, 'another');
  await first.release();
  expect(await readFile(`${path}.lock`, 'utf8')).toBe('another');
});

test.each([
  ['writeFile', 'ENOSPC', 'the disk is full (ENOSPC)'],
  ['readFile', 'EIO', 'the disk reported an error (EIO)'],
])('removes its lock if the first %s fails', async (call, code, reason) => {
  const { folder, path } = await emptyFile();
  let calls = 0;
  const fs = watchedFileSystem(({ name, path: of }) => {
    if (name === call && of === `${path}.lock` && ++calls === 1) throw systemError(code, call);
  });
  const problem = `workspace.json cannot be locked for writing: ${reason}.`;
  expect(await lockFile(path, fs)).toEqual({ ok: false, problem });
  expect(await readdir(folder)).toEqual(['workspace.json']);
});

test('refuses with a reason if the lock cannot be created', async () => {
  const { path } = await emptyFile();
  const fs = watchedFileSystem(({ name }) => {
    if (name === 'open') throw systemError('EROFS', 'open');
  });
  expect(await lockFile(path, fs)).toEqual({
    ok: false,
    problem: 'workspace.json cannot be locked for writing: the disk is read-only (EROFS).',
  });
  await mkdir(`${path}.lock`);
  expect((await lockFile(path, nodeFileSystem)).ok).toBe(false);
});

test('sweepGuard removes the guard of a killed process, and no present one', async () => {
  const path = join(await temporaryFolder(), 'w.json');
  const guard = `${path}.lock.guard`;
  await writeFile(guard, '');
  await sweepGuard(path, nodeFileSystem);
  expect(await readdir(dirname(path))).toEqual(['w.json.lock.guard']);
  const longAgo = Date.now() / 1000 - 60;
  await utimes(guard, longAgo, longAgo);
  await sweepGuard(path, nodeFileSystem);
  expect(await readdir(dirname(path))).toEqual([]);
});

test('an error of the system ends neither a release nor a sweep, and a bug ends them and the lock', async () => {
  const { path } = await emptyFile();
  let error: Error | undefined;
  const fs = watchedFileSystem(({ path: of }) => {
    if (error && !of.startsWith('/proc/')) throw error;
  });
  const lock = await lockFile(path, fs);
  if (!lock.ok) throw new Error(lock.problem);
  error = systemError('EIO', 'read');
  await lock.value.release();
  await sweepGuard(path, fs);
  error = new TypeError('a bug');
  await expect(lock.value.release()).rejects.toThrow('a bug');
  await expect(sweepGuard(path, fs)).rejects.toThrow('a bug');
  await expect(lockFile(path, fs)).rejects.toThrow('a bug');
});
