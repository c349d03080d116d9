import { readdirSync, rmSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  createPrivateFolder,
  readPrivateFile,
  sweepPrivateFolder,
  writePrivateFile,
} from '../../../server/store/private-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { systemError, watchedFileSystem } from './failing-file-system.ts';

const isPosix = process.platform !== 'win32';
const modeOf = async (path: string) => (isPosix ? (await stat(path)).mode & 0o777 : undefined);
const only = (mode: number) => (isPosix ? mode : undefined);
const failing = (name: string) =>
  watchedFileSystem((call) => {
    if (call.name === name) throw systemError('EIO', name);
  });

test('a private folder appears with all its files, which only their owner may open', async () => {
  const parent = await temporaryFolder();
  const folder = join(parent, 'in', 'secrets');
  expect(await createPrivateFolder(folder, { a: 'one', b: 'two' })).toBe(true);
  expect(await modeOf(folder)).toBe(only(0o700));
  expect((await readdir(folder)).toSorted()).toEqual(['a', 'b']);
  expect([await readFile(join(folder, 'b'), 'utf8'), await modeOf(join(folder, 'b'))]).toEqual(['two', only(0o600)]);
  expect(await readdir(join(parent, 'in'))).toEqual(['secrets']);
});

test('a private folder that exists stays as it is', async () => {
  const parent = await temporaryFolder();
  const folder = join(parent, 'secrets');
  await createPrivateFolder(folder, { a: 'one' });
  expect(await createPrivateFolder(folder, { a: 'two', b: 'two' })).toBe(false);
  expect([await readdir(folder), await readFile(join(folder, 'a'), 'utf8')]).toEqual([['a'], 'one']);
  expect(await readdir(parent)).toEqual(['secrets']);
});

test('a failure leaves neither the folder nor a temporary one', async () => {
  const parent = await temporaryFolder();
  for (const name of ['writeFile', 'rename']) {
    await expect(createPrivateFolder(join(parent, 'secrets'), { a: 'one' }, failing(name))).rejects.toThrow('EIO');
  }
  expect(await readdir(parent)).toEqual([]);
});

test('a private folder that may not be on the disk yet says so, whatever became of the temporary one', async () => {
  const parent = await temporaryFolder();
  const fs = watchedFileSystem(({ name, path }) => {
    if (name === 'sync' && path === parent) throw systemError('EIO', name);
  });
  await expect(createPrivateFolder(join(parent, 'secrets'), { a: 'one' }, fs)).rejects.toThrow('EIO: sync');
});

test('a private file has its new content or, after a failure, the old one', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'token');
  await writePrivateFile(path, 'old');
  for (const name of ['open', 'writeFile', 'sync', 'rename']) {
    await expect(writePrivateFile(path, 'new', failing(name))).rejects.toThrow('EIO');
    expect([await readFile(path, 'utf8'), await readdir(folder)]).toEqual(['old', ['token']]);
  }
  await writePrivateFile(path, 'new');
  expect([await readFile(path, 'utf8'), await modeOf(path)]).toEqual(['new', only(0o600)]);
});

test('a private file is on the disk before it has its name', async () => {
  const calls: string[] = [];
  const fs = watchedFileSystem(({ name }) => calls.push(name));
  await writePrivateFile(join(await temporaryFolder(), 'token'), 'x', fs);
  expect(calls).toEqual(['open', 'writeFile', 'sync', 'close', 'rename']);
});

test('a private file is read only if no other account may open it', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'token');
  expect(await readPrivateFile(path, 'linux')).toEqual({ ok: true, value: undefined });
  await writePrivateFile(path, 'secret');
  if (isPosix) {
    expect(await readPrivateFile(path, 'linux')).toEqual({ ok: true, value: 'secret' });
    for (const mode of [0o640, 0o604, 0o610]) {
      await chmod(path, mode);
      expect(await readPrivateFile(path, 'linux')).toEqual({
        ok: false,
        problem: 'other accounts may open token; make it private with chmod 600',
      });
    }
  }
  expect(await readPrivateFile(path, 'win32')).toEqual({ ok: true, value: 'secret' });
});

test('says which private file cannot be read', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'token'), { mode: 0o700 });
  expect(await readPrivateFile(join(folder, 'token'))).toMatchObject({
    ok: false,
    problem: expect.stringMatching(/^token cannot be read: ./),
  });
});

test('a sweep removes what a killed process left long ago, and nothing else', async () => {
  const parent = await temporaryFolder();
  const folder = join(parent, 'secrets');
  const end = '0123456789abcdef.saving';
  await sweepPrivateFolder(folder);
  await createPrivateFolder(folder, { token: 'x' });
  const old = [`secrets.${end}`, `secrets/token.${end}`, `other.${end}`, `secrets/notes.saving`];
  for (const name of [...old, `secrets/young.${end}`]) await writeFile(join(parent, name), '');
  await mkdir(join(parent, `secrets.f${end.slice(1)}`, 'in'), { recursive: true });
  old.push(`secrets.f${end.slice(1)}`);
  const longAgo = new Date(Date.now() - 60_000);
  for (const name of [...old, 'secrets/token']) await utimes(join(parent, name), longAgo, longAgo);
  await sweepPrivateFolder(folder);
  expect((await readdir(parent)).toSorted()).toEqual([`other.${end}`, 'secrets']);
  expect((await readdir(folder)).toSorted()).toEqual(['notes.saving', 'token', `young.${end}`]);
});

test('a sweep goes on after a file that another sweep has removed meanwhile', async () => {
  const folder = join(await temporaryFolder(), 'secrets');
  await createPrivateFolder(folder, {});
  for (const digit of ['0', '1', '2']) await writeFile(join(folder, `token.${digit.repeat(16)}.saving`), '');
  const later = Date.now() + 60_000;
  const [first = ''] = readdirSync(folder);
  const now = vi.spyOn(Date, 'now').mockImplementation(() => {
    rmSync(join(folder, first), { force: true });
    return later;
  });
  onTestFinished(() => now.mockRestore());
  await sweepPrivateFolder(folder);
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  ['EEXIST', 'token', false],
  ['EPERM', 'token', false],
  ['EIO', 'token', 'EIO'],
  ['EPERM', null, 'EPERM'],
  ['EPERM', undefined, 'EPERM'],
])('a private folder whose name cannot be given because of %s, beside one with %s', async (code, file, expected) => {
  const folder = join(await temporaryFolder(), 'secrets');
  if (file !== undefined) await mkdir(folder);
  if (file) await writeFile(join(folder, file), '');
  const fs = watchedFileSystem(({ name }) => {
    if (name === 'rename') throw systemError(code, 'rename');
  });
  const created = createPrivateFolder(folder, { a: 'one' }, fs);
  expect(await created.catch(({ code }) => code)).toBe(expected);
});

test('a folder that cannot be swept is no fault, and a wrong path is', async () => {
  const parent = await temporaryFolder();
  await sweepPrivateFolder(join(parent, 'x'.repeat(300)));
  await expect(sweepPrivateFolder(join(parent, '\0'))).rejects.toThrow(TypeError);
  await expect(readPrivateFile(join(parent, '\0'))).rejects.toThrow(TypeError);
});
