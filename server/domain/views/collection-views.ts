import type { Work } from '../basics/work.ts';
import type { Filter } from '../filter/filter.ts';
import type { Collection } from '../records/collection.ts';
import type { LiveSource, Overlay } from '../records/record-source.ts';
import type { Sort } from '../sort/sort.ts';
import { MaterializedViews } from './materialized-views.ts';
import type { OrderedRecords } from './ordered-records.ts';
import { overlaid } from './overlaid-records.ts';

/** The views of each source. Records do not know views, so the views are found by the source, and live as long as it. */
const viewsBySource = new WeakMap<LiveSource, MaterializedViews>();

/**
 * The records of a collection that pass the filter, all where it is null, in order. With `overlay`, its changes count as
 * if they were written. The caller must read the result before the next pause or change.
 */
export function orderedRecords(
  collection: Collection,
  filter: Filter | null,
  sort: Sort,
  overlay?: () => Overlay,
): Work<OrderedRecords> {
  const live = () => liveRecords(collection, filter, sort);
  return overlay ? overlaid(collection, live, overlay, filter, sort) : live();
}

function liveRecords({ layers }: Collection, filter: Filter | null, sort: Sort): Work<OrderedRecords> {
  const { source, overlay } = layers;
  const stored = () => viewsOf(source).ordered(filter, sort);
  return overlay ? overlaid(source, stored, overlay, filter, sort) : stored();
}

function viewsOf(source: LiveSource): MaterializedViews {
  let views = viewsBySource.get(source);
  if (!views) {
    views = new MaterializedViews(source);
    viewsBySource.set(source, views);
  }
  return views;
}
