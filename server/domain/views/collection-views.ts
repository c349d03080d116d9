import type { Work } from '../basics/work.ts';
import type { Filter } from '../filter/filter.ts';
import type { Collection } from '../records/collection.ts';
import type { LayerChanges, LiveSource, Overlay } from '../records/record-source.ts';
import type { Sort } from '../sort/sort.ts';
import { FullScan } from './full-scan.ts';
import { LayeredRecords } from './layered-records.ts';
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

function liveRecords(collection: Collection, filter: Filter | null, sort: Sort): Work<OrderedRecords> {
  const { source, changes } = collection.layers;
  return changes ? layeredRecords(collection, source, changes, filter, sort) : viewsOf(source).ordered(filter, sort);
}

/** The live records of a session. Without a view of the source, all records are scanned. */
function* layeredRecords(
  collection: Collection,
  source: LiveSource,
  layerChanges: () => Work<LayerChanges>,
  filter: Filter | null,
  sort: Sort,
): Work<OrderedRecords> {
  for (;;) {
    const { revision } = collection;
    const below = yield* viewsOf(source).built(filter, sort);
    if (!below) return yield* FullScan.of(collection.snapshot(), filter, sort);
    const changes = yield* layerChanges();
    const hidden = yield* viewsOf(changes.hidden).made(filter, sort);
    const shown = yield* viewsOf(changes.shown).made(filter, sort);
    if (collection.revision === revision)
      return new LayeredRecords({ below, hidden, shown }, collection, changes, sort);
  }
}

function viewsOf(source: LiveSource): MaterializedViews {
  let views = viewsBySource.get(source);
  if (!views) {
    views = new MaterializedViews(source);
    viewsBySource.set(source, views);
  }
  return views;
}
