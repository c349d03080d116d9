import type { Work } from '../basics/work.ts';
import type { Filter } from '../filter/filter.ts';
import type { Collection } from '../records/collection.ts';
import type { LayerChanges, LiveSource, Overlay, RecordChange } from '../records/record-source.ts';
import type { Sort } from '../sort/sort.ts';
import { FullScan } from './full-scan.ts';
import { LayeredRecords } from './layered-records.ts';
import { MaterializedViews } from './materialized-views.ts';
import type { OrderedRecords } from './ordered-records.ts';
import { areTooMany, overlaid } from './overlaid-records.ts';

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

/**
 * The live records of a session. Until the view of the source is built, its scan is shared, unless the session has changed
 * so many records that a scan of its own costs less.
 */
function* layeredRecords(
  collection: Collection,
  source: LiveSource,
  layerChanges: () => Work<LayerChanges>,
  filter: Filter | null,
  sort: Sort,
): Work<OrderedRecords> {
  const views = viewsOf(source);
  for (;;) {
    const { revision } = collection;
    const below = yield* views.built(filter, sort);
    if (!below && !views.isBuilding(filter, sort)) return yield* FullScan.of(collection.snapshot(), filter, sort);
    const changes = yield* layerChanges();
    if (!below) {
      const { hidden, shown } = changes;
      if (areTooMany(Math.max(hidden.size, shown.size), source.size))
        return yield* FullScan.of(collection.snapshot(), filter, sort);
      const overlay = () => ({ changes: changesOf(changes), revision: collection.revision });
      return yield* overlaid(source, () => views.ordered(filter, sort), overlay, filter, sort);
    }
    const hidden = yield* viewsOf(changes.hidden).made(filter, sort);
    const shown = yield* viewsOf(changes.shown).made(filter, sort);
    if (collection.revision === revision)
      return new LayeredRecords({ below, hidden, shown }, collection, changes, sort);
  }
}

/** The present changes of a session as those of an overlay. */
function changesOf({ hidden, shown }: LayerChanges): readonly RecordChange[] {
  const changed = Array.from(hidden.snapshot(), (before) => ({ id: before.id, before, after: shown.get(before.id) }));
  const present = Array.from(shown.snapshot(), (after) => ({ id: after.id, before: hidden.get(after.id), after }));
  return [...changed, ...present.filter(({ before }) => before === undefined)];
}

function viewsOf(source: LiveSource): MaterializedViews {
  let views = viewsBySource.get(source);
  if (!views) {
    views = new MaterializedViews(source);
    viewsBySource.set(source, views);
  }
  return views;
}
