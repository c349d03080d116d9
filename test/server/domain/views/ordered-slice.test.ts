import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import { orderedSlice, sorted as sortedInPieces } from '../../../../server/domain/views/ordered-slice.ts';
import { largestPiece } from '../../../support/largest-piece.ts';
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

test.each([
  ['in the first tenth', 10_000, 3],
  ['in the middle', 50_000, 3],
  ['in the last tenth', 90_000, 3],
  ['on the first page', 0, 1.5],
  ['on the last page', 99_980, 1.5],
])('a short slice %s compares each element only a few times', (_, start, most) => {
  const length = 100_000;
  const list = Array.from({ length }, (_, index) => (index * 7_919) % 100_003);
  let comparisons = 0;
  finish(
    orderedSlice(list, start, start + 20, (a, b) => {
      comparisons += 1;
      return a - b;
    }),
  );
  expect(comparisons).toBeLessThan(most * length);
});

test('a slice and a whole order are sorted in pieces of the given length', () => {
  const length = 20_000;
  const piece = 100;
  const list = Array.from({ length }, (_, index) => (index * 7_919) % 100_003);
  let comparisons = 0;
  const compare = (a: number, b: number) => {
    comparisons += 1;
    return a - b;
  };
  // A run of the length of a piece takes some seven comparisons for each of its elements.
  const ofRun = 7 * piece;
  const slice = largestPiece(orderedSlice(list, 8_000, 8_020, compare, piece), () => comparisons);
  expect(slice.largest).toBeLessThanOrEqual(ofRun);
  expect(slice.pauses).toBeGreaterThanOrEqual(length / piece);
  expect(slice.pauses).toBeLessThan((3 * length) / piece);
  const whole = largestPiece(sortedInPieces(list, compare, piece), () => comparisons);
  expect(whole.largest).toBeLessThanOrEqual(ofRun);
  // Each merge of all runs pauses nearly as often as the sorting of them.
  const passes = 1 + Math.ceil(Math.log2(length / piece));
  expect(whole.pauses).toBeGreaterThan((passes - 2) * (length / piece));
  expect(whole.pauses).toBeLessThanOrEqual(passes * (length / piece));
});

test('a list of the length of a piece is sorted at once', () => {
  const list = Array.from({ length: 100 }, (_, index) => (index * 7) % 100);
  const compare = (a: number, b: number) => a - b;
  expect(largestPiece(sortedInPieces(list, compare, 100), () => 0)).toMatchObject({ pauses: 0 });
  expect(largestPiece(sortedInPieces([...list, 100], compare, 100), () => 0).pauses).toBeGreaterThan(0);
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
