import { expect, test } from 'vitest';
import { finish, pieceLength, type Work } from '../../../../server/domain/basics/work.ts';
import { FullScan } from '../../../../server/domain/views/full-scan.ts';
import { collectionOf } from '../list/list-arbitraries.ts';
import { planOf } from './plan-of.ts';

/** Records, with the one that `collectionOf` adds. */
const size = 3 * pieceLength;
const collection = collectionOf(
  Array.from({ length: size - 1 }, (_, index) => ({ id: index, rank: index % 7, open: true })),
);

const pausesIn = (work: Work<unknown>) => [...work].length;

test.each([
  { where: '', order: '', pauses: 3 },
  { where: '', order: 'sort=rank', pauses: 3 },
  { where: '', order: 'sort=rank,open', pauses: 6 },
  { where: 'rank_lt=5', order: '', pauses: 6 },
  { where: 'rank_lt=5', order: 'sort=rank,open', pauses: 9 },
])('a scan pauses more often the more it compares: "$where" in the order "$order"', ({ where, order, pauses }) => {
  const { filter, sort } = planOf(collection, where, order);
  expect(pausesIn(FullScan.of(collection.snapshot(), filter, sort))).toBe(pauses);
});

test('records and positions of a scan are read with pauses', () => {
  const scan = finish(FullScan.of(collection.snapshot(), null, planOf(collection, '', '').sort));
  expect(pausesIn(scan.count(() => true))).toBe(3);
  expect(pausesIn(scan.slice(0, size)) - pausesIn(scan.slice(0, 0))).toBeGreaterThanOrEqual(3);
});
