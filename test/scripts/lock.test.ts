import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { locked } from '../../.scripts/lock.mjs';
import { temporaryFolder } from '../support/temporary-folder.ts';

const runFile = promisify(execFile);
const ignore = () => undefined;

/** Reads a number, waits, writes the next one. Without the lock, concurrent processes would lose counts. */
const countOnce = `
  import { readFileSync, writeFileSync } from 'node:fs';
  import { setTimeout } from 'node:timers/promises';
  const [lockModule, folder] = process.argv.slice(1);
  const { locked } = await import(lockModule);
  await locked(folder + '/lock', { onWait() {} }, async () => {
    const count = Number(readFileSync(folder + '/count', 'utf8'));
    await setTimeout(20);
    writeFileSync(folder + '/count', String(count + 1));
  });
`;

test('the lock makes concurrent processes work one after the other', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'count'), '0');
  const lockModule = new URL('../../.scripts/lock.mjs', import.meta.url).href;
  const args = ['--input-type=module', '--eval', countOnce, lockModule, folder];
  await Promise.all(Array.from({ length: 4 }, () => runFile(process.execPath, args)));
  expect(readFileSync(join(folder, 'count'), 'utf8')).toBe('4');
  expect(readdirSync(folder)).toEqual(['count']);
});

test('a process takes over the lock of a dead process', async () => {
  const folder = await temporaryFolder();
  const { stdout } = await runFile(process.execPath, ['--print', 'process.pid']);
  mkdirSync(join(folder, 'lock'));
  writeFileSync(join(folder, 'lock/owner'), stdout.trim());
  expect(await locked(join(folder, 'lock'), { onWait: ignore }, async () => 'done')).toBe('done');
  expect(readdirSync(folder)).toEqual([]);
});

test('the lock is released when the work fails', async () => {
  const lock = join(await temporaryFolder(), 'lock');
  const failing = locked(lock, { onWait: ignore }, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await locked(lock, { onWait: ignore }, async () => 'done')).toBe('done');
});
