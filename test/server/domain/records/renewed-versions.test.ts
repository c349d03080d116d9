import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { EditHistory } from '../../../../server/domain/records/edit-history.ts';
import { renewVersions } from '../../../../server/domain/records/record-edit.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { startAbove } from '../../../../server/domain/records/version-watermarks.ts';

const definition = { name: 'things', key: 'id', sort: null, time: null, schema: null };

function collectionOf(...values: readonly JsonObject[]): SharedCollection {
  return new SharedCollection(definition, values);
}

/** The versions of a record: live, then fixture. */
const versions = (collection: SharedCollection, id: string) =>
  [collection.get(id), collection.fixture(id)].map((one) => one?.version ?? null);

test('all records of both levels get versions above the given one, and pauses lie between them', () => {
  const collection = collectionOf({ id: 'a' }, { id: 'b' }, { id: 'c' });
  collection.write('b', { id: 'b', n: 1 });
  collection.remove('c');
  collection.write('d', { id: 'd' });
  const work = renewVersions(collection, 10);
  work.next();
  const meanwhile = collection.write('e', { id: 'e' });
  expect(meanwhile.version).toBeGreaterThan(10);
  let pauses = 1;
  while (!work.next().done) pauses += 1;
  expect(pauses).toBeGreaterThanOrEqual(5);
  expect(versions(collection, 'a')).toEqual([11, 11]);
  expect(versions(collection, 'b')).toEqual([12, 11]);
  const [removed, fixture] = versions(collection, 'c');
  expect(removed).toBeNull();
  expect(fixture).toBeGreaterThan(10);
  const [created, none] = versions(collection, 'd');
  expect(created).toBeGreaterThan(10);
  expect(none).toBeNull();
  // A record without a fixture is renewed once.
  expect(created).toBe(11);
});

test('a record that is removed before its turn gets no version', () => {
  const collection = collectionOf();
  for (const id of ['a', 'b']) collection.write(id, { id });
  const work = renewVersions(collection, 10);
  work.next();
  collection.remove('b');
  const { revision } = collection;
  finish(work);
  expect([collection.revision, versions(collection, 'b')]).toEqual([revision, [null, null]]);
});

test('reset gives a record the value of its fixture with a new version, and changes no other', () => {
  const collection = collectionOf({ id: 'a', n: 0 }, { id: 'b', n: 0 });
  collection.write('a', { id: 'a', n: 1 });
  collection.write('c', { id: 'c' });
  const { revision } = collection;
  for (const id of ['a', 'b', 'c']) collection.reset(id);
  expect([collection.get('a')?.value.n, collection.get('c'), collection.changedCount]).toEqual([0, undefined, 0]);
  expect(['a', 'b'].map((id) => versions(collection, id))).toEqual([
    [3, 1],
    [1, 1],
  ]);
  expect(collection.revision).toBe(revision + 2);
});

test('an edit that changes neither level is none', () => {
  const collection = collectionOf({ id: 'a', n: 0 });
  collection.edit('a', { id: 'a', n: 0 }, { id: 'a', n: 0 });
  expect([collection.revision, versions(collection, 'a')]).toEqual([0, [1, 1]]);
});

test('an edit can be undone after its record has got a new version', async () => {
  const collection = collectionOf({ id: 'a', n: 0 });
  const history = new EditHistory({ now: () => 0 });
  const value = { id: 'a', n: 1 };
  history.perform('edit', [{ collection, id: 'a' }], () => collection.edit('a', value, value));
  finish(renewVersions(collection, 10));
  await history.undo();
  expect([collection.get('a')?.value.n, collection.fixture('a')?.value.n]).toEqual([0, 0]);
  expect(collection.get('a')?.version).toBeGreaterThan(11);
});

