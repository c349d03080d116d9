import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Position } from '../../../../server/domain/query/sort.ts';
import { OrderedPositions } from '../../../../server/domain/records/ordered-positions.ts';
import { PositionTable } from '../../../../server/domain/records/position-table.ts';
import { finish } from '../../../../server/domain/work.ts';

/** A position whose values all say its key. */
function positionOf(key: number, width: number): Position {
  return { key, values: Array(width).fill(key) };
}

function listOf(keys: readonly number[], width: number): OrderedPositions {
  const table = new PositionTable(width);
  for (const key of keys) table.insert(0, positionOf(key, width));
  const indexes = keys.map((_, index) => keys.length - 1 - index);
  return finish(OrderedPositions.of(table, indexes));
}

test('a list after any edits is the array after the same edits', () => {
  const edit = fc.record({ insert: fc.boolean(), at: fc.nat(10_000), times: fc.nat(900) });
  fc.assert(
    fc.property(fc.nat(2_000), fc.nat(3), fc.array(edit, { maxLength: 12 }), (initial, width, edits) => {
      const model = Array.from({ length: initial }, (_, index) => index);
      const list = listOf(model, width);
      let key = initial;
      for (const { insert, at, times } of edits) {
        for (let time = 0; time < times; time++) {
          if (insert) {
            const index = at % (model.length + 1);
            model.splice(index, 0, key);
            list.insert(index, positionOf(key, width));
            key += 1;
          } else if (model.length > 0) {
            const index = at % model.length;
            expect(list.remove(index)).toBe(model.splice(index, 1)[0]);
          }
        }
        expect(list.length).toBe(model.length);
        expect(list.keys(at % 3_000, (at % 3_000) + 50)).toEqual(model.slice(at % 3_000, (at % 3_000) + 50));
      }
      expect(list.keys(0, model.length)).toEqual(model);
    }),
    { numRuns: 30 },
  );
});

test.each([0, 1, 2])('every place in an order of positions with %i values is found, however it came to be', (width) => {
  const even = Array.from({ length: 1_500 }, (_, index) => 2 * index);
  const list = listOf(even, width);
  const isBefore = (key: number) => (position: Position) => {
    expect(position).toEqual(positionOf(Number(position.key), width));
    return Number(position.key) < key;
  };
  for (const { key } of even.map((one) => ({ key: one + 1 }))) {
    list.insert(list.count(isBefore(key)), positionOf(key, width));
  }
  for (const key of [0, 1, 511, 512, 513, 1_024, 2_999, 3_000]) expect(list.count(isBefore(key))).toBe(key);
});

test('an empty list has no place but the first', () => {
  const list = listOf([], 1);
  expect(list.count(() => true)).toBe(0);
  expect(list.keys(0, 10)).toEqual([]);
  expect(list.remove(0)).toBeUndefined();
  list.insert(0, positionOf(1, 1));
  expect(list.keys(0, 10)).toEqual([1]);
});
