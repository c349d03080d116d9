import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRecent, withRecent, writeRecent } from '../../../server/store/recent-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('the list has the latest file first, no file twice and at most ten files', () => {
  expect(withRecent(['a', 'b', 'c'], 'b')).toEqual(['b', 'a', 'c']);
  expect(
    withRecent(
      Array.from({ length: 10 }, (_, index) => `${index}`),
      'x',
    ),
  ).toHaveLength(10);
});

test('the list omits missing files; a damaged list is empty', async () => {
  const folder = await temporaryFolder();
  const [list, there] = [join(folder, 'recent.json'), join(folder, 'there.json')];
  expect(readRecent(list)).toEqual([]);
  writeFileSync(there, '{}');
  writeRecent(list, [join(folder, 'gone.json'), there]);
  expect(readRecent(list)).toEqual([there]);
  writeFileSync(list, JSON.stringify([7, there]));
  expect(readRecent(list)).toEqual([there]);
  writeFileSync(list, JSON.stringify({ 0: there }));
  expect(readRecent(list)).toEqual([]);
  writeFileSync(list, '["');
  expect(readRecent(list)).toEqual([]);
});

test('a bug is no list that cannot be written', () => {
  expect(() => writeRecent('\0', [])).toThrow(TypeError);
});

test('a list that cannot be written stays as it was, and opening goes on', async () => {
  const folder = await temporaryFolder();
  writeRecent(join(folder, 'none', 'recent.json'), [folder]);
  mkdirSync(join(folder, 'recent.json'));
  writeRecent(join(folder, 'recent.json'), [folder]);
  expect(readRecent(join(folder, 'recent.json'))).toEqual([]);
});
