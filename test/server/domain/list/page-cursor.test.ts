import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import { type Cursor, encodeCursor } from '../../../../server/domain/list/cursor.ts';
import { cursorPage, timePage } from '../../../../server/domain/list/page-cursor.ts';
import type { Span } from '../../../../server/domain/list/span.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { Sort } from '../../../../server/domain/sort/sort.ts';
import { orderedRecords } from '../../../../server/domain/views/collection-views.ts';

const sort = new Sort([], false);
const collection = new SharedCollection(
  { name: 'things', key: 'id', sort: null, time: null, schema: null },
  [1, 2, 3, 4, 5].map((id) => ({ id })),
);
const order = finish(orderedRecords(collection, null, sort));
const window = { from: 0, to: 10 };

/** All records, or those between two indexes. */
const spanOf = (begin = 0, end = 5): Span => ({ order, sort, begin, end });

/** The cursor behind a record. */
function after(id: number | null, of: Partial<Cursor> = {}): Cursor {
  const record = id === null ? undefined : collection.get(String(id));
  return { query: 'digest', window: null, after: record ? sort.positionOf(record) : null, ...of };
}

test.each<[number | null, Span, number, string, number, number | null]>([
  [null, spanOf(), 2, '1 2', 0, 2],
  [2, spanOf(), 2, '3 4', 2, 4],
  [4, spanOf(), 2, '5', 4, null],
  [3, spanOf(), 2, '4 5', 3, null],
  [5, spanOf(), 2, '', 5, null],
  [null, spanOf(), 0, '', 0, null],
  [null, spanOf(1, 4), 2, '2 3', 0, 3],
  [3, spanOf(1, 4), 2, '4', 2, null],
  [1, spanOf(2, 4), 1, '3', 0, 3],
  [5, spanOf(1, 4), 2, '', 3, null],
])('behind %j, a page of the span %o with the limit %i is %j from %i; the next cursor is behind %j', (...row) => {
  const [id, span, limit, ids, start, next] = row;
  const found = finish(cursorPage(span, after(id), limit));
  expect(found.records.map((record) => record.id).join(' ')).toBe(ids);
  const nextCursor = next === null ? null : encodeCursor(after(next));
  expect(found).toMatchObject({
    start,
    place: { style: 'cursor', nextCursor },
    links: { first: { cursor: '' }, prev: null, next: nextCursor === null ? null : { cursor: nextCursor }, last: null },
  });
});

test('the first page of a window is reached by a cursor that holds the window', () => {
  const { links } = finish(cursorPage(spanOf(), after(2, { window }), 2));
  expect(links).toEqual({
    first: { cursor: encodeCursor(after(null, { window })) },
    prev: null,
    next: { cursor: encodeCursor(after(4, { window })) },
    last: null,
  });
});

test('a page of a time window leads on by a cursor, without the parameters of the window', () => {
  const nextCursor = encodeCursor(after(2, { window }));
  expect(finish(timePage(spanOf(), 'digest', window, 2))).toMatchObject({
    start: 0,
    place: { style: 'time', nextCursor },
    links: {
      first: {},
      prev: null,
      next: { from: null, to: null, start_time: null, end_time: null, cursor: nextCursor },
      last: null,
    },
  });
  expect(finish(timePage(spanOf(), 'digest', window, 5))).toMatchObject({
    place: { style: 'time', nextCursor: null },
    links: { next: null },
  });
});
