import fc from 'fast-check';
import { expect, test } from 'vitest';
import { barPieces, leastPiece } from '../../../../../renderer/features/requests/histogram/bar-pieces.ts';
import { countAt, statusClasses, tallyRequests } from '../../../../../renderer/features/requests/histogram/tally.ts';
import { request } from '../../../console/fake-transport.ts';

const height = 42;

/** The pieces of so many requests of each status in one interval after the other. */
function piecesOf(intervals: readonly Readonly<Record<number, number>>[]) {
  const requests = intervals.flatMap((counts, interval) =>
    Object.entries(counts).flatMap(([status, count]) =>
      Array.from({ length: count }, (_, index) => request(index, { time: interval * 100, status: Number(status) })),
    ),
  );
  const tally = tallyRequests(requests);
  if (!tally) throw new Error('There was nothing to count');
  return { tally, pieces: barPieces(tally, height) };
}

test('ten requests beside a burst of a thousand make a bar of a tenth of the height', () => {
  const { pieces } = piecesOf([{ 200: 10 }, { 200: 1000 }]);
  expect(pieces).toEqual([
    { interval: 0, name: '2xx', top: expect.closeTo(height * 0.9), tall: expect.closeTo(height / 10) },
    { interval: 1, name: '2xx', top: expect.closeTo(0), tall: expect.closeTo(height) },
  ]);
});

test('one failed request among a thousand is seen above the others', () => {
  const [good, failed] = piecesOf([{ 200: 1000, 503: 1 }]).pieces;
  expect(failed).toMatchObject({ name: '5xx', top: expect.closeTo(0) });
  expect(failed?.tall).toBeGreaterThanOrEqual(leastPiece);
  expect(good?.top).toBeCloseTo(failed?.tall ?? 0);
});

test('an interval without requests has no piece', () => {
  expect(piecesOf([{ 200: 1 }, {}, { 200: 1 }]).pieces.map(({ interval }) => interval)).toEqual([0, 2]);
});

test('bars stay in the picture, lie without gaps, and grow with their requests and those of each class', () => {
  const counts = fc.record({ 200: fc.nat(400), 304: fc.nat(3), 404: fc.nat(40), 503: fc.nat(3) });
  fc.assert(
    fc.property(fc.array(counts, { minLength: 1, maxLength: 4 }), (intervals) => {
      fc.pre(intervals.some((counts) => Object.values(counts).some((count) => count > 0)));
      const { tally, pieces } = piecesOf(intervals);
      const bars = Array.from({ length: tally.intervals }, (_, interval) => {
        const bar = pieces.filter((piece) => piece.interval === interval);
        let bottom = height;
        for (const { top, tall } of bar) {
          expect(top + tall).toBeCloseTo(bottom);
          expect(tall).toBeGreaterThanOrEqual(leastPiece);
          bottom = top;
        }
        expect(bottom).toBeGreaterThan(-1e-9);
        const found = new Map(bar.map(({ name, tall }) => [name, tall]));
        for (const one of statusClasses) {
          for (const other of statusClasses) {
            const more = (tally.counts[one][interval] ?? 0) > (tally.counts[other][interval] ?? 0);
            if (more) expect(found.get(one) ?? 0).toBeGreaterThanOrEqual(found.get(other) ?? 0);
          }
        }
        return { all: countAt(tally, interval), tall: height - bottom, classes: bar.length };
      });
      for (const one of bars) {
        for (const other of bars) {
          // A bar of a few requests may be as high as the smallest pieces of its classes.
          const isLeast = other.tall <= other.classes * leastPiece + 1e-9;
          if (one.all > other.all && !isLeast) expect(one.tall).toBeGreaterThan(other.tall);
        }
      }
    }),
  );
});
