import type { Work } from '../basics/work.ts';
import type { Collection } from '../records/collection.ts';
import type { Overlay } from '../records/record-source.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import type { Position } from '../sort/position.ts';
import { goesByInstant, type Sort, tiesReversed } from '../sort/sort.ts';
import { orderedRecords } from '../views/collection-views.ts';
import type { OrderedRecords } from '../views/ordered-records.ts';
import type { ListQuirks } from './list-quirks.ts';
import type { Selection } from './selection.ts';
import type { TimeWindow } from './time-window.ts';

/** The range of records to page through: all matching ones, or those of a time window. */
export interface Span {
  readonly order: OrderedRecords;
  readonly sort: Sort;
  /** Indexes in the order: of the first record, and after the last one. */
  readonly begin: number;
  readonly end: number;
}

export function spanLength({ begin, end }: Span): number {
  return end - begin;
}

/** Reads at most `limit` records from index `start` of the span. */
export function readSpan({ order, begin, end }: Span, start: number, limit: number): Work<readonly StoredRecord[]> {
  return order.slice(begin + start, Math.min(begin + start + limit, end));
}

/** Finds a time window, by binary search, in an order whose first term is the instant. */
function* windowSpan(order: OrderedRecords, sort: Sort, { from, to }: TimeWindow): Work<Span> {
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

/** The order of a list: that of its selection, unless the scenario reverses ties. */
export function orderOf({ sort }: Selection, quirks: ListQuirks): Sort {
  return quirks.tiesReversed ? tiesReversed(sort) : sort;
}

/** Finds the span of a selection. */
export function* findSpan(
  collection: Collection,
  { chosen, window }: Selection,
  sort: Sort,
  overlay: (() => Overlay) | undefined,
): Work<Span> {
  const order = yield* orderedRecords(collection, chosen, sort, overlay);
  if (window && goesByInstant(sort)) return yield* windowSpan(order, sort, window);
  return { order, sort, begin: 0, end: order.total };
}
