import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRequests, requestLine, requestsPath, writeRequests } from '../../../server/store/requests-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { systemError, watchedFileSystem } from './failing-file-system.ts';

// Only the line of a request matters here, not its members.
const lineOf = (id: number) => requestLine({ id, path: '/é "x"' } as never);
const idsIn = async (path: string) => (await readRequests(path)).map(({ id }) => id);

async function file() {
  const folder = await temporaryFolder();
  return { folder, path: requestsPath(join(folder, 'w.json')) };
}

test('requests are read as they were written, the oldest first, from a file beside the workspace', async () => {
  const { folder, path } = await file();
  expect(await writeRequests(path, [1, 2, 3].map(lineOf))).toBeNull();
  expect(await readdir(folder)).toEqual(['w.json.requests']);
  expect(await readRequests(path)).toEqual([1, 2, 3].map((id) => ({ id, path: '/é "x"' })));
  expect(await writeRequests(path, [lineOf(4)])).toBeNull();
  expect(await idsIn(path)).toEqual([4]);
});

test('without requests there is no file', async () => {
  const { folder, path } = await file();
  expect(await idsIn(path)).toEqual([]);
  await writeRequests(path, [lineOf(1)]);
  expect(await writeRequests(path, [])).toBeNull();
  expect(await readdir(folder)).toEqual([]);
});

test('skips damaged lines and reads the others', async () => {
  const { path } = await file();
  await writeRequests(path, [1, 2, 3, 4, 5].map(lineOf));
  const [head = '', first = '', second = '', third = '', fourth = '', fifth = ''] = (
    await readFile(path, 'utf8')
  ).split('\n');
  const lines = [first.replace('"id":1', '"id":9'), second.slice(0, 40), '', third.slice(1), 'x', fourth];
  // The last line was cut off by a crash.
  await writeFile(path, [head, ...lines, fifth.slice(0, -1)].join('\n'));
  expect(await idsIn(path)).toEqual([4]);
  const digestOfNothing = createHash('sha256').update('').digest('hex').slice(0, 16);
  await writeFile(path, [head, `${digestOfNothing} `, fourth].join('\n'));
  expect(await idsIn(path)).toEqual([4]);
});

test('reads nothing from a file of another format, or one that cannot be read', async () => {
  const { folder, path } = await file();
  await writeFile(path, `another format\n${lineOf(1)}\n`);
  expect(await idsIn(path)).toEqual([]);
  const inFolder = join(folder, 'folder.requests');
  await mkdir(inFolder);
  expect(await idsIn(inFolder)).toEqual([]);
  const failing = watchedFileSystem(({ name }) => {
    throw systemError('EIO', name);
  });
  expect(await readRequests(path, failing)).toEqual([]);
  await expect(readRequests('\0')).rejects.toThrow(TypeError);
});

test('says why the file cannot be written', async () => {
  const { folder } = await file();
  const path = join(folder, 'missing', 'w.json.requests');
  expect(await writeRequests(path, [lineOf(1)])).toMatch(/w\.json\.requests/);
});
