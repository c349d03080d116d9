import { expect, test } from 'vitest';
import { finish, wholeRecordsLength } from '../../../../server/domain/basics/work.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { keyOfId } from '../../../../server/domain/records/assign-key.ts';
import type { Collection } from '../../../../server/domain/records/collection.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { startAbove } from '../../../../server/domain/records/version-watermarks.ts';

const definition = { name: 'things', key: 'id', sort: null, time: null, schema: null };

function collectionOf(...values: readonly JsonObject[]): SharedCollection {
  return new SharedCollection(definition, values);
}

const knows = (collection: Collection, name: string) => collection.fields.find(name) !== undefined;

test('made keys differ from those of all records and from each other', () => {
  const collection = collectionOf({ id: 'a' });
  collection.write('b', { id: 'b' });
  const ids = ['a', 'b', 'c', 'c', 'a', 'd', 'e'];
  const newKey = collection.newKeys(() => ids.shift() ?? '');
  expect([newKey(), newKey()]).toEqual(['c', 'd']);
  expect(collection.nextKey(() => 'c')).toBe('c');
});

test('made keys follow the schema once the collection has another one', () => {
  const collection = collectionOf();
  expect(collection.nextKey(() => 'new')).toBe('new');
  collection.redefine({ ...definition, schema: { properties: { id: { const: 'only' } } } });
  expect(collection.nextKey(() => 'new')).toBe('only');
});

test('a key that was dropped is made again, here and in a session', () => {
  const collection = collectionOf({ id: 7 });
  const session = collection.newSession();
  collection.write('9', { id: 9 });
  expect([collection, session].map((one) => one.nextKey(() => 'made'))).toEqual([10, 8]);
  collection.remove('9');
  expect(collection.nextKey(() => 'made')).toBe(10);
  collection.dropKey(3);
  expect(collection.nextKey(() => 'made')).toBe(10);
  collection.dropKey(9);
  expect(collection.nextKey(() => 'made')).toBe(8);
  collection.edit('8', { id: 8 }, { id: 8 });
  expect(session.nextKey(() => 'made')).toBe(9);
  collection.edit('8', undefined, undefined);
  collection.dropKey(8);
  expect([collection, session].map((one) => one.nextKey(() => 'made'))).toEqual([8, 8]);
});

test('keys continue after those of records that were written before the first key is made', () => {
  const collection = collectionOf({ id: 1 }, { id: 5 });
  collection.write('6', { id: 6 });
  collection.remove('1');
  expect(collection.nextKey(() => 'made')).toBe(7);
});

test('the key of an id has the JSON type of the other keys', () => {
  expect(keyOfId(collectionOf({ id: 1 }), '7')).toBe(7);
  expect(keyOfId(collectionOf({ id: '1' }), '7')).toBe('7');
  expect(keyOfId(collectionOf(), '7')).toBe('7');
});

test('dropped fields become known again by the records that have them, with pauses between many', () => {
  const count = 5 * wholeRecordsLength;
  const collection = collectionOf(...Array.from({ length: count }, (_, id) => ({ id, filed: 1 })));
  const session = collection.newSession();
  for (let id = 0; id < count; id++) session.write(String(id), { id, own: 1 });
  session.write('0', { id: 0, former: 1 });
  session.write('0', { id: 0, own: 1 });
  session.remove('1');
  expect(['filed', 'own', 'former'].map((name) => knows(session, name))).toEqual([true, true, true]);
  collection.dropFields();
  expect(session.indexedFields).toBeUndefined();
  // As many pauses for the fixtures as for the changes.
  expect([...session.indexFields()]).toHaveLength(10);
  expect(['filed', 'own', 'former'].map((name) => knows(session, name))).toEqual([true, true, false]);
  expect([...session.indexFields()]).toEqual([]);
});

test('fields that are dropped during a scan are scanned again', () => {
  const collection = collectionOf(...Array.from({ length: 3 * wholeRecordsLength }, (_, id) => ({ id, n: 1 })));
  const work = collection.indexFields();
  work.next();
  collection.dropFields();
  finish(work);
  expect(knows(collection, 'n')).toBe(true);
});

