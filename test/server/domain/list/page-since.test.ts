import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import { newestPage, sincePage } from '../../../../server/domain/list/page-since.ts';
import type { Span } from '../../../../server/domain/list/span.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { Sort } from '../../../../server/domain/sort/sort.ts';
import { orderedRecords } from '../../../../server/domain/views/collection-views.ts';

const definition = { name: 'things', key: 'id', sort: null, time: null, schema: null };
const sort = new Sort([], false);
const collection = new SharedCollection(
  definition,
  [1, 2, 3, 4, 5].map((id) => ({ id })),
);

function spanOf(records: SharedCollection): Span {
  const order = finish(orderedRecords(records, null, sort));
  return { order, sort, begin: 0, end: order.total };
}

/** The ids of the page after a record, its start and the `since_id` of the next page. */
function page(of: typeof sincePage, after: number | null, limit: number, records = collection) {
  const record = after === null ? undefined : collection.get(String(after));
  const found = finish(of(spanOf(records), record ? sort.positionOf(record) : null, limit));
  expect(found.links).toMatchObject({ first: { since_id: '' }, prev: null, last: null });
  expect(found.place).toEqual({ style: 'since' });
  return [found.records.map(({ id }) => id).join(' '), found.start, found.links.next];
}

test('since_id: the records right after a record, and the next page as long as there are more', () => {
  expect(page(sincePage, null, 2)).toEqual(['1 2', 0, { since_id: '2' }]);
  expect(page(sincePage, 2, 2)).toEqual(['3 4', 2, { since_id: '4' }]);
  expect(page(sincePage, 1, 3)).toEqual(['2 3 4', 1, { since_id: '4' }]);
  expect(page(sincePage, 4, 2)).toEqual(['5', 4, null]);
  expect(page(sincePage, 3, 2)).toEqual(['4 5', 3, null]);
  expect(page(sincePage, 5, 2)).toEqual(['', 5, null]);
  expect(page(sincePage, null, 0)).toEqual(['', 0, null]);
});

test('newest first: the last records after a record, in reverse, and the newest of them as the next since_id', () => {
  expect(page(newestPage, null, 2)).toEqual(['5 4', 3, { since_id: '5' }]);
  expect(page(newestPage, 1, 2)).toEqual(['5 4', 3, { since_id: '5' }]);
  expect(page(newestPage, 4, 2)).toEqual(['5', 4, { since_id: '5' }]);
  expect(page(newestPage, null, 9)).toEqual(['5 4 3 2 1', 0, { since_id: '5' }]);
  expect(page(newestPage, 5, 2)).toEqual(['', 5, null]);
});

test('both pages of an empty span are empty', () => {
  const empty = new SharedCollection(definition, []);
  expect(page(sincePage, null, 2, empty)).toEqual(['', 0, null]);
  expect(page(newestPage, null, 2, empty)).toEqual(['', 0, null]);
});

test('both pages stay within the end of a span', () => {
  const part = { ...spanOf(collection), end: 3 };
  expect(finish(sincePage(part, null, 9)).records.map(({ id }) => id)).toEqual(['1', '2', '3']);
  expect(finish(newestPage(part, null, 2)).records.map(({ id }) => id)).toEqual(['3', '2']);
});
