import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pieceLength, type RunWork } from '../../../server/domain/basics/work.ts';
import type { Json } from '../../../server/domain/json/json.ts';
import { nodeFileSystem } from '../../../server/store/file-system.ts';
import {
  allAbove,
  decodeRecovery,
  encodeRecovery,
  highestOf,
  isKnownContent,
  type Recovery,
  readRecovery,
  recoveryPath,
  watermarksOf,
} from '../../../server/store/recovery-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const version = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const counter = fc.oneof(fc.constant(0), version);
const name = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', '"', '\u2028'));
const watermarks = fc.record({
  ...{ floor: counter, first: version, sessions: counter },
  versions: fc.array(fc.tuple(name, version), { maxLength: 5 }).map((entries) => new Map(entries)),
});
const recovery = fc.record({
  of: fc.record({ seal: fc.option(fc.string()), digest: fc.string() }),
  before: fc.option(fc.string(), { nil: undefined }),
  watermarks: fc.record({
    floor: counter,
    collections: fc.array(fc.tuple(name, watermarks), { maxLength: 4 }).map((entries) => new Map(entries)),
  }),
});

test('what is written is read again', () => {
  fc.assert(
    fc.property(recovery, fc.option(fc.string(), { nil: undefined }), ({ of, before, watermarks }, stamp) => {
      const whole: Recovery = { of: { ...of, ...(stamp !== undefined && { stamp }) }, before, watermarks };
      expect(decodeRecovery([...encodeRecovery(whole)].join(''))).toEqual(whole);
    }),
  );
});

const format = 'mock-api-console recovery 1';
const users = { floor: 3, first: 2, sessions: 4, versions: { 42: 5 } };
const valid = { format, of: 'digest', seal: 'seal', stamp: 'stamp', before: 'old', floor: 1, collections: { users } };

test('reads a file, and what an older one leaves out', () => {
  const versions = new Map([['42', 5]]);
  expect(decodeRecovery(JSON.stringify(valid))).toEqual({
    of: { digest: 'digest', seal: 'seal', stamp: 'stamp' },
    before: 'old',
    watermarks: { floor: 1, collections: new Map([['users', { floor: 3, first: 2, sessions: 4, versions }]]) },
  });
  const older = { format, of: 'digest', collections: { users: { floor: 3, versions: {} } } };
  expect(decodeRecovery(JSON.stringify(older))).toEqual({
    of: { digest: 'digest', seal: null },
    before: undefined,
    watermarks: {
      floor: 0,
      collections: new Map([['users', { floor: 3, first: 1, sessions: 0, versions: new Map() }]]),
    },
  });
});

const withUsers = (change: { readonly [name: string]: Json }) => ({ collections: { users: { ...users, ...change } } });

test.each<[string, { readonly [name: string]: Json }]>([
  ['another format', { format: 'mock-api-console recovery 2' }],
  ['a digest that is no text', { of: 5 }],
  ['a seal that is no text', { seal: 5 }],
  ['a stamp that is no text', { stamp: 5 }],
  ['a stamp of null', { stamp: null }],
  ['an earlier digest that is no text', { before: 5 }],
  ['a floor below zero', { floor: -1 }],
  ['a floor that is no integer', { floor: 1.5 }],
  ['a floor that is no number', { floor: '1' }],
  ['a floor that is not exact', { floor: 2 ** 53 }],
  ['collections that are no object', { collections: [] }],
  ['a collection that is no object', { collections: { users: 5 } }],
  ['a collection without a floor', { collections: { users: { versions: {} } } }],
  ['a collection with a floor below zero', withUsers({ floor: -1 })],
  ['a first version of zero', withUsers({ first: 0 })],
  ['sessions below zero', withUsers({ sessions: -1 })],
  ['versions that are no object', withUsers({ versions: [] })],
  ['a version of zero', withUsers({ versions: { 1: 5, 2: 0 } })],
  ['a version that is no number', withUsers({ versions: { 1: '5' } })],
])('a file with %s is damaged', (_, change) => {
  expect(decodeRecovery(JSON.stringify({ ...valid, ...change }))).toBeUndefined();
});

test.each(['', '{', 'null', '[]', '5'])('the text %j is damaged', (text) => {
  expect(decodeRecovery(text)).toBeUndefined();
});

test('knows the content that it belongs to, and the one before', () => {
  const known = (before?: string) => {
    const recovery: Recovery = { of: { digest: 'new', seal: null }, before, watermarks: allAbove(0) };
    return ['new', 'old', ''].map((digest) => isKnownContent(recovery, digest));
  };
  expect(known('old')).toEqual([true, true, false]);
  expect(known()).toEqual([true, false, false]);
});

test('a collection that is not listed starts above the floor', () => {
  const listed = { floor: 3, first: 1, sessions: 0, versions: new Map([['a', 9]]) };
  const both = { floor: 5, collections: new Map([['users', listed]]) };
  expect(watermarksOf(both, 'users')).toBe(listed);
  expect(watermarksOf(both, 'others')).toMatchObject({ floor: 5 });
  expect(watermarksOf(allAbove(7), 'users')).toMatchObject({ floor: 7 });
  expect([highestOf(both), highestOf(allAbove(7)), highestOf({ ...both, floor: 10 })]).toEqual([9, 7, 10]);
});

test('reads the file beside a workspace, in pieces', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'workspace.json');
  expect(recoveryPath(path)).toBe(`${path}.recovery`);
  expect(await readRecovery(path, nodeFileSystem)).toBeUndefined();
  await writeFile(recoveryPath(path), '{');
  expect(await readRecovery(path, nodeFileSystem)).toBe('damaged');
  const versions = Object.fromEntries(Array.from({ length: 2 * pieceLength + 1 }, (_, index) => [`id ${index}`, 1]));
  await writeFile(recoveryPath(path), JSON.stringify({ ...valid, ...withUsers({ versions }) }));
  let pauses = 0;
  const counted: RunWork = async (work) => {
    for (;;) {
      const { done, value } = work.next();
      if (done) return value;
      pauses += 1;
    }
  };
  expect(await readRecovery(path, nodeFileSystem, counted)).toMatchObject({ of: { digest: 'digest' } });
  // One before the collection, and one for every 512 of its records.
  expect(pauses).toBe(3);
});
