import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sortInPieces } from '../../../../server/domain/basics/sort-in-pieces.ts';
import { finish } from '../../../../server/domain/basics/work.ts';
import { largestPiece } from '../../../support/largest-piece.ts';
import { rounds } from '../../../support/rounds.ts';

test('a list is sorted in pieces of the given length', () => {
  const length = 20_000;
  const piece = 100;
  const list = Array.from({ length }, (_, index) => (index * 7_919) % 100_003);
  let comparisons = 0;
  const compare = (a: number, b: number) => {
    comparisons += 1;
    return a - b;
  };
  const whole = largestPiece(sortInPieces(list, compare, piece), () => comparisons);
  // A run of the length of a piece takes some seven comparisons for each of its elements.
  expect(whole.largest).toBeLessThanOrEqual(7 * piece);
  // Each merge of all runs pauses nearly as often as the sorting of them.
  const passes = 1 + Math.ceil(Math.log2(length / piece));
  expect(whole.pauses).toBeGreaterThan((passes - 2) * (length / piece));
  expect(whole.pauses).toBeLessThanOrEqual(passes * (length / piece));
});

test('a list of the length of a piece is sorted at once', () => {
  const list = Array.from({ length: 100 }, (_, index) => (index * 7) % 100);
  const compare = (a: number, b: number) => a - b;
  expect(largestPiece(sortInPieces(list, compare, 100), () => 0)).toMatchObject({ pauses: 0 });
  expect(largestPiece(sortInPieces([...list, 100], compare, 100), () => 0).pauses).toBeGreaterThan(0);
});

test('sorting in pieces is stable', () => {
  const pair = fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer());
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 4_000, size: 'max' }), (list) => {
      const compare = ([a]: readonly number[], [b]: readonly number[]) => (a ?? 0) - (b ?? 0);
      expect(finish(sortInPieces(list, compare))).toEqual(list.toSorted(compare));
    }),
    { numRuns: rounds(30) },
  );
});
