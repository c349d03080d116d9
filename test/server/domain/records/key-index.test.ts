import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { idOf, KeyIndex } from '../../../../server/domain/records/key-index.ts';

const key = fc.oneof(fc.integer({ min: -20, max: 2000 }), fc.string({ minLength: 1, maxLength: 4 }));

/** Shorter ids first, then by code unit: what most files have. */
function ascending(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1);
}

test('ids are strings that are not empty, and integers', () => {
  expect(['42', 'a b', 42, -1, 0].map(idOf)).toEqual(['42', 'a b', '42', '-1', '0']);
  expect(['', 1.5, 2 ** 53, true, null, [], {}, undefined, '\uD800'].map(idOf)).toEqual(Array(9).fill(undefined));
});

test('every record is found where it stands, in whatever order, and nothing else is found', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(key, { selector: String }),
      fc.boolean(),
      fc.array(key, { maxLength: 5 }),
      (keys, areSorted, others) => {
        const ids = keys.map(String);
        if (areSorted) ids.sort(ascending);
        const records = ids.map((id): JsonObject => ({ name: 'x', id: String(Number(id)) === id ? Number(id) : id }));
        const index = KeyIndex.of(records, 'id');
        for (const id of [...ids, ...others.map(String)]) expect(index?.placeOf(id)).toBe(ids.indexOf(id));
      },
    ),
  );
});

test('values of which one is no record, has no usable key or that of another have no index', () => {
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
