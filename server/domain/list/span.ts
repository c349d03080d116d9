import type { Work } from '../basics/work.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import type { Position } from '../sort/position.ts';
import type { Sort } from '../sort/sort.ts';
import type { OrderedRecords } from '../views/ordered-records.ts';
import type { TimeWindow } from './time-window.ts';

/** The run of records that is paged: all that match, or those of a time window. */
export interface Span {
  readonly order: OrderedRecords;
  readonly sort: Sort;
  /** Places in the order: of the first record, and behind the last. */
  readonly begin: number;
  readonly end: number;
}

export function spanLength({ begin, end }: Span): number {
  return end - begin;
}

/** At most `limit` records of a span, from place `start` on, counted from the beginning of the span. */
export function readSpan({ order, begin, end }: Span, start: number, limit: number): Work<readonly StoredRecord[]> {
  return order.slice(begin + start, Math.min(begin + start + limit, end));
}

/** The span of a window in an order whose first term is the instant, found by search. */
export function* windowSpan(order: OrderedRecords, sort: Sort, { from, to }: TimeWindow): Work<Span> {
  const descending = sort.terms[0]?.descending ?? false;
  const isEarly = (instant: number) => from !== null && instant < from;
  const isLate = (instant: number) => to !== null && instant >= to;
  const [isBefore, isAfter] = descending ? [isLate, isEarly] : [isEarly, isLate];
  // Records without an instant stand behind the window, like those after it.
  const countInstants = (test: (instant: number) => boolean) =>
    order.count(({ values: [instant] }: Position) => typeof instant === 'number' && test(instant));
  const begin = yield* countInstants(isBefore);
  return { order, sort, begin, end: yield* countInstants((instant) => !isAfter(instant)) };
}
