import type { Work } from '../basics/work.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import type { Position } from '../sort/position.ts';
import { type Cursor, encodeCursor } from './cursor.ts';
import type { Page } from './page.ts';
import { readSpan, type Span, spanLength } from './span.ts';
import type { TimeWindow } from './time-window.ts';

/**
 * `cursor`: the records right after the position of the cursor. Created and removed records do not shift the page, not even
 * when the record at that position is removed.
 */
export function* cursorPage(span: Span, cursor: Cursor, limit: number): Work<Page> {
  const { records, start, nextCursor } = yield* crawl(span, cursor, limit);
  return {
    place: { style: 'cursor', nextCursor },
    records,
    start,
    links: {
      first: { cursor: cursor.window ? encodeCursor({ ...cursor, after: null }) : '' },
      prev: null,
      next: nextCursor === null ? null : { cursor: nextCursor },
      last: null,
    },
  };
}

/**
 * A time window. A cursor leads to the next page of the window: a later window would begin at the instant of the last
 * record, and so repeat or lose other records of that instant.
 */
export function* timePage(span: Span, query: string, window: TimeWindow, limit: number): Work<Page> {
  const { records, start, nextCursor } = yield* crawl(span, { query, window, after: null }, limit);
  const noWindow = { from: null, to: null, start_time: null, end_time: null };
  return {
    place: { style: 'time', nextCursor },
    records,
    start,
    links: {
      first: {},
      prev: null,
      next: nextCursor === null ? null : { ...noWindow, cursor: nextCursor },
      last: null,
    },
  };
}

function* crawl(
  span: Span,
  cursor: Cursor,
  limit: number,
): Work<{ records: readonly StoredRecord[]; start: number; nextCursor: string | null }> {
  const { after } = cursor;
  const isPassed = (position: Position) => after !== null && span.sort.compare(position, after) <= 0;
  const passed = after ? (yield* span.order.count(isPassed)) - span.begin : 0;
  const start = Math.max(0, Math.min(passed, spanLength(span)));
  const records = yield* readSpan(span, start, limit);
  const last = records.at(-1);
  const more = start + records.length < spanLength(span);
  const nextCursor = more && last ? encodeCursor({ ...cursor, after: span.sort.positionOf(last) }) : null;
  return { records, start, nextCursor };
}
