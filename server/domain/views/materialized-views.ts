import { LruMap } from '../basics/lru-map.ts';
import type { Work } from '../basics/work.ts';
import type { Filter } from '../filter/filter.ts';
import type { LiveSource, ObservedChange } from '../records/record-source.ts';
import type { Sort } from '../sort/sort.ts';
import { DirtyMembers } from './dirty-members.ts';
import { FullScan } from './full-scan.ts';
import { MaterializedView } from './materialized-view.ts';
import type { OrderedRecords } from './ordered-records.ts';

/** Views that are kept at the most: each costs memory in proportion to its records, and a little time at every write. */
const viewLimit = 32;
/** Queries that are remembered as asked once. */
const askedLimit = 256;

/**
 * The live views of a collection. A query is scanned for when it is asked first, which is quicker than making a view
 * and leaves nothing behind; it gets its view when it is asked again. The view that was not used for longest goes.
 */
export class MaterializedViews {
  readonly #source: LiveSource;
  readonly #views = new LruMap<string, MaterializedView>(viewLimit);
  readonly #asked = new LruMap<string, true>(askedLimit);
  /** What every view has noted already of the latest changes. */
  readonly #noted = new DirtyMembers();
  /** A view that is to proceed with every change, as long as it is behind. */
  #behind: MaterializedView | undefined;

  constructor(source: LiveSource) {
    this.#source = source;
    source.observe((change) => this.#follow(change));
  }

  /**
   * The records that the filter lets through, all where it is null, in order. To be read before the next pause, or the
   * next change. Everyone who asks for a view that is being made does a share of that.
   */
  *ordered(filter: Filter | null, sort: Sort): Work<OrderedRecords> {
    const query = `${sort.text} ${filter?.text ?? ''}`;
    let view = this.#views.get(query);
    if (!view && !this.#asked.get(query)) {
      this.#asked.set(query, true);
      return yield* FullScan.of(this.#source.snapshot(), filter, sort);
    }
    while (!view?.isReady) {
      if (view) view.proceed();
      else this.#views.set(query, new MaterializedView(this.#source, filter, sort, () => this.#noted.forget()));
      yield;
      // Others may have made so many views meanwhile that this one went.
      view = this.#views.get(query);
    }
    return view;
  }

  #follow(change: ObservedChange): void {
    if (this.#views.size === 0) return;
    if (!this.#noted.has(change)) {
      this.#behind = undefined;
      for (const view of this.#views.values()) {
        view.update(change);
        if (view.isBehind) this.#behind = view;
      }
    }
    // A piece of one at a time, so that no change has to wait for all.
    if (this.#behind?.isBehind) this.#behind.proceed();
  }
}
