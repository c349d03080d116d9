import { LruMap } from '../basics/lru-map.ts';
import type { Work } from '../basics/work.ts';
import type { Filter } from '../filter/filter.ts';
import type { LiveSource, ObservedChange } from '../records/record-source.ts';
import type { Sort } from '../sort/sort.ts';
import { DirtyMembers } from './dirty-members.ts';
import { FullScan } from './full-scan.ts';
import { MaterializedView } from './materialized-view.ts';
import type { OrderedRecords } from './ordered-records.ts';

/** Views to keep. Each costs memory for every matching record, and a little time at every write. */
const viewLimit = 32;
/** Queries to remember that came once. */
const onceLimit = 256;

/**
 * The materialized views of a source. The first request of a query takes a full scan, which is faster than building a view
 * and leaves nothing behind. The second one begins to build a view in the background. No request waits for that: until the
 * view is built, all share the scan with which the building begins. The least recently used view is dropped.
 */
export class MaterializedViews {
  readonly #source: LiveSource;
  readonly #views = new LruMap<string, MaterializedView>(viewLimit);
  readonly #once = new LruMap<string, true>(onceLimit);
  /** The members that every view has already marked dirty. */
  readonly #dirtyMembers = new DirtyMembers();
  /** A view that is far behind: it proceeds a little with every change. */
  #behind: MaterializedView | undefined;

  constructor(source: LiveSource) {
    this.#source = source;
    source.observe((change) => this.#follow(change));
  }

  /**
   * The records that pass the filter, all where it is null, in order. The caller must read the result before the next pause
   * or change.
   */
  *ordered(filter: Filter | null, sort: Sort): Work<OrderedRecords> {
    for (;;) {
      const view = yield* this.built(filter, sort);
      if (view) return view;
      const building = this.#views.peek(queryText(filter, sort));
      const list = building && (yield* building.scan());
      if (list) return list;
      // A view that was built meanwhile has the records of now; its scan is gone.
      if (!building?.isBuilt) return yield* FullScan.of(this.#source.snapshot(), filter, sort);
    }
  }

  /** True while a view of the query is under construction, so that a request shares a scan. */
  isBuilding(filter: Filter | null, sort: Sort): boolean {
    return this.#views.peek(queryText(filter, sort))?.isBuilt === false;
  }

  /** The view of a query, ready to be read; null while none is built. Counts as a request of the query. */
  *built(filter: Filter | null, sort: Sort): Work<MaterializedView | null> {
    const query = queryText(filter, sort);
    if (!this.#views.get(query)) {
      if (this.#once.get(query)) this.#source.inBackground(this.#build(query, this.#add(filter, sort)));
      else this.#once.set(query, true);
    }
    for (;;) {
      // The view may have been dropped in a pause.
      const view = this.#views.get(query);
      if (!view?.isBuilt) return null;
      if (view.isReady) return view;
      view.proceed();
      yield;
    }
  }

  /** The view of a query, built for the first request and ready to be read. For sources of few records. */
  *made(filter: Filter | null, sort: Sort): Work<MaterializedView> {
    for (;;) {
      const view = this.#views.get(queryText(filter, sort)) ?? this.#add(filter, sort);
      if (view.isReady) return view;
      view.proceed();
      yield;
    }
  }

  #add(filter: Filter | null, sort: Sort): MaterializedView {
    const query = queryText(filter, sort);
    const view = new MaterializedView(this.#source, filter, sort, {
      onTakeOver: () => this.#dirtyMembers.clear(),
      // Another one is built in its place, because the work that built this one may have ended.
      onBug: () => this.#views.delete(query),
    });
    this.#views.set(query, view);
    return view;
  }

  /** Builds a view, unless it is dropped. */
  *#build(query: string, view: MaterializedView): Work<void> {
    while (!view.isBuilt && this.#views.peek(query) === view) {
      view.proceed();
      yield;
    }
  }

  #follow(change: ObservedChange): void {
    if (this.#views.size === 0) return;
    if (!this.#dirtyMembers.covers(change)) {
      this.#behind = undefined;
      for (const view of this.#views.values()) {
        view.markDirty(change);
        if (view.isBehind) this.#behind = view;
      }
    }
    if (!this.#behind?.isBehind) return;
    try {
      // One view at a time, so that no change waits for all.
      this.#behind.proceed();
    } catch {
      // The change is made, whatever a list's filter does. The view is dropped; whoever reads the list next meets the bug.
    }
  }
}

function queryText(filter: Filter | null, sort: Sort): string {
  return `${sort.text} ${filter?.text ?? ''}`;
}
