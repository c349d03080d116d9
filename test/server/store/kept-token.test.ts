import { writeFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keptToken } from '../../../server/store/kept-token.ts';
import { watchedFileSystem } from './failing-file-system.ts';

const [first, second] = ['a'.repeat(32), 'b'.repeat(32)];

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'token-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('keeps the first token in a file that only its owner may read', async () => {
  const folder = join(await newFolder(), 'data');
  expect(await keptToken(folder, first)).toBe(first);
  expect(await keptToken(folder, second)).toBe(first);
  if (process.platform === 'win32') return;
  expect((await stat(join(folder, 'console-token'))).mode & 0o777).toBe(0o600);
});

test('replaces a token that others could read, and a text that is none', async () => {
  const folder = await newFolder();
  const path = join(folder, 'console-token');
  await writeFile(path, 'short', { mode: 0o600 });
  expect(await keptToken(folder, first)).toBe(first);
  await chmod(path, 0o644);
  expect(await keptToken(folder, second, 'linux')).toBe(second);
  expect(await readFile(path, 'utf8')).toBe(second);
});

test('takes a token for private on Windows, which has no such modes', async () => {
  const folder = await newFolder();
  await writeFile(join(folder, 'console-token'), first, { mode: 0o644 });
  expect(await keptToken(folder, second, 'win32')).toBe(first);
});

test.each([
  ['that it has written', first, first],
  ['that it is about to write', '', second],
])('of two starts at once, the slower takes the token of the quicker one %s', async (_, written, expected) => {
  const folder = await newFolder();
  const path = join(folder, 'console-token');
  const fs = watchedFileSystem(({ name }) => {
    if (name === 'open') writeFileSync(path, written, { mode: 0o600 });
  });
  expect(await keptToken(folder, second, process.platform, fs)).toBe(expected);
  expect(await readFile(path, 'utf8')).toBe(written);
});

test('serves one run with the new token where nothing can be written', async () => {
  const folder = await newFolder();
  await writeFile(join(folder, 'file'), '');
  expect(await keptToken(join(folder, 'file', 'data'), first)).toBe(first);
});

test('a bug is no folder that cannot be written', async () => {
  const fs = watchedFileSystem(() => {
    throw new TypeError('a bug');
  });
  await expect(keptToken(await newFolder(), first, process.platform, fs)).rejects.toThrow('a bug');
});
