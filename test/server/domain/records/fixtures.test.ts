import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { Fixtures, idOf } from '../../../../server/domain/records/fixtures.ts';

function fixturesOf(...values: readonly JsonObject[]): Fixtures {
  return new Fixtures({ name: 'things', key: 'id', sort: null, time: null, schema: null }, values);
}

test('ids are strings that are not empty, and integers', () => {
  expect(['42', 'a b', 42, -1, 0].map(idOf)).toEqual(['42', 'a b', '42', '-1', '0']);
  expect(['', 1.5, 2 ** 53, true, null, [], {}, undefined, '\uD800'].map(idOf)).toEqual(Array(9).fill(undefined));
});

test('fixtures without a key of their own are a mistake of the caller', () => {
  expect(() => fixturesOf({ name: 'x' })).toThrow('no id of its own');
  expect(() => fixturesOf({ id: 1 }, { id: '1' })).toThrow('no id of its own');
});
