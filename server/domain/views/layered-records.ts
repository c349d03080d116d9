import { partitionPoint } from '../basics/partition-point.ts';
import { finish, type Work } from '../basics/work.ts';
import type { Collection } from '../records/collection.ts';
import type { LayerChanges } from '../records/record-source.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import type { Position } from '../sort/position.ts';
import type { Sort } from '../sort/sort.ts';
import { type MaterializedView, sliceAttempts } from './materialized-view.ts';
import type { OrderedRecords } from './ordered-records.ts';

/** Views with the same filter and sort: of the source, and of the session's changes over it. */
interface LayeredViews {
  readonly below: MaterializedView;
  readonly hidden: MaterializedView;
  readonly shown: MaterializedView;
}

/**
 * The ordered records of a session. A page costs time for its records and for the logarithm of the changes: it is found by
 * binary search, not by merging.
 */
export class LayeredRecords implements OrderedRecords {
  readonly total: number;
  readonly size: number;
  readonly revision: number;
  readonly #views: LayeredViews;
  readonly #collection: Collection;
  readonly #changes: LayerChanges;
  readonly #sort: Sort;

  constructor(views: LayeredViews, collection: Collection, changes: LayerChanges, sort: Sort) {
    this.total = views.below.total - views.hidden.total + views.shown.total;
    this.size = collection.size;
    this.revision = collection.revision;
    this.#collection = collection;
    this.#views = views;
    this.#changes = changes;
    this.#sort = sort;
  }

  get moment(): number {
    return this.#collection.revision;
  }

  get counts(): readonly number[] {
    const { below, hidden, shown } = this.#views;
    return below.counts.map((count, node) => count - (hidden.counts[node] ?? 0) + (shown.counts[node] ?? 0));
  }

  // biome-ignore lint/correctness/useYield: work by type only, it has no pause
  *count(standsBefore: (position: Position) => boolean): Work<number> {
    return this.#countVisible(standsBefore) + countIn(this.#views.shown, standsBefore);
  }

  *slice(start: number, end: number): Work<readonly StoredRecord[]> {
    for (let attempt = 1; attempt < sliceAttempts; attempt++) {
      const { moment } = this;
      const records = yield* this.#page(start, end);
      if (this.moment === moment) return records;
    }
    return finish(this.#page(start, end));
  }

  *#page(start: number, end: number): Work<readonly StoredRecord[]> {
    const length = Math.min(end, this.total) - start;
    if (length <= 0) return [];
    const { shown } = this.#views;
    const passed = partitionPoint(shown.total, (index) => index + this.#visibleBefore(index) < start);
    const others = yield* shown.slice(passed, passed + length);
    return this.#merge(yield* this.#visible(start - passed, length), others).slice(0, length);
  }

  /** The number of records of the source that are not hidden and stand before the shown record at an index. */
  #visibleBefore(index: number): number {
    const position = this.#positionIn(this.#views.shown, index);
    return this.#countVisible((other) => this.#sort.compare(other, position) < 0);
  }

  #countVisible(standsBefore: (position: Position) => boolean): number {
    return countIn(this.#views.below, standsBefore) - countIn(this.#views.hidden, standsBefore);
  }

  /** Records of the source that are not hidden: at most `length`, from the given index among them. */
  *#visible(start: number, length: number): Work<readonly StoredRecord[]> {
    const found: StoredRecord[] = [];
    let wanted = length;
    while (wanted > 0) {
      const index = this.#indexBelow(start + found.length);
      const read = yield* this.#views.below.slice(index, index + wanted);
      const visible = read.filter(({ id }) => !this.#changes.hidden.get(id));
      for (const record of visible) found.push(record);
      // The first record read is never hidden: none at all means the end. Among many that are, few are read at a time.
      wanted = Math.min(length - found.length, 2 * visible.length);
    }
    return found;
  }

  /** The index in the source of the record with the given index among those that are not hidden. */
  #indexBelow(visible: number): number {
    const { below, hidden } = this.#views;
    return (
      visible +
      partitionPoint(hidden.total, (index) => {
        const position = this.#positionIn(hidden, index);
        return countIn(below, (other) => this.#sort.compare(other, position) < 0) - index <= visible;
      })
    );
  }

  #positionIn(view: MaterializedView, index: number): Position {
    const [record] = finish(view.slice(index, index + 1));
    if (!record) throw new Error(`A view has no record at ${index}`);
    return this.#sort.positionOf(record);
  }

  #merge(visible: readonly StoredRecord[], shown: readonly StoredRecord[]): readonly StoredRecord[] {
    const merged: StoredRecord[] = [];
    let next = 0;
    for (const record of visible) {
      const position = this.#sort.positionOf(record);
      for (
        let one = shown[next];
        one && this.#sort.compare(this.#sort.positionOf(one), position) < 0;
        one = shown[next]
      ) {
        merged.push(one);
        next += 1;
      }
      merged.push(record);
    }
    return merged.concat(shown.slice(next));
  }
}

function countIn(view: MaterializedView, standsBefore: (position: Position) => boolean): number {
  return finish(view.count(standsBefore));
}
