import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import type { CollectionDefinition } from '../../../../server/domain/model/collection-definition.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { startAbove } from '../../../../server/domain/records/version-watermarks.ts';
import { rounds } from '../../../support/rounds.ts';
import { commands, fixtures, setUp } from './collection-commands.ts';

const definition: CollectionDefinition = { name: 'things', key: 'id', sort: null, time: null, schema: null };

function collectionOf(...values: readonly JsonObject[]): SharedCollection {
  return new SharedCollection(definition, values);
}

test('live state, fixtures, versions and tags agree with the model after random commands', () => {
  fc.assert(
    fc.property(fixtures, commands, (values, steps) => {
      fc.modelRun(() => setUp(values), steps);
    }),
    { numRuns: rounds(500) },
  );
});

test('versions start at 1 and continue after a record is deleted and created again', () => {
  const collection = collectionOf();
  expect(collection.write('1', { id: '1' }).version).toBe(1);
  expect(collection.write('1', { id: '1', x: 1 }).version).toBe(2);
  collection.remove('1');
  const again = collection.write('1', { id: '1' });
  expect(again.version).toBe(3);
});

test('undoing the deletion of a fixture leaves the file as it was', () => {
  const collection = collectionOf({ id: 'a' }, { id: 'b' }, { id: 'c' });
  collection.edit('b', undefined, undefined);
  expect(Array.from(collection.fixtures(), ({ id }) => id)).toEqual(['a', 'c']);
  collection.edit('b', { id: 'b' }, { id: 'b' });
  expect(Array.from(collection.fixtures(), ({ id }) => id)).toEqual(['a', 'b', 'c']);
});

test('keeps the last state of a deleted record', () => {
  const collection = collectionOf({ id: 'a', x: 1 });
  collection.write('a', { id: 'a', x: 2 });
  collection.remove('a');
  expect(collection.lastKnown('a')?.value.x).toBe(2);
  expect(collection.lastKnown('b')).toBeUndefined();
});

test('watermarks of ids that the file no longer has still prevent the reuse of versions', () => {
  const collection = new SharedCollection(definition, [], {
    ...startAbove(2),
    first: 1,
    versions: new Map([['a', 7]]),
  });
  expect(collection.write('a', { id: 'a' }).version).toBe(8);
});

test('collects the fields of fixtures, live records and every later write', () => {
  const collection = collectionOf({ id: 'a', old: 1 });
  collection.write('b', { id: 'b', live: 1 });
  expect(collection.fields.find('old')).toBeDefined();
  expect(collection.fields.find('live')).toBeDefined();
  expect(collection.fields.find('new')).toBeUndefined();
  collection.write('a', { id: 'a', new: { inner: 1 } });
  collection.edit('b', { id: 'b', kept: 1 }, { id: 'b' });
  expect(collection.fields.find('new.inner')).toBeDefined();
  expect(collection.fields.find('kept')).toBeDefined();
});

test('a field stays known, even if it was first asked for after its record was deleted', () => {
  const collection = collectionOf({ id: 'a', old: 1 }, { id: 'b', removed: 1 });
  collection.write('c', { id: 'c', written: 1 });
  collection.remove('c');
  collection.edit('a', { id: 'a' }, { id: 'a' });
  collection.edit('b', undefined, undefined);
  const known = ['old', 'removed', 'written'].map((name) => collection.fields.find(name) !== undefined);
  expect(known).toEqual([true, true, true]);
});

test('a generated key continues integer keys, including those of deleted fixtures; otherwise the generator makes it', () => {
  const collection = collectionOf({ id: '1' }, { id: '7' });
  collection.remove('7');
  expect(collection.nextKey(() => 'made')).toBe('8');
  collection.write('12', { id: '12' });
  expect(collection.nextKey(() => 'made')).toBe('13');
  collection.write('x', { id: 'x' });
  expect(collection.nextKey(() => 'made')).toBe('made');
  expect(collectionOf().nextKey(() => 'made')).toBe('made');
});
