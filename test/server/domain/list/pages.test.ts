import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import type { Page } from '../../../../server/domain/list/page.ts';
import { numberedPage } from '../../../../server/domain/list/page-number.ts';
import { offsetPage } from '../../../../server/domain/list/page-offset.ts';
import { slicePage } from '../../../../server/domain/list/page-slice.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { Sort } from '../../../../server/domain/sort/sort.ts';
import { orderedRecords } from '../../../../server/domain/views/collection-views.ts';

const sort = new Sort([], false);

/** A span of so many records, which are numbered from 1. */
function spanOf(total: number) {
  const records = Array.from({ length: total }, (_, index) => ({ id: index + 1 }));
  const collection = new SharedCollection({ name: 'things', key: 'id', sort: null, time: null, schema: null }, records);
  return { order: finish(orderedRecords(collection, null, sort)), sort, begin: 0, end: total };
}

/** The ids of a page, its start, and where its links lead: first, previous, next, last. */
function shown({ records, start, links }: Page) {
  const ids = records.map(({ id }) => id).join(' ');
  const targets = [links.first, links.prev, links.next, links.last].map((link) => Object.values(link ?? {})[0] ?? null);
  return [ids, start, targets.map((target) => target ?? '-').join(' ')];
}

test.each<[number, number, number, string, number, string]>([
  [5, 0, 2, '1 2', 0, '0 - 2 4'],
  [5, 2, 2, '3 4', 2, '0 0 4 4'],
  [5, 4, 2, '5', 4, '0 2 - 4'],
  [5, 1, 2, '2 3', 1, '0 0 3 3'],
  [5, 3, 2, '4 5', 3, '0 1 - 3'],
  [4, 2, 2, '3 4', 2, '0 0 - 2'],
  [5, 9, 2, '', 5, '0 3 - 3'],
  [5, 0, 5, '1 2 3 4 5', 0, '0 - - 0'],
  [0, 0, 2, '', 0, '0 - - 0'],
  [0, 3, 2, '', 0, '0 0 - 0'],
  [1, 1, 2, '', 1, '0 0 - 0'],
  [5, 0, 0, '', 0, '0 - 0 0'],
])(
  'of %i records, the page at %i with %i of them is %j from %i, with the links %j',
  (total, offset, limit, ...page) => {
    const found = finish(offsetPage(spanOf(total), offset, limit));
    expect(found.place).toEqual({ style: 'offset', offset });
    expect(shown(found)).toEqual(page);
  },
);

test.each<[number, number, number, 'empty' | 'last', string, number, string]>([
  [5, 1, 1, 'empty', '1 2', 0, '1 - 2 3'],
  [5, 2, 1, 'empty', '3 4', 2, '1 1 3 3'],
  [5, 3, 1, 'empty', '5', 4, '1 2 - 3'],
  [5, 9, 1, 'empty', '', 5, '1 3 - 3'],
  [5, 9, 1, 'last', '5', 4, '1 2 - 3'],
  [4, 2, 1, 'empty', '3 4', 2, '1 1 - 2'],
  [0, 1, 1, 'empty', '', 0, '1 - - 1'],
  [5, 0, 0, 'empty', '1 2', 0, '0 - 1 2'],
  [5, 2, 0, 'last', '5', 4, '0 1 - 2'],
  [5, 3, 0, 'last', '5', 4, '0 1 - 2'],
])('of %i records, page %i counted from %i, or %s beyond them, is %j from %i, with the links %j', (...row) => {
  const [total, page, firstPage, beyondLast, ...expected] = row;
  expect(shown(finish(numberedPage(spanOf(total), { style: 'page', page, firstPage, beyondLast }, 2)))).toEqual(
    expected,
  );
});

test.each<[number, number | null, number, string, number]>([
  [0, 2, 9, '1 2', 0],
  [1, null, 9, '2 3 4 5', 1],
  [-2, null, 9, '4 5', 3],
  [-9, 2, 9, '1 2', 0],
  [1, -1, 9, '2 3 4', 1],
  [3, 2, 9, '', 3],
  [9, null, 9, '', 5],
  [0, 9, 2, '1 2', 0],
])('of five records, the slice from %i to %j with at most %i is %j from %i', (begin, end, limit, ids, start) => {
  const found = finish(slicePage(spanOf(5), begin, end, limit));
  expect(shown(found)).toEqual([ids, start, '- - - -']);
  expect(found.place).toEqual({ style: 'slice' });
  expect(found.links).toEqual({ first: null, prev: null, next: null, last: null });
});
