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
 * and leaves nothing behind; the second one builds a view. The least recently used view is dropped.
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
   * or change. Concurrent callers share the work of building a view.
   */
  *ordered(filter: Filter | null, sort: Sort): Work<OrderedRecords> {
    const query = `${sort.text} ${filter?.text ?? ''}`;
    let view = this.#views.get(query);
    if (!view && !this.#once.get(query)) {
      this.#once.set(query, true);
      return yield* FullScan.of(this.#source.snapshot(), filter, sort);
    }
    while (!view?.isReady) {
      if (view) view.proceed();
      else this.#views.set(query, new MaterializedView(this.#source, filter, sort, () => this.#dirtyMembers.clear()));
      yield;
      // The view may have been dropped in the pause.
      view = this.#views.get(query);
    }
    return view;
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
    // One view at a time, so that no change waits for all.
    if (this.#behind?.isBehind) this.#behind.proceed();
  }
}
