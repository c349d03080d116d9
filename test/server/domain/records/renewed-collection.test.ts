import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { startAbove } from '../../../../server/domain/records/version-watermarks.ts';
import { rounds } from '../../../support/rounds.ts';

const definition = { name: 'things', key: 'id', sort: null, time: null, schema: null };

function collectionOf(...values: readonly JsonObject[]): SharedCollection {
  return new SharedCollection(definition, values);
}

/** The versions and values of a record: live, then fixture. */
function levels(collection: SharedCollection, id: string) {
  return [collection.get(id), collection.fixture(id)].map((one) => one && [one.version, one.value.n]);
}

test('promote makes the live record the fixture, with its version, and changes nothing without a difference', () => {
  const collection = collectionOf({ id: 'a', n: 0 }, { id: 'b', n: 0 });
  collection.write('a', { id: 'a', n: 1 });
  collection.remove('b');
  collection.write('c', { id: 'c', n: 2 });
  const live = ['a', 'b', 'c'].map((id) => collection.get(id));
  for (const id of ['a', 'b', 'c']) collection.promote(id);
  expect(['a', 'b', 'c'].map((id) => collection.get(id))).toEqual(live);
  expect(['a', 'b', 'c'].map((id) => collection.fixture(id))).toEqual(live);
  expect(collection.isChanged('a')).toBe(false);
  const { revision } = collection;
  collection.promote('a');
  expect(collection.revision).toBe(revision);
});

test('renew gives both levels a version above the given one and leaves their values', () => {
  const collection = collectionOf({ id: 'a', n: 0 }, { id: 'b', n: 0 });
  collection.write('b', { id: 'b', n: 1 });
  for (const id of ['a', 'b', 'c']) collection.renew(id, 10);
  expect(levels(collection, 'a')).toEqual([
    [11, 0],
    [11, 0],
  ]);
  expect(collection.get('a')).toBe(collection.fixture('a'));
  const [live, fixture] = levels(collection, 'b');
  expect([live?.[1], fixture?.[1]]).toEqual([1, 0]);
  expect(Math.min(Number(live?.[0]), Number(fixture?.[0]))).toBeGreaterThan(10);
  expect(live?.[0]).not.toBe(fixture?.[0]);
  expect(collection.write('c', { id: 'c', n: 0 }).version).toBeGreaterThan(10);
  collection.renew('a', 3);
  expect(collection.get('a')?.version).toBeGreaterThan(11);
});

test('redefine changes the definition, the snapshot and the revision', () => {
  const collection = collectionOf({ id: 'a', n: 0 });
  const [snapshot, revision] = [collection.snapshot(), collection.revision];
  expect(collection.snapshot()).toBe(snapshot);
  collection.redefine({ ...definition, sort: '-n' }, 5);
  expect(collection.definition.sort).toBe('-n');
  expect(collection.revision).toBe(revision + 5);
  expect(collection.snapshot()).not.toBe(snapshot);
});

test('reserves each version before a record carries it', () => {
  const reserved: number[] = [];
  const collection = new SharedCollection(definition, [{ id: 'a', n: 0 }], undefined, {
    reserve: (version) => reserved.push(version),
  });
  collection.write('a', { id: 'a', n: 1 });
  expect(reserved).toContain(collection.get('a')?.version);
});

test('a collection that is created in pieces has the versions of one that is created at once', () => {
  const values = [
    { id: 'a', n: 0 },
    { id: 'b', n: 0 },
  ];
  const watermarks = { ...startAbove(3), versions: new Map([['a', 7]]) };
  const inPieces = finish(SharedCollection.inPieces(definition, values, watermarks, {}));
  const atOnce = new SharedCollection(definition, values, watermarks);
  for (const id of ['a', 'b']) expect(levels(inPieces, id)).toEqual(levels(atOnce, id));
  expect(levels(inPieces, 'a')[0]).toEqual([7, 0]);
});

const step = fc.record({
  kind: fc.constantFrom('write', 'remove', 'edit', 'promote', 'reset', 'renew'),
  id: fc.constantFrom('a', 'b', 'c'),
  n: fc.integer({ min: 0, max: 2 }),
});

test('no version comes back with other content after a restart, and an untouched record keeps its own', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const seen = new Map<string, unknown>();
      const look = (collection: SharedCollection) => {
        for (const id of ['a', 'b', 'c']) {
          for (const [index, level] of levels(collection, id).entries()) {
            if (!level) continue;
            // Clients see the live record, sessions the fixture.
            const name = `${index === 0 ? 'live' : 'fixture'} ${id} ${level[0]}`;
            expect([name, level[1]]).toEqual([name, seen.get(name) ?? level[1]]);
            seen.set(name, level[1]);
          }
        }
      };
      const collection = collectionOf({ id: 'a', n: 0 }, { id: 'b', n: 0 });
      look(collection);
      for (const { kind, id, n } of steps) {
        if (kind === 'write') collection.write(id, { id, n });
        else if (kind === 'edit') collection.edit(id, { id, n }, collection.get(id)?.value);
        else if (kind === 'renew') collection.renew(id, n);
        else if (kind !== 'remove' || collection.get(id)) collection[kind](id);
        look(collection);
      }
      const values = Array.from(collection.fixtures(), ({ value }) => value);
      const again = new SharedCollection(definition, values, collection.watermarks());
      look(again);
      for (const id of ['a', 'b']) {
        if (!steps.some((one) => one.id === id)) expect(levels(again, id)).toEqual(levels(collection, id));
      }
      for (const n of [3, 4, 5, 6]) {
        for (const id of ['a', 'b', 'c']) again.write(id, { id, n });
        look(again);
      }
    }),
    { numRuns: rounds(500) },
  );
});
