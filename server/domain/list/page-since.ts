import type { Work } from '../basics/work.ts';
import type { Position } from '../sort/position.ts';
import type { Page } from './page.ts';
import { readSpan, type Span, spanLength } from './span.ts';

/**
 * `since_id` as some services implement it: the newest records after that position, newest first. A client that continues
 * from there misses the records in between; testers can try that.
 */
export function* newestPage(span: Span, after: Position | null, limit: number): Work<Page> {
  const passed = after ? yield* span.order.count((position) => span.sort.compare(position, after) <= 0) : 0;
  const start = Math.max(passed, spanLength(span) - limit);
  const records = yield* readSpan(span, start, limit);
  const newest = records.at(-1);
  return {
    place: { style: 'since' },
    records: records.toReversed(),
    start,
    links: { first: { since_id: '' }, prev: null, next: newest ? { since_id: newest.id } : null, last: null },
  };
}

/**
 * `since_id`: the records right after the position of the last record that the client has, which may have been removed.
 * Null is before the first record.
 */
export function* sincePage(span: Span, after: Position | null, limit: number): Work<Page> {
  const start = after ? yield* span.order.count((position) => span.sort.compare(position, after) <= 0) : 0;
  const records = yield* readSpan(span, start, limit);
  const last = records.at(-1);
  const more = start + records.length < spanLength(span);
  return {
    place: { style: 'since' },
    records,
    start,
    links: { first: { since_id: '' }, prev: null, next: more && last ? { since_id: last.id } : null, last: null },
  };
}
