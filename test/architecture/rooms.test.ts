/** Every import of the program against the table of rooms; then planted files that the same checks must refuse. */
import { describe, expect, test } from 'vitest';
import { readImports, readSources, type Sources } from './imports.ts';
import { findCrowded, findFileCircles, findForbidden, findHomeless, findRoomCircles, roomOf } from './judge.ts';
import { maxFiles, rooms } from './rooms.ts';

const sources = readSources();
const paths = [...sources.keys()];
const imports = readImports(sources);

describe('the program', () => {
  test('has a room for every file', () => {
    expect(findHomeless(paths, rooms)).toEqual([]);
  });

  test('has files in every room', () => {
    const used = new Set(paths.map((path) => roomOf(path, rooms)?.path));
    const folders = rooms.filter(({ path }) => !path.endsWith('.ts')).map(({ path }) => path);
    expect(folders.filter((path) => !used.has(path))).toEqual([]);
  });

  test('imports only what the table allows', () => {
    expect(findForbidden(imports, rooms)).toEqual([]);
  });

  test('has no circle of files', () => {
    expect(findFileCircles(imports)).toEqual([]);
  });

  test('has no circle of rooms', () => {
    expect(findRoomCircles(imports, rooms)).toEqual([]);
  });

  test('has no crowded room but those that list alike things', () => {
    expect(findCrowded(paths, maxFiles)).toEqual(
      rooms.flatMap(({ path, alike }) => (alike === undefined ? [] : [path])).sort(),
    );
  });
});

const upward = 'server/domain/json/plant.ts';
const target = 'server/store/workspace-file.ts';

test.each([
  ['a value', `import { part } from '../../store/workspace-file.ts';`],
  ['a type', `import type { Part } from '../../store/workspace-file.ts';`],
  ['a type among values', `import { type Part } from '../../store/workspace-file.ts';`],
  ['nothing', `import '../../store/workspace-file.ts';`],
  ['a re-export', `export { part } from '../../store/workspace-file.ts';`],
  ['a re-exported type', `export type { Part } from '../../store/workspace-file.ts';`],
  ['everything, re-exported', `export * from '../../store/workspace-file.ts';`],
  ['a module, later', `export const later = () => import('../../store/workspace-file.ts');`],
  ['a type in an expression', `export type Part = import('../../store/workspace-file.ts').Part;`],
  ['the type of a module', `export type Module = typeof import('../../store/workspace-file.ts');`],
  ['a module in the old way', `import file = require('../../store/workspace-file.ts');`],
  ['a detour', `import { part } from './../records/../../store/workspace-file.ts';`],
  ['a query', `import text from '../../store/workspace-file.ts?raw';`],
])('refuses an upward import of %s', (_kind, source) => {
  expect(findForbidden(plant([upward, source]), rooms)).toEqual([`${upward} → ${target}`]);
});

test.each([
  ['server/domain/json/plant.ts', `import 'node:fs';`, 'node'],
  ['server/domain/json/plant.ts', `import type { z } from 'zod';`, 'zod'],
  ['server/contract/schema/plant.ts', `import 'koa';`, 'koa'],
  ['server/log/plant.ts', `import Router from '@koa/router';`, '@koa/router'],
  ['server/host.ts', `import 'electron';`, 'electron'],
  ['renderer/console/plant.ts', `import { Star } from 'lucide-react';`, 'lucide-react'],
  ['renderer/ui/form/plant.ts', `import { EditorView } from '@codemirror/view';`, '@codemirror/view'],
  ['server/commands/plant.ts', 'export const later = (path: string) => import(path);', 'computed'],
  ['server/commands/plant.ts', `import { host } from '../host.ts';`, 'server/host.ts'],
  ['server/client/plant.ts', `import { log } from '../log/log-entry.ts';`, 'server/log/log-entry.ts'],
  ['electron/plant.ts', `import { ring } from '../server/log/ring.ts';`, 'server/log/ring.ts'],
  [
    'renderer/features/requests/plant.ts',
    `import '../try-it/try-it-view.tsx';`,
    'renderer/features/try-it/try-it-view.tsx',
  ],
  ['renderer/features/requests/plant.ts', `import '../../../server/log/ring.ts';`, 'server/log/ring.ts'],
  ['server/log/plant.ts', `import manifest from '../../package.json';`, 'package.json'],
])('refuses in %s: %s', (path, source, to) => {
  expect(findForbidden(plant([path, source]), rooms)).toEqual([`${path} → ${to}`]);
});

test('finds a circle of files that only types close', () => {
  const circle = plant(
    ['server/log/one.ts', `import type { Two } from './two.ts';\nexport type One = Two;`],
    ['server/log/two.ts', `export type Two = import('./three.ts').Three;`],
    ['server/log/three.ts', `export type { One as Three } from './one.ts';`],
  );
  expect(findForbidden(circle, rooms)).toEqual([]);
  expect(findFileCircles(circle)).toEqual(['server/log/one.ts server/log/three.ts server/log/two.ts']);
});

test('finds a circle of rooms whose files have none', () => {
  const circle = plant(
    ['server/log/one.ts', `import '../store/one.ts';`],
    ['server/store/two.ts', `import type { Part } from '../log/two.ts';`],
  );
  expect(findFileCircles(circle)).toEqual([]);
  expect(findRoomCircles(circle, rooms)).toEqual(['server/log server/store']);
});

test('finds a file that lies flat in server/, and a folder without a row', () => {
  const planted = ['server/helper.ts', 'server/host.ts', 'server/utilities/text.ts', 'renderer/features/new/view.tsx'];
  expect(findHomeless(planted, rooms)).toEqual([
    'renderer/features/new/view.tsx',
    'server/helper.ts',
    'server/utilities/text.ts',
  ]);
});

test('finds a crowded room', () => {
  const files = (count: number, folder: string) => Array.from({ length: count }, (_, index) => `${folder}/${index}.ts`);
  expect(findCrowded([...files(maxFiles, 'server/log'), ...files(maxFiles + 1, 'server/store')], maxFiles)).toEqual([
    'server/store',
  ]);
});

test('has rows that name only rows above them', () => {
  const misplaced = rooms.flatMap((room, index) =>
    room.rooms
      .filter((name) => !name.endsWith('/**') && !rooms.slice(0, index).some(({ path }) => path === name))
      .map((name) => `${room.path} → ${name}`),
  );
  expect(misplaced).toEqual([]);
});

function plant(...files: readonly (readonly [path: string, source: string])[]) {
  const planted: Sources = new Map(files);
  return readImports(planted);
}