test('live states without fields of their own share the catalogue of the fixtures', () => {
  const collection = collectionOf({ id: 'a', n: 1 });
  const session = collection.newSession();
  const shared = collection.fields;
  expect(session.fields).toBe(shared);
  session.write('a', { id: 'a', n: 2 });
  expect(session.fields).toBe(shared);
  session.write('a', { id: 'a', own: 2 });
  expect(session.fields).not.toBe(shared);
});

test('indexing ahead prepares keys and fields', () => {
  const collection = collectionOf({ id: 1, n: 1 }, { id: 2 });
  finish(collection.index());
  expect(collection.indexedFields?.find('n')).toBeDefined();
  expect([collection.get('2')?.value, collection.get('3')]).toEqual([{ id: 2 }, undefined]);
  expect(collection.nextKey(() => 'made')).toBe(3);
});

test('keys that come while the keys are indexed are not forgotten', () => {
  const collection = collectionOf(...Array.from({ length: 2000 }, (_, id) => ({ id })));
  const indexing = collection.base.indexKeys();
  indexing.next();
  collection.edit('5000', { id: 5000 }, { id: 5000 });
  finish(indexing);
  expect(collection.nextKey(() => 'made')).toBe(5001);
});

test('an observer that stopped receives no more changes', () => {
  const collection = collectionOf();
  const seen: string[] = [];
  const stop = collection.observe(({ id }) => seen.push(id));
  collection.write('a', { id: 'a' });
  stop();
  collection.write('b', { id: 'b' });
  expect(seen).toEqual(['a']);
});

test('tells which members a write changed', () => {
  const collection = collectionOf({ id: 'a', n: 1, m: 1 });
  const changes: unknown[] = [];
  collection.observe(({ changed }) => changes.push(changed));
  collection.write('a', { id: 'a', n: 2, m: 1 });
  collection.remove('a');
  expect(changes).toEqual([['n'], null]);
  expect(knows(collection, 'n')).toBe(true);
});

test('a record that equals its fixture again is in no layer once it is the fixture', () => {
  const collection = collectionOf({ id: 'a', n: 1 });
  collection.write('a', { id: 'a', n: 2 });
  expect([...collection.layeredIds()]).toEqual(['a']);
  collection.promote('a');
  expect([...collection.layeredIds()]).toEqual([]);
});

test('the revision of the definition counts every new definition', () => {
  const collection = collectionOf();
  const { defined } = collection;
  collection.redefine({ ...definition, sort: 'n' }, 3);
  expect(collection.defined).toBe(defined + 3);
});

test('the highest version is that of all records, removed ones and sessions', () => {
  const versions = new Map([['gone', 7]]);
  const collection = new SharedCollection(definition, [{ id: 'a' }], { ...startAbove(2), sessions: 4, versions });
  expect(collection.base.highestVersion).toBe(7);
  expect(collectionOf({ id: 'a' }).base.highestVersion).toBe(1);
  expect(new SharedCollection(definition, [], { ...startAbove(2), sessions: 9 }).base.highestVersion).toBe(9);
  for (let n = 0; n < 10; n++) collection.write('a', { id: 'a', n });
  expect(collection.base.highestVersion).toBe(collection.get('a')?.version);
  collection.remove('a');
  collection.write('b', { id: 'b' });
  expect(collection.base.highestVersion).toBe(collection.get('b')?.version);
});

test('an edited fixture is above every version of a session, also of one that another instance serves', () => {
  const collection = collectionOf({ id: 'a', n: 0 }, { id: 'b', n: 0 });
  const session = collection.newSession();
  for (let n = 0; n < 5; n++) session.write('b', { id: 'b', n });
  const highest = session.get('b')?.version ?? 0;
  expect(collection.base.sessionsHighest).toBe(highest);
  collection.edit('a', { id: 'a', n: 1 }, { id: 'a', n: 1 });
  expect(collection.fixture('a')?.version).toBe(highest + 1);
  collection.base.noteSessionVersion(30);
  collection.base.noteSessionVersion(20);
  collection.edit('a', { id: 'a', n: 2 }, { id: 'a', n: 2 });
  expect(collection.fixture('a')?.version).toBe(31);
});

