import { expect, test } from 'vitest';
import { finish, pieceLength, type Work, wholeRecordsLength } from '../../../../server/domain/basics/work.ts';
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

test('a filter that reads whole records pauses after a few of them', () => {
  const { filter, sort } = planOf(collection, 'rank_lt=5', '');
  const whole = filter && { ...filter, members: null };
  expect(pausesIn(FullScan.of(collection.snapshot(), whole, sort))).toBe(size / wholeRecordsLength);
});

test('a page is sorted in smaller pieces where each comparison is longer', () => {
  const pauses = ['', 'sort=rank', 'sort=rank,open'].map((order) => {
    const scan = finish(FullScan.of(collection.snapshot(), null, planOf(collection, '', order).sort));
    return pausesIn(scan.slice(0, 1));
  });
  expect(pauses).toEqual([5, 5, 8]);
});

test('a scan has the records of its moment: none that was removed before, and those that are removed later', () => {
  const changing = collectionOf([1, 2, 3].map((id) => ({ id, rank: id })));
  changing.remove('2');
  const scan = finish(FullScan.of(changing.snapshot(), null, planOf(changing, '', 'sort=-rank').sort));
  changing.remove('3');
  expect([scan.total, scan.size, scan.revision, scan.moment]).toEqual([3, 3, 1, 1]);
  expect(finish(scan.slice(0, 9)).map(({ id }) => id)).toEqual(['3', '1', 'every']);
});

test('requests of the same page share its sorting, also while it is under way', () => {
  const { sort } = planOf(collection, '', 'sort=rank,open');
  const scanned = () => finish(FullScan.of(collection.snapshot(), null, sort));
  const alone = pausesIn(scanned().slice(20, 30));
  const scan = scanned();
  const page = finish(scanned().slice(20, 30));
  const requests = Array.from({ length: 5 }, () => scan.slice(20, 30));
  let pauses = 0;
  while (requests.length > 0) {
    const { done, value } = (requests[0] as Work<unknown>).next();
    if (done) expect(value).toEqual(page);
    else requests.push(requests[0] as (typeof requests)[number]);
    requests.shift();
    pauses += done ? 0 : 1;
  }
  expect([alone > 0, pauses]).toEqual([true, alone]);
  expect(finish(scan.slice(30, 40))).toEqual(finish(scanned().slice(30, 40)));
  expect(finish(scan.slice(20, 30))).toEqual(page);
});
