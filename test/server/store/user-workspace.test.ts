import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ensureUserWorkspace, userDataFolder } from '../../../server/store/user-workspace.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test.each([
  ['linux', {}, '/home/ada/.local/share/mock-api-console'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/data/mock-api-console'],
  ['linux', { XDG_DATA_HOME: 'relative' }, '/home/ada/.local/share/mock-api-console'],
  ['freebsd', {}, '/home/ada/.local/share/mock-api-console'],
  ['darwin', { XDG_DATA_HOME: '/data' }, '/home/ada/Library/Application Support/Mock API Console'],
  ['win32', { APPDATA: '/appdata' }, '/appdata/Mock API Console'],
  ['win32', {}, '/home/ada/AppData/Roaming/Mock API Console'],
] as const)('on %s with %j the data are in %s', (platform, env, folder) => {
  expect(userDataFolder(env, platform, () => '/home/ada')).toBe(folder);
});

test('the first start copies the sample; later starts keep the copy', async () => {
  const folder = await temporaryFolder();
  const sample = join(folder, 'sample.json');
  await writeFile(sample, 'sample');
  const data = join(folder, 'a', 'b');
  const path = join(data, 'workspace.json');
  expect(await ensureUserWorkspace(sample, data)).toEqual({ ok: true, value: { path, isNew: true } });
  expect(await readFile(path, 'utf8')).toBe('sample');
  await writeFile(path, 'edited');
  expect(await ensureUserWorkspace(sample, data)).toEqual({ ok: true, value: { path, isNew: false } });
  expect(await readFile(path, 'utf8')).toBe('edited');
});

test('the copy of a read-only sample is writable', async () => {
  const folder = await temporaryFolder();
  const sample = join(folder, 'sample.json');
  await writeFile(sample, 'sample', { mode: 0o444 });
  const copied = await ensureUserWorkspace(sample, join(folder, 'data'));
  expect(copied.ok && (await stat(copied.value.path)).mode & 0o200).toBe(0o200);
});

test('refuses a data folder that cannot be created', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'sample.json'), 'sample');
  expect(await ensureUserWorkspace(join(folder, 'sample.json'), join(folder, 'sample.json', 'data'))).toMatchObject({
    ok: false,
    problem: { detail: 'workspace.json could not be saved: a part of its path is not a folder (ENOTDIR).' },
  });
});
