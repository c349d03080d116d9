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
    const isWhole = yield* moment.#build(timeline);
    if (!isWhole) {
      moment.close();
      return undefined;
    }
    for (const [shared, past] of moment.#byShared) {
      const counters = timeline.countersAt(shared, end);
      past.continueFrom(counters);
      past.knowFields(counters);
    }
    return moment;
  }

  /** Indexes the fields, keys and removals of earlier moments too, as the live state did. */
  *indexEarlier(timeline: Timeline): Work<void> {
    for (let number = this.end - 1, done = 1; ; number -= 1, done += 1) {
      const change = timeline.change(number);
      if (!change) break;
      const { collection, id, before, after } = change;
      const past = this.#byShared.get(collection);
      for (const record of [before, after]) if (record) past?.indexEarlier(record.value);
      // Of a record that is gone, the latest change is its removal.
      if (past && !past.get(id) && !past.removed(id)) {
        past.set(id, before);
        past.set(id, undefined);
      }
      if (done % changesLength === 0) yield;
    }
    for (const [shared, past] of this.#byShared) past.continueFrom(timeline.countersAt(shared, this.end));
  }

  /** Leaves the keys of records that were created later to them: no other new record gets one. */
  *reserveLaterKeys(timeline: Timeline): Work<void> {
    const end = timeline.endOf(timeline.last) ?? this.end;
    for (let number = this.end; number < end; number += 1) {
      const change = timeline.change(number);
      if (change && !change.before && change.after) this.#byShared.get(change.collection)?.reserveKey(change.id);
      if (number % changesLength === 0) yield;
    }
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

  /** Takes back the changes since and copies the other live records. False if the timeline drops a change meanwhile. */
  *#build(timeline: Timeline): Work<boolean> {
    const takenBack = new Map(Array.from(this.#byShared.keys(), (shared) => [shared, new Set<string>()]));
    let next = yield* this.#takeBack(timeline, this.end, takenBack);
    if (next === undefined) return false;
    let copied = 0;
    for (const [shared, past] of this.#byShared) {
      for (const id of shared.layeredIds()) {
        if (!takenBack.get(shared)?.has(id)) past.begin(id, shared.get(id), false);
        copied += 1;
        if (copied % changesLength !== 0) continue;
        yield;
        // Records that changed meanwhile are taken back before one is copied: their fields are later ones.
        next = yield* this.#takeBack(timeline, next, takenBack);
        if (next === undefined) return false;
      }
    }
    return true;
  }

  /** Takes back the changes from that number on. Returns the number of the next one; undefined if one was dropped. */
  *#takeBack(
    timeline: Timeline,
    from: number,
    takenBack: ReadonlyMap<SharedCollection, Set<string>>,
  ): Work<number | undefined> {
    const end = () => timeline.endOf(timeline.last) ?? from;
    let number = from;
    for (; number < end(); number += 1) {
      const change = timeline.change(number);
      if (!change) return undefined;
      const { collection, id, before } = change;
      const ids = takenBack.get(collection);
      if (ids && !ids.has(id)) {
        ids.add(id);
        this.#byShared.get(collection)?.begin(id, before, true);
      }
      if (number % changesLength === 0) yield;
    }
    return number;
  }
}