test('every change of a fixture is one step of the revision of the fixtures', () => {
  const collection = collectionOf({ id: 'a' });
  const { revision } = collection.base;
  collection.edit('a', { id: 'a', n: 1 }, { id: 'a', n: 1 });
  collection.edit('b', { id: 'b' }, { id: 'b' });
  collection.edit('b', { id: 'b' }, { id: 'b', live: 1 });
  expect(collection.base.revision).toBe(revision + 2);
});

test('a session continues above the versions of earlier ones, and knows its highest', () => {
  const collection = new SharedCollection(definition, [{ id: 'a', n: 0 }], { ...startAbove(0), sessions: 6 });
  const first = collection.newSession({ version: 4, revision: 0 });
  const second = collection.newSession({ version: 20, revision: 0 });
  expect([first.highestVersion, second.highestVersion]).toEqual([6, 20]);
  expect([first, second].map((session) => session.write('a', { id: 'a', n: 1 }).version)).toEqual([7, 21]);
  expect(first.write('b', { id: 'b' }).version).toBe(7);
  expect(first.write('a', { id: 'a', n: 2 }).version).toBe(8);
  expect([first.highestVersion, second.highestVersion]).toEqual([8, 21]);
});

test('a session that has changed a record gives it a new version when its fixture is renewed', () => {
  const collection = collectionOf({ id: 'a', n: 0 }, { id: 'b', n: 0 });
  const session = collection.newSession();
  session.write('a', { id: 'a', n: 1 });
  session.remove('b');
  const before = session.get('a')?.version ?? 0;
  for (const id of ['a', 'b']) collection.renew(id, 10);
  expect(session.get('a')).toMatchObject({ value: { id: 'a', n: 1 } });
  expect(session.get('a')?.version).toBeGreaterThan(Math.max(before, 10));
  expect(session.get('b')).toBeUndefined();
  const { version } = session.get('a') ?? {};
  collection.edit('a', { id: 'a', n: 5 }, { id: 'a', n: 5 });
  expect(session.get('a')?.version).toBe(version);
});

test('the changes of a session are indexed once', () => {
  const session = collectionOf().newSession();
  for (let id = 0; id < 500; id++) session.write(String(id), { id });
  const pieces = () => [...(session.layers.changes?.() ?? [])].length;
  expect(pieces()).toBeGreaterThan(3);
  expect(pieces()).toBe(0);
});

test('watermarks name the records whose fixtures restart at another version, and a floor above all others', () => {
  const collection = collectionOf({ id: 'a', n: 0 }, { id: 'b', n: 0 }, { id: 'c', n: 0 }, { id: 'd', n: 0 });
  expect(collection.watermarks()).toMatchObject({ floor: 0, first: 1, sessions: 0 });
  expect([...collection.watermarks().versions]).toEqual([]);
  collection.edit('a', { id: 'a', n: 1 }, { id: 'a', n: 1 });
  collection.write('b', { id: 'b', n: 1 });
  collection.write('c', { id: 'c', n: 1 });
  collection.write('c', { id: 'c', n: 0 });
  collection.get('d');
  // The live record b is dropped by a restart, so its fixture changes back; that of c has only another version.
  expect([...collection.watermarks().versions]).toEqual([
    ['a', 2],
    ['b', 3],
    ['c', 3],
  ]);
  for (let n = 0; n < 5; n++) collection.write('new', { id: 'new', n });
  expect(collection.watermarks().floor).toBe((collection.get('new')?.version ?? 0) + 1);
  collection.newSession().write('d', { id: 'd', n: 1 });
  for (let n = 0; n < 9; n++) collection.newSession({ version: n + 10, revision: 0 }).write('d', { id: 'd', n });
  expect(new Map(collection.watermarks().versions).get('b')).toBe(collection.base.sessionsHighest + 1);
});