test('a version above a lower one than before does not lower what later records start above', () => {
  for (const collection of [collectionOf(), collectionOf().newSession()]) {
    collection.renew('a', 10);
    collection.renew('a', 3);
    expect(collection.write('a', { id: 'a' }).version).toBe(11);
  }
  const collection = collectionOf();
  for (const above of [10, 3]) finish(renewVersions(collection, above));
  expect(collection.write('a', { id: 'a' }).version).toBe(11);
});

test('an edit has a version above those of both levels and of sessions', () => {
  const live = collectionOf({ id: 'a', n: 0 });
  for (const n of [1, 2, 3, 4]) live.write('a', { id: 'a', n });
  live.edit('a', { id: 'a', n: 9 }, { id: 'a', n: 8 });
  expect(versions(live, 'a')[0]).toBe(6);
  expect(versions(live, 'a')[1]).toBeGreaterThan(6);
  const seen = collectionOf({ id: 'a', n: 0 });
  const session = seen.newSession();
  for (const n of [1, 2, 3, 4]) session.write('a', { id: 'a', n });
  seen.edit('a', { id: 'a', n: 9 }, { id: 'a', n: 9 });
  expect(versions(seen, 'a')).toEqual([6, 6]);
});

test('a fixture alone that is edited gets a version above that of the live record', () => {
  const collection = collectionOf({ id: 'a', n: 0 });
  for (const n of [1, 2, 3, 4]) collection.write('a', { id: 'a', n });
  collection.edit('a', { id: 'a', n: 9 }, { id: 'a', n: 4 });
  expect(versions(collection, 'a')).toEqual([5, 6]);
});

test.each([1, 2])('a promoted record whose version a session may know has another one as a fixture', (writes) => {
  const collection = collectionOf({ id: 'a', n: 0 }, { id: 'b', n: 0 });
  collection.write('a', { id: 'a', n: 1 });
  const session = collection.newSession();
  for (let n = 1; n <= writes; n += 1) session.write('b', { id: 'b', n });
  collection.promote('a');
  expect(versions(collection, 'a')).toEqual([2, writes + 2]);
});

test('watermarks tell the versions that a restart must not give out again, and no others', () => {
  const of = (change: (collection: SharedCollection) => void) => {
    const collection = collectionOf({ id: 'a', n: 0 }, { id: 'b', n: 0 });
    change(collection);
    const { floor, versions } = collection.watermarks();
    return [floor, [...versions]];
  };
  expect(of(() => {})).toEqual([0, []]);
  expect(of((one) => [1, 2].map((n) => one.write('a', { id: 'a', n })))).toEqual([0, [['a', 4]]]);
  expect(of((one) => one.write('a', { id: 'a', n: 0 }))).toEqual([0, [['a', 2]]]);
  expect(of((one) => one.edit('a', { id: 'a', n: 5 }, { id: 'a', n: 0 }))).toEqual([0, [['a', 2]]]);
  expect(of((one) => one.write('c', { id: 'c' }))).toEqual([2, []]);
  const removed = of((one) => {
    for (const n of [1, 2]) one.write('c', { id: 'c', n });
    one.remove('c');
  });
  expect(removed).toEqual([2, []]);
});

test('a collection that is created in pieces goes on with versions as one that is created at once', () => {
  const watermarks = { ...startAbove(3), versions: new Map([['gone', 7]]) };
  const inPieces = finish(SharedCollection.inPieces(definition, [], watermarks, {}));
  const atOnce = new SharedCollection(definition, [], watermarks);
  for (const collection of [inPieces, atOnce, inPieces.newSession()]) {
    expect(collection.write('gone', { id: 'gone' }).version).toBe(8);
  }
});

test('a session keeps its own record when the fixture is deleted', () => {
  const collection = collectionOf({ id: 'a', n: 0 });
  const session = collection.newSession();
  const own = session.write('a', { id: 'a', n: 1 });
  collection.edit('a', undefined, undefined);
  expect([session.get('a'), session.fixture('a')]).toEqual([own, undefined]);
});
