import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partitionPoint, partitionPointFrom } from '../../../../server/domain/basics/partition-point.ts';
import { rounds } from '../../../support/rounds.ts';

/** A length, an index up to it, and an index up to that one. */
const places = fc
  .tuple(fc.nat(60), fc.nat(60), fc.nat(60))
  .map((all) => all.toSorted((a, b) => a - b) as [known: number, result: number, length: number]);

/** A test that is true before an index, and the indexes that it was asked for. */
function asking(result: number) {
  const asked: number[] = [];
  const test = (index: number) => {
    asked.push(index);
    return index < result;
  };
  return { asked, test };
}

test.each([
  [
    'partitionPoint',
    (known: number, length: number, test: (index: number) => boolean) => partitionPoint(length, test, known),
  ],
  ['partitionPointFrom', partitionPointFrom],
])(
  '%s finds the first index at which the test is false, and asks only for indexes from the known one on',
  (_, find) => {
    fc.assert(
      fc.property(places, ([known, result, length]) => {
        const { asked, test } = asking(result);
        expect(find(known, length, test)).toBe(result);
        expect(asked.filter((index) => index < known || index >= length)).toEqual([]);
      }),
      { numRuns: rounds(400) },
    );
  },
);

test.each([
  [0, 0, 0],
  [0, 0, 1],
  [0, 1, 1],
  [0, 3, 3],
  [2, 2, 2],
  [2, 2, 3],
  [1, 7, 9],
])('partitionPointFrom %i finds %i of %i', (known, result, length) => {
  const { asked, test } = asking(result);
  expect(partitionPointFrom(known, length, test)).toBe(result);
  expect(asked.filter((index) => index < known || index >= length)).toEqual([]);
  expect(new Set(asked).size).toBe(asked.length);
});

test('partitionPoint begins at 0', () => {
  expect(partitionPoint(5, (index) => index < 2)).toBe(2);
});

test('partitionPointFrom asks for few indexes if the result is near, however long the list is', () => {
  fc.assert(
    fc.property(fc.nat(1e9), fc.nat(1000), (known, distance) => {
      const { asked, test } = asking(known + distance);
      expect(partitionPointFrom(known, 2e9, test)).toBe(known + distance);
      expect(asked.length).toBeLessThanOrEqual(2 * Math.log2(distance + 1) + 2);
    }),
    { numRuns: rounds(400) },
  );
});
