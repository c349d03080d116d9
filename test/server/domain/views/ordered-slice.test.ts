import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import { orderedSlice, sorted as sortedInPieces } from '../../../../server/domain/views/ordered-slice.ts';
import { rounds } from '../../../support/rounds.ts';

test('equals sorting everything and slicing', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer(), { maxLength: 2_000, size: 'max' }),
      fc.nat(2_100),
      fc.nat(300),
      (list, start, length) => {
        const sorted = list.toSorted((a, b) => a - b).slice(start, start + length);
        expect(finish(orderedSlice(list, start, start + length, (a, b) => a - b))).toEqual(sorted);
      },
    ),
  );
});

test('finds every slice of a list, including one that begins or ends at a pivot', () => {
  const list = Array.from({ length: 300 }, (_, index) => (index * 7) % 300).map((number) => (number * 11) % 307);
  const sorted = list.toSorted((a, b) => a - b);
  for (let start = 0; start <= list.length; start++) {
    for (const length of [0, 1, 2, 30]) {
      const slice = finish(orderedSlice(list, start, start + length, (a, b) => a - b));
      expect(slice).toEqual(sorted.slice(start, start + length));
    }
  }
});

test('a short slice of a long list compares each element only a few times', () => {
  const length = 100_000;
  const list = Array.from({ length }, (_, index) => (index * 7_919) % 100_003);
  let comparisons = 0;
  finish(
    orderedSlice(list, 90_000, 90_020, (a, b) => {
      comparisons += 1;
      return a - b;
    }),
  );
  expect(comparisons).toBeLessThan(5 * length);
});

test('sorting in pieces is stable', () => {
  const pair = fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer());
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 4_000, size: 'max' }), (list) => {
      const compare = ([a]: readonly number[], [b]: readonly number[]) => (a ?? 0) - (b ?? 0);
      expect(finish(sortedInPieces(list, compare))).toEqual(list.toSorted(compare));
    }),
    { numRuns: rounds(30) },
  );
});
