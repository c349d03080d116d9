import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { Fixtures } from '../../../../server/domain/records/fixtures.ts';
import { StoredRecord } from '../../../../server/domain/records/stored-record.ts';

function fixturesOf(...values: readonly JsonObject[]): Fixtures {
  return new Fixtures({ name: 'things', key: 'id', sort: null, time: null, schema: null }, values);
}

test('throws for a fixture without a unique key', () => {
  expect(() => fixturesOf({ name: 'x' })).toThrow('no id of its own');
  expect(() => fixturesOf({ id: 1 }, { id: '1' })).toThrow('no id of its own');
});

test('a restored fixture returns to its place in the file, an added one to the end', () => {
  for (const ids of [
    ['a', 'b', 'c'],
    ['c', 'b', 'a'],
  ]) {
    const fixtures = fixturesOf(...ids.map((id) => ({ id })));
    const order = () => Array.from(fixtures.snapshot(), ({ id, version }) => `${id}${version}`);
    for (const id of ['d', 'e']) fixtures.set(id, new StoredRecord(id, { id }, 1));
    for (const id of ['b', 'd']) fixtures.set(id, undefined);
    expect(order()).toEqual([`${ids[0]}1`, `${ids[2]}1`, 'e1']);
    expect(['b', 'd', 'x'].map((id) => fixtures.get(id))).toEqual([undefined, undefined, undefined]);
    for (const id of ['d', 'b']) fixtures.set(id, new StoredRecord(id, { id }, 2));
    expect(order()).toEqual([`${ids[0]}1`, 'b2', `${ids[2]}1`, 'd2', 'e1']);
    expect(fixtures.size).toBe(5);
  }
});

test('returns the same object for a fixture until it changes', () => {
  const fixtures = fixturesOf({ id: 1 }, { id: 2 }, { id: 3 });
  const snapshot = fixtures.snapshot();
  const recordAt = (place: number) => snapshot.recordOf(snapshot.records[place] ?? {});
  expect(recordAt(0)).toBe(fixtures.get('1'));
  expect(fixtures.get('2')).toBe(recordAt(1));
  const third = { id: 3 };
  fixtures.set('3', new StoredRecord('3', third, 2));
  expect(recordAt(2)).toMatchObject({ id: '3', version: 1 });
  expect(fixtures.get('3')).toMatchObject({ id: '3', version: 2 });
});

test('a snapshot keeps the version of a record even if the same value returns with another', () => {
  const value = { id: 1 };
  const fixtures = fixturesOf(value);
  const before = fixtures.snapshot();
  fixtures.set('1', new StoredRecord('1', value, 3));
  expect(before.recordOf(value).version).toBe(1);
  expect(Array.from(fixtures.snapshot(), ({ version }) => version)).toEqual([3]);
});

test('a snapshot of the fixtures never changes, and can be iterated repeatedly', () => {
  const fixtures = fixturesOf({ id: 1, name: 'a' }, { id: 2, name: 'b' }, { id: 3, name: 'c' });
  fixtures.set('4', new StoredRecord('4', { id: 4, name: 'd' }, 1));
  const moment = fixtures.snapshot();
  const texts = Array.from(moment, ({ text }) => text);
  fixtures.set('1', undefined);
  fixtures.set('2', new StoredRecord('2', { id: 2, name: 'x' }, 2));
  fixtures.set('4', undefined);
  fixtures.set('5', new StoredRecord('5', { id: 5, name: 'e' }, 1));
  for (let times = 0; times < 2; times++) expect(Array.from(moment, ({ text }) => text)).toEqual(texts);
  expect(moment.size).toBe(texts.length);
  expect([...moment.values()]).toEqual(texts.map((text) => JSON.parse(text)));
  expect(Array.from(fixtures.snapshot(), ({ id }) => id)).toEqual(['2', '3', '5']);
});
