import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finish, type Work } from '../../../../server/domain/basics/work.ts';
import { IncrementalSort } from '../../../../server/domain/views/incremental-sort.ts';
import { largestPiece } from '../../../support/largest-piece.ts';
import { rounds } from '../../../support/rounds.ts';

const shuffled = (length: number) => Array.from({ length }, (_, index) => (index * 7_919) % 100_003);

/** The sort of these different values, and a count of its comparisons. */
function sortOf(values: readonly number[], piece?: number) {
  const counted = { comparisons: 0 };
  const compare = (a: number, b: number) => {
    counted.comparisons += 1;
    return (values[a] as number) - (values[b] as number);
  };
  return { sort: new IncrementalSort(values.length, compare, piece), counted };
}

/** The order of the rows by their values. */
const orderOf = (values: readonly number[]) =>
  values.map((_, row) => row).sort((a, b) => (values[a] as number) - (values[b] as number));

const reader = fc.record({
  isCount: fc.boolean(),
  start: fc.nat(2_100),
  length: fc.nat(300),
  /** Pieces of work after which the reader gives up. */
  patience: fc.oneof(fc.nat(10), fc.constant(Number.POSITIVE_INFINITY)),
});

test('slices and places of readers that go on in turns, and of which some give up, equal those of a sorted list', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer(), { maxLength: 2_000, size: 'max' }),
      fc.array(reader, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 600 }),
      (values, readers, piece) => {
        const order = orderOf(values);
        const { sort } = sortOf(values, piece);
        const at = (index: number) => values[order[index] ?? -1] ?? Number.POSITIVE_INFINITY;
        let waiting = readers.map((one) => {
          const { isCount, start, length } = one;
          return isCount
            ? {
                ...one,
                work: sort.count((row) => (values[row] as number) < at(start)) as Work<unknown>,
                expected: Math.min(start, values.length),
              }
            : { ...one, work: sort.slice(start, start + length), expected: order.slice(start, start + length) };
        });
        for (let turn = 0; waiting.length > 0; turn++) {
          waiting = waiting.filter(({ work, expected, patience }) => {
            if (turn >= patience) return false;
            const { done, value } = work.next();
            if (done) expect(value).toEqual(expected);
            return !done;
          });
        }
        expect(finish(sort.slice(0, values.length))).toEqual(order);
      },
    ),
    { numRuns: rounds(300) },
  );
});

test('finds every slice and every place of a list that is sorted more and more', () => {
  const values = shuffled(300);
  const order = orderOf(values);
  for (const length of [0, 1, 2, 30]) {
    const { sort } = sortOf(values);
    for (let index = 0; index <= values.length; index++) {
      const start = (index * 77) % 301;
      const end = start + length;
      expect(finish(sort.slice(start - 3, end))).toEqual(order.slice(Math.max(0, start - 3), end));
      const place = values[order[start] ?? -1] ?? Number.POSITIVE_INFINITY;
      expect(finish(sort.count((row) => (values[row] as number) < place))).toBe(start);
    }
  }
});

test.each([
  ['in the first tenth', 10_000, 3],
  ['in the middle', 50_000, 3],
  ['in the last tenth', 90_000, 3],
  ['on the first page', 0, 1.5],
  ['on the last page', 99_980, 1.5],
])('a short slice %s compares each row only a few times', (_, start, most) => {
  const length = 100_000;
  const { sort, counted } = sortOf(shuffled(length));
  finish(sort.slice(start, start + 20));
  expect(counted.comparisons).toBeLessThan(most * length);
});

test('a second reader compares nothing that is sorted, and little beside it', () => {
  const length = 100_000;
  const { sort, counted } = sortOf(shuffled(length));
  finish(sort.slice(5_000, 5_020));
  counted.comparisons = 0;
  finish(sort.slice(5_000, 5_020));
  expect(counted.comparisons).toBe(0);
  finish(sort.slice(5_020, 5_040));
  expect(counted.comparisons).toBeLessThan(length / 50);
});

test('readers of all pages together compare less than twice as often as one who sorts the list', () => {
  const values = shuffled(20_000);
  const whole = sortOf(values);
  finish(whole.sort.slice(0, values.length));
  const { sort, counted } = sortOf(values);
  const pages = Array.from({ length: 1_000 }, (_, page) => sort.slice(20 * page, 20 * page + 20));
  for (let waiting = pages; waiting.length > 0; ) waiting = waiting.filter((page) => !page.next().done);
  expect(counted.comparisons).toBeLessThan(2 * whole.counted.comparisons);
  expect(whole.counted.comparisons).toBeLessThan(1.4 * values.length * Math.log2(values.length));
});

test('a place is looked for only where the rows are not sorted yet', () => {
  const values = shuffled(20_000);
  const { sort } = sortOf(values);
  let tested = 0;
  const isBefore = (row: number) => {
    tested += 1;
    return (values[row] as number) < 50_000;
  };
  const first = finish(sort.count(isBefore));
  expect(tested).toBeGreaterThanOrEqual(values.length);
  finish(sort.slice(first - 10, first + 10));
  tested = 0;
  expect(finish(sort.count(isBefore))).toBe(first);
  expect(tested).toBeLessThan(300);
});

test('slices and places are found in pieces of the given length', () => {
  const length = 20_000;
  const piece = 100;
  const { sort, counted } = sortOf(shuffled(length), piece);
  const slice = largestPiece(sort.slice(8_000, 8_020), () => counted.comparisons);
  // A short run takes some six comparisons for each of its rows, and the choice of a pivot forty.
  expect(slice.largest).toBeLessThanOrEqual(6 * 64);
  expect(slice.pauses).toBeGreaterThanOrEqual(length / piece);
  expect(slice.pauses).toBeLessThan((3 * length) / piece);
  const untouched = sortOf(shuffled(length)).sort;
  expect(
    largestPiece(
      untouched.count(() => true),
      () => 0,
    ).pauses,
  ).toBeGreaterThanOrEqual(Math.floor(length / 512));
});

test('an empty list has no rows and no places', () => {
  const { sort } = sortOf([]);
  const isBefore = (row: number): boolean => {
    throw new Error(`There is no row ${row}.`);
  };
  expect([finish(sort.slice(0, 9)), finish(sort.count(isBefore))]).toEqual([[], 0]);
});

test('a comparison that throws is one for each reader, and the list is sorted once it does not', () => {
  let isBroken = true;
  const sort = new IncrementalSort(1_000, (a, b) => {
    if (isBroken && a === 500) throw new Error('a bug');
    return b - a;
  });
  for (const _ of [1, 2]) expect(() => finish(sort.slice(0, 1_000))).toThrow('a bug');
  isBroken = false;
  expect(finish(sort.slice(0, 2))).toEqual([999, 998]);
});
