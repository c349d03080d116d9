import type { Filter } from '../query/filter.ts';
import type { Sort } from '../query/sort.ts';
import type { OrderedRecords } from './ordered-records.ts';
import { RecentMap } from './recent-map.ts';
import type { LiveSource } from './record-source.ts';
import { Scan } from './scan.ts';
import { View } from './view.ts';

/** Views that are kept at the most: each costs memory in proportion to its records, and a little time at every write. */
const viewLimit = 32;
/** Queries that are remembered as asked once. */
const askedLimit = 256;

/**
 * The live views of a collection. A query is scanned for when it is asked first, which is quicker than making a view
 * and leaves nothing behind; it gets its view when it is asked again. The view that was not used for longest goes.
 */
export class LiveViews {
  readonly #source: LiveSource;
  readonly #views = new RecentMap<string, View>(viewLimit);
  readonly #asked = new RecentMap<string, true>(askedLimit);

  constructor(source: LiveSource) {
    this.#source = source;
    source.observe((change) => {
      for (const view of this.#views.values()) view.update(change);
    });
  }

  /** The records that the filter lets through, all where it is null, in order. To be used before the next change. */
  ordered(filter: Filter | null, sort: Sort): OrderedRecords {
    const query = JSON.stringify([filter?.text ?? null, sort.text]);
    const view = this.#views.get(query);
    if (view) return view;
    if (!this.#asked.get(query)) {
      this.#asked.set(query, true);
      return new Scan(this.#source, filter, sort);
    }
    const made = new View(this.#source, filter, sort);
    this.#views.set(query, made);
    return made;
  }
}
