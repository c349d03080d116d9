import type { Work } from '../basics/work.ts';
import type { Collection } from '../records/collection.ts';
import type { Overlay } from '../records/record-source.ts';
import { goesByInstant, type Sort, tiesReversed } from '../sort/sort.ts';
import { orderedRecords } from '../views/collection-views.ts';
import type { ListQuirks } from './list-quirks.ts';
import type { Selection } from './selection.ts';
import { type Span, windowSpan } from './span.ts';

/** The order of a list: that of its selection, unless the scenario turns ties around. */
export function orderOf({ sort }: Selection, quirks: ListQuirks): Sort {
  return quirks.tiesReversed ? tiesReversed(sort) : sort;
}

/** The records that a selection chooses, in order, and the run of them that is paged. */
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
