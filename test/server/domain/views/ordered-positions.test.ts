import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import type { Position } from '../../../../server/domain/sort/position.ts';
import { PositionTable } from '../../../../server/domain/sort/position-table.ts';
import { Sort } from '../../../../server/domain/sort/sort.ts';
import { OrderedPositions } from '../../../../server/domain/views/ordered-positions.ts';
import { largestPiece } from '../../../support/largest-piece.ts';
import { rounds } from '../../../support/rounds.ts';

/** A position whose values all equal its key. */
function positionOf(key: number, width: number): Position {
  return { key, values: Array(width).fill(key) };
}

/** Compares by this many values, all of which are numbers. */
function sortBy(width: number): Sort {
  return new Sort(Array(width).fill({ path: ['value'], descending: false, instant: false }), false);
}

/** A table of the positions of these keys, in this order. */
function tableOf(keys: readonly number[], width: number): PositionTable {
  return new PositionTable(
    width,
    [...keys],
    keys.flatMap((key) => positionOf(key, width).values),
  );
}

function listOf(keys: readonly number[], width: number): OrderedPositions {
  const indexes = keys.map((_, index) => keys.length - 1 - index);
  return finish(OrderedPositions.of(sortBy(width), tableOf(keys.toReversed(), width), indexes));
}

/** Removes the first keys and inserts the second. */
function replace(list: OrderedPositions, width: number, leaving: readonly number[], coming: readonly number[]): void {
  finish(list.replace(tableOf(leaving, width), tableOf(coming, width)));
}

test('stays equal to a sorted array after any changes', () => {
  const change = fc.record({ insert: fc.boolean(), from: fc.nat(4_000), times: fc.nat(900) });
  const batch = fc.array(change, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.nat(2_000), fc.nat(3), fc.array(batch, { maxLength: 6 }), (initial, width, batches) => {
      const keys = Array.from({ length: initial }, (_, index) => 2 * index);
      const model = new Set(keys);
      const list = listOf(keys, width);
      for (const changes of batches) {
        // A batch may insert and remove a key several times.
        const leaving: number[] = [];
        const coming: number[] = [];
        for (const { insert, from, times } of changes) {
          for (let key = from; key < from + times; key++) {
            if (insert === model.has(key)) continue;
            (insert ? coming : leaving).push(key);
            if (insert) model.add(key);
            else model.delete(key);
          }
        }
        replace(list, width, leaving, coming.toReversed());
        const sorted = [...model].sort((a, b) => a - b);
        const from = leaving[0] ?? 0;
        expect(list.length).toBe(sorted.length);
        expect(list.keys(from, from + 50)).toEqual(sorted.slice(from, from + 50));
        expect(list.keys(0, sorted.length)).toEqual(sorted);
      }
    }),
    { numRuns: rounds(40) },
  );
});

test.each([0, 1, 2])('finds every place among positions with %i values after any changes', (width) => {
  const even = Array.from({ length: 1_500 }, (_, index) => 2 * index);
  const list = listOf(even, width);
  for (const key of even) replace(list, width, [], [key + 1]);
  for (const key of [0, 1, 511, 512, 513, 1_024, 2_999, 3_000]) {
    const isBefore = (position: Position) => {
      expect(position).toEqual(positionOf(Number(position.key), width));
      return Number(position.key) < key;
    };
    expect(list.count(isBefore)).toBe(key);
  }
});

test('throws for the removal of a missing position', () => {
  const list = listOf([1, 3], 1);
  expect(() => replace(list, 1, [2], [])).toThrow('at the place of 2');
});

test('an empty list has only the first place', () => {
  const list = listOf([], 1);
  expect(list.count(() => true)).toBe(0);
  expect(list.keys(0, 10)).toEqual([]);
  replace(list, 1, [], [1]);
  expect(list.keys(0, 10)).toEqual([1]);
});

test('many positions come and go in pieces, also where only some do', () => {
  const keys = (count: number, first: number) => Array.from({ length: count }, (_, index) => 2 * index + first);
  const pausesOf = (leaving: readonly number[], coming: readonly number[]) => {
    const list = listOf(keys(5_000, 0), 1);
    const work = list.replace(tableOf(leaving, 1), tableOf(coming, 1));
    return largestPiece(work, () => list.length).pauses;
  };
  const some = keys(1_280, 0);
  // One pause for each 128.
  expect(pausesOf([], keys(1_280, 1))).toBe(10);
  expect(pausesOf([], keys(127, 1))).toBe(0);
  expect(pausesOf(some, [])).toBe(10);
  expect(pausesOf(some.slice(0, 127), [])).toBe(0);
  expect(pausesOf([9_998], keys(1_280, 1))).toBe(10);
  expect(pausesOf(some, some)).toBe(10);
});

test('a list is built in pieces, and a key that lies outside is left out', () => {
  const list = listOf(
    Array.from({ length: 200 }, (_, index) => index),
    1,
  );
  expect(list.keys(63, 66)).toEqual([63, 64, 65]);
  expect(list.keys(64, 64)).toEqual([]);
  expect(list.keys(199, 300)).toEqual([199]);
  expect(list.keys(200, 300)).toEqual([]);
});

test.each([1, 63, 64, 65, 127, 128, 129])(
  'a list of %i positions is emptied and filled again at either end',
  (length) => {
    const all = Array.from({ length }, (_, index) => index);
    for (const order of [all, all.toReversed()]) {
      const list = listOf(all, 1);
      for (const key of order) replace(list, 1, [key], []);
      expect([list.length, list.keys(0, 10)]).toEqual([0, []]);
      for (const key of order) replace(list, 1, [], [key]);
      expect(list.keys(0, length)).toEqual(all);
      expect(list.count(({ key }) => Number(key) < length - 1)).toBe(length - 1);
    }
  },
);

test.each([
  [1, 1],
  [64, 1],
  [65, 2],
  [128, 2],
])('a list of %i positions is built in %i pieces', (length, pieces) => {
  const keys = Array.from({ length }, (_, key) => key);
  expect([...OrderedPositions.of(sortBy(1), tableOf(keys, 1), keys)]).toHaveLength(pieces);
});

test('a position is put behind all others where the last ones are taken out', () => {
  const list = listOf(
    Array.from({ length: 65 }, (_, key) => key),
    1,
  );
  replace(list, 1, [64], [65]);
  expect([list.length, list.keys(62, 70)]).toEqual([65, [62, 63, 65]]);
});

test('a change moves few positions, also after many others have come and gone', () => {
  let most = 0;
  for (const name of ['insert', 'remove'] as const) {
    const change = PositionTable.prototype[name] as (...given: unknown[]) => unknown;
    vi.spyOn(PositionTable.prototype, name).mockImplementation(function (this: PositionTable, ...given: unknown[]) {
      const changed = change.apply(this, given);
      most = Math.max(most, this.length);
      return changed as never;
    });
  }
  const list = listOf([], 1);
  const keys = Array.from({ length: 3_000 }, (_, key) => key);
  replace(list, 1, [], keys);
  expect(most).toBe(128);
  replace(list, 1, keys, [0]);
  most = 0;
  replace(list, 1, [], keys.slice(1, 128));
  expect(most).toBe(128);
  replace(list, 1, [], [128]);
  vi.restoreAllMocks();
  expect(list.keys(0, 200)).toEqual(keys.slice(0, 129));
});
