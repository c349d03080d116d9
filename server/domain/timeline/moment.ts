import { changesLength, type Work } from '../basics/work.ts';
import type { SharedCollection } from '../records/shared-collection.ts';
import { PastCollection } from './past-collection.ts';
import type { Timeline, TimelineChange } from './timeline.ts';

/** The records of all collections at one moment. Nobody else sees changes of them. */
export class Moment {
  readonly number: number;
  /** The number of the first change after it. */
  readonly end: number;
  /** By name. */
  readonly collections: ReadonlyMap<string, PastCollection>;
  readonly #byShared: ReadonlyMap<SharedCollection, PastCollection>;

  private constructor(number: number, end: number, byShared: ReadonlyMap<SharedCollection, PastCollection>) {
    this.number = number;
    this.end = end;
    this.#byShared = byShared;
    this.collections = new Map(Array.from(byShared.values(), (one) => [one.definition.name, one]));
  }

  /**
   * Builds the records of a moment: the present ones, with every change since taken back. Takes time for the changes, not
   * for the records. Undefined for a moment that was dropped or is to come. The caller must close it.
   */
  static *at(timeline: Timeline, number: number): Work<Moment | undefined> {
    const end = timeline.endOf(number);
    if (end === undefined) return undefined;
    const moment = new Moment(
      number,
      end,
      new Map(timeline.collectionsAt(number).map((one) => [one, new PastCollection(one.base)])),
    );
    yield* moment.#copyLayers();
    // Records that change between two slices are in the changes that are taken back, at the latest in the last slice.
    const isWhole = yield* moment.#takeBack(timeline);
    if (!isWhole) {
      moment.close();
      return undefined;
    }
    for (const [shared, past] of moment.#byShared) past.continueFrom(timeline.countersAt(shared, end));
    return moment;
  }

  /** Indexes the fields, keys and removals of earlier moments too, as the live state did. */
  *indexEarlier(timeline: Timeline): Work<void> {
    for (let number = this.end - 1, done = 1; ; number -= 1, done += 1) {
      const change = timeline.change(number);
      if (!change) break;
      const { collection, id, before, after } = change;
      const past = this.#byShared.get(collection);
      if (after) past?.indexEarlier(after.value);
      else if (before && past && !past.get(id) && !past.removed(id)) {
        past.set(id, before);
        past.set(id, undefined);
      }
      if (done % changesLength === 0) yield;
    }
    for (const [shared, past] of this.#byShared) past.continueFrom(timeline.countersAt(shared, this.end));
  }

  /** Makes a later change here too. */
  apply({ collection, id, after, floor, revision }: TimelineChange): void {
    const past = this.#byShared.get(collection);
    past?.set(id, after);
    past?.continueFrom({ floor, revision });
  }

  /** Releases the records. */
  close(): void {
    for (const past of this.#byShared.values()) past.close();
  }

  *#copyLayers(): Work<void> {
    let copied = 0;
    for (const [shared, past] of this.#byShared) {
      for (const id of shared.layeredIds()) {
        past.set(id, shared.get(id));
        copied += 1;
        if (copied % changesLength === 0) yield;
      }
    }
  }

  /** False if the timeline drops a change meanwhile. */
  *#takeBack(timeline: Timeline): Work<boolean> {
    const done = new Map(Array.from(this.#byShared.keys(), (shared) => [shared, new Set<string>()]));
    const count = timeline.endOf(timeline.last) ?? this.end;
    for (let number = this.end; number < (timeline.endOf(timeline.last) ?? count); number += 1) {
      const change = timeline.change(number);
      if (!change) return false;
      const { collection, id, before } = change;
      const ids = done.get(collection);
      if (ids && !ids.has(id)) {
        ids.add(id);
        this.#byShared.get(collection)?.set(id, before);
      }
      if (number % changesLength === 0) yield;
    }
    return true;
  }
}
