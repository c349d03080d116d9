import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { idOf, KeyIndex, rankOfKey } from '../../../../server/domain/records/key-index.ts';
import { keyRank } from '../../../../server/domain/sort/key-order.ts';

const text = fc.string({ minLength: 1, maxLength: 4 }).filter((one) => idOf(one) !== undefined);
const key = fc.oneof(fc.integer({ min: -20, max: 2000 }), text);

test('the rank of a key is that of its id, whatever its JSON type and size', () => {
  const limits = [0, 1e14, 1e15].flatMap((limit) => [limit - 1, limit, limit + 1, -limit - 1, 1 - limit, -limit || 0]);
  for (const key of [...limits, '7', '07', 'a']) expect([key, rankOfKey(key)]).toEqual([key, keyRank(String(key))]);
});

/** Shorter ids first, then by code unit, as in most files. */
function ascending(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1);
}

test('accepts integers and texts that a path can carry as ids', () => {
  expect(['42', 'a b', 42, -1, 0].map(idOf)).toEqual(['42', 'a b', '42', '-1', '0']);
  expect(['', 1.5, 2 ** 53, true, null, [], {}, undefined, '\uD800'].map(idOf)).toEqual(Array(9).fill(undefined));
  expect(['.', '..', 'a\nb', '\0', '\x7f', 'x'.repeat(1001)].map(idOf)).toEqual(Array(6).fill(undefined));
});

test('finds exactly the records of a list in any order, at their positions', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(key, { selector: String }),
      fc.boolean(),
      fc.array(key, { maxLength: 5 }),
      (keys, areSorted, others) => {
        const ids = keys.map(String);
        if (areSorted) ids.sort(ascending);
        const records = ids.map(
          (id): JsonObject => ({ name: 'x', id: /^-?\d+$/.test(id) && String(Number(id)) === id ? Number(id) : id }),
        );
        const index = KeyIndex.of(records, 'id');
        for (const isLearned of [false, true]) {
          if (isLearned && index) finish(index.index());
          for (const id of [...ids, ...others.map(String)]) {
            expect([index?.placeOf(id), index?.placeOfRank(keyRank(id))]).toEqual([ids.indexOf(id), ids.indexOf(id)]);
          }
        }
      },
    ),
  );
});

test('finds records by the ranks of their keys, in any order and from the first to the last', () => {
  const placesOf = (ids: readonly (number | string)[], wanted: readonly (number | string)[]) => {
    const index = KeyIndex.of(
      ids.map((id) => ({ id })),
      'id',
    );
    if (index) finish(index.index());
    return wanted.map((id) => [index?.placeOf(String(id)), index?.placeOfRank(keyRank(String(id)))]);
  };
  const twice = (places: readonly number[]) => places.map((place) => [place, place]);
  expect(placesOf([5, 6, 7], [4, 5, 6, 7, 8, 'a'])).toEqual(twice([-1, 0, 1, 2, -1, -1]));
  expect(placesOf(['b', 'a', 3], ['a', 'b', 3, 4])).toEqual(twice([1, 0, 2, -1]));
});

test('finds records with consecutive keys, numbers or texts, only by their ids', () => {
  const near = fc.integer({ min: -3, max: 12 });
  fc.assert(
    fc.property(near, fc.nat(12), fc.array(fc.boolean()), near, (first, length, areTexts, shift) => {
      const keys = Array.from({ length }, (_, place) => first + place);
      const records = keys.map((id, place): JsonObject => ({ id: areTexts[place] ? String(id) : id }));
      const index = KeyIndex.of(records, 'id');
      if (index) finish(index.index());
      const id = first + shift;
      expect(index?.placeOf(String(id))).toBe(keys.indexOf(id));
      for (const odd of [`0${id}`, `+${id}`, `${id}.0`, `${id} `, `-${id}`, '', '-', '-0', '9'.repeat(16), `${id}e0`]) {
        expect(index?.placeOf(odd)).toBe(records.findIndex((record) => String(record.id) === odd));
      }
    }),
  );
});

test('builds no index over a value that is not a record, or has an unusable or duplicate key', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(key, { selector: String, minLength: 1 }),
      fc.boolean(),
      fc.nat(),
      fc.constantFrom('taken', 'missing', 'empty', 'text'),
      (keys, areSorted, place, fault) => {
        const ids = keys.map(String);
        if (areSorted) ids.sort(ascending);
        const wrong = {
          taken: { id: ids[place % ids.length] ?? '' },
          missing: { name: 'x' },
          empty: { id: '' },
          text: '42',
        };
        const values = ids.map((id): JsonObject | string => ({ id }));
        values.splice(place % (ids.length + 1), 0, wrong[fault]);
        expect(KeyIndex.of(values, 'id')).toBeUndefined();
      },
    ),
  );
});

const inOrder = Array.from({ length: 5120 }, (_, index) => ({ id: index + 1 }));

test('indexes a list with a pause every 512 records, and only once', () => {
  expect([...KeyIndex.inPieces(inOrder, 'id')]).toHaveLength(10);
  expect([...KeyIndex.inPieces(inOrder, 'id')]).toHaveLength(0);
  expect(KeyIndex.of(inOrder, 'id')?.placeOf('5120')).toBe(5119);
});

test('pauses as often for keys in no order', () => {
  const [first, ...others] = inOrder;
  const list = [...others, ...(first ? [first] : [])];
  // Those of the search for an order, up to the last record, and those of the map.
  expect([...KeyIndex.inPieces(list, 'id')]).toHaveLength(9 + 10);
  expect(KeyIndex.of(list, 'id')?.placeOf('1')).toBe(5119);
});

test('prepares faster searches with as many pauses where the keys are consecutive integers', () => {
  const pauses = (records: readonly JsonObject[]) => [...(KeyIndex.of(records, 'id')?.index() ?? [])].length;
  expect(pauses(inOrder)).toBe(10);
  expect(pauses(inOrder.map(({ id }) => ({ id: `a${9999 - id}` })).toReversed())).toBe(0);
  expect(pauses(inOrder.map(({ id }) => ({ id: id < 1000 ? id : id + 1 })))).toBe(2);
  expect(pauses(inOrder.map(({ id }) => ({ id: -id })))).toBe(1);
  expect(pauses([])).toBe(0);
});
