import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { Fixtures } from '../../../../server/domain/records/fixtures.ts';
import { StoredRecord } from '../../../../server/domain/records/stored-record.ts';

function fixturesOf(...values: readonly JsonObject[]): Fixtures {
  return new Fixtures({ name: 'things', key: 'id', sort: null, time: null, schema: null }, values);
}

const numbered = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));

test('keys continue after one that is added while they are indexed', () => {
  const fixtures = fixturesOf(...numbered(2000));
  const work = fixtures.indexKeys();
  let last = 5000;
  while (!work.next().done) {
    last += 1;
    fixtures.set(String(last), new StoredRecord(String(last), { id: last }, 1));
  }
  expect(last).toBeGreaterThan(5002);
  expect(fixtures.keys().next()).toBe(last + 1);
});

test('only a dropped key on which the next one depends is noted', () => {
  const fixtures = fixturesOf({ id: 1 }, { id: 7 });
  expect(fixtures.droppedKeys).toEqual([]);
  expect(fixtures.keys().next()).toBe(8);
  fixtures.dropKey(1);
  expect(fixtures.droppedKeys).toEqual([]);
  fixtures.set('7', undefined);
  fixtures.dropKey(7);
  expect([fixtures.droppedKeys, fixtures.keys().next()]).toEqual([[7], 2]);
});

test('the scan for fields pauses after every other record, and passes over deleted ones', () => {
  const fixtures = fixturesOf({ id: 1, a: 1 }, { id: 2 }, { id: 3, c: 1 });
  expect([...fixtures.indexFields()]).toHaveLength(1);
  fixtures.set('2', undefined);
  fixtures.dropFields();
  expect(fixtures.indexedFields).toBeUndefined();
  finish(fixtures.indexFields());
  expect(fixtures.indexedFields?.record.kinds).toEqual(['object']);
  expect(fixtures.indexedFields?.record.names()).toEqual(['id', 'a', 'c']);
});

test('setting the present record is no change', () => {
  const fixtures = fixturesOf({ id: 1 });
  fixtures.set('1', fixtures.get('1'));
  expect(fixtures.revision).toBe(0);
});

test('ids without a fixture start above the versions of all deleted ones', () => {
  const fixtures = fixturesOf();
  for (const [id, version] of [
    ['a', 5],
    ['b', 3],
  ] as const) {
    fixtures.set(id, new StoredRecord(id, { id }, version));
  }
  expect(fixtures.floor).toBe(0);
  fixtures.set('a', new StoredRecord('a', { id: 'a', n: 1 }, 6));
  expect(fixtures.floor).toBe(0);
  fixtures.set('a', undefined);
  expect(fixtures.floor).toBe(6);
  fixtures.set('b', undefined);
  expect(fixtures.floor).toBe(6);
});

test('a snapshot still has a record that is deleted before anybody has read it', () => {
  const value = { id: 1 };
  const fixtures = fixturesOf(value);
  const snapshot = fixtures.snapshot();
  fixtures.set('1', undefined);
  expect(snapshot.recordOf(value)).toMatchObject({ id: '1', version: 1 });
});
