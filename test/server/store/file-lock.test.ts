import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockFile } from '../../../server/store/file-lock.ts';
import { nodeFileSystem } from '../../../server/store/file-system.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { systemError, watchedFileSystem } from './failing-file-system.ts';

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

/** The lock that a process of that number leaves; what it does not say is as this process has it. */
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

test('a lock is refused while it is held, naming the holder, and given when it is released', async () => {
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

test('of many who ask at once, one gets it', async () => {
  const { path } = await emptyFile();
  const locks = await Promise.all(Array.from({ length: 20 }, () => lockFile(path, nodeFileSystem)));
  expect(locks.filter(({ ok }) => ok)).toHaveLength(1);
});

test('the lock of a process that has ended is taken over, by one of many who ask at once', async () => {
  const { folder, path } = await emptyFile();
  await leaveLock(path, { pid: await endedProcess() });
  const locks = await Promise.all(Array.from({ length: 20 }, () => lockFile(path, nodeFileSystem)));
  expect(locks.filter(({ ok }) => ok)).toHaveLength(1);
  expect((await readdir(folder)).sort()).toEqual(['workspace.json', 'workspace.json.lock']);
});

test('the lock of an earlier process with a number in use is taken over where the system tells them apart', async () => {
  const { path } = await emptyFile();
  await leaveLock(path, { start: 'another boot 1' });
  expect((await lockFile(path, nodeFileSystem)).ok).toBe(process.platform === 'linux');
});

test('the lock of a process on another machine is respected', async () => {
  const { path } = await emptyFile();
  await leaveLock(path, { host: `not-${hostname()}`, pid: await endedProcess() });
  expect(await lockFile(path, nodeFileSystem)).toMatchObject({ ok: false });
});

test.each(['', '{"pid":', '[]', '{"pid":"5"}'])('a lock that says %j is nobody’s', async (content) => {
  const { path } = await emptyFile();
  await writeFile(`${path}.lock`, content);
  expect((await lockFile(path, nodeFileSystem)).ok).toBe(true);
});

test('a lock that was made but not yet filled is waited for', async () => {
  const { path } = await emptyFile();
  const own = await take(path);
  const text = await readFile(`${path}.lock`, 'utf8');
  await writeFile(`${path}.lock`, '');
  const second = lockFile(path, nodeFileSystem);
  await writeFile(`${path}.lock`, text);
  expect((await second).ok).toBe(false);
  await own.release();
});

test('a release that finds another’s lock leaves it', async () => {
  const { path } = await emptyFile();
  const first = await take(path);
  await writeFile(`${path}.lock`, 'another');
  await first.release();
  expect(await readFile(`${path}.lock`, 'utf8')).toBe('another');
});

test('a folder in which nothing can be made gives a reason', async () => {
  const { path } = await emptyFile();
  const fs = watchedFileSystem(({ name }) => {
    if (name === 'writeFile') throw systemError('EROFS', 'open');
  });
  expect(await lockFile(path, fs)).toEqual({
    ok: false,
    problem: 'workspace.json cannot be locked for writing: the disk is read-only (EROFS).',
  });
  await mkdir(`${path}.lock`);
  expect((await lockFile(path, nodeFileSystem)).ok).toBe(false);
});
