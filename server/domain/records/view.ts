import { jsonEqual, member } from '../json/json.ts';
import type { Filter } from '../query/filter.ts';
import { countNodes } from '../query/filter-explain.ts';
import type { Position, Sort } from '../query/sort.ts';
import type { Work } from '../work.ts';
import { OrderedPositions } from './ordered-positions.ts';
import type { OrderedRecords } from './ordered-records.ts';
import { type LiveSource, type RecordChange, recordsOf } from './record-source.ts';
import { Scan } from './scan.ts';
import type { StoredRecord } from './stored-record.ts';

/** Changes that a view in the making may be behind, besides as many as there are records, before it is begun anew. */
const mostMissed = 10_000;
/** Changes that a view that is made may be behind while nobody reads it. */
const batch = 64;

/** Names of the members in which a record differs from before; null for one that comes or goes. */
export function changedMembers({ before, after }: RecordChange): ReadonlySet<string> | null {
  if (!before || !after) return null;
  const changed = new Set<string>();
  for (const name in after.value) {
    if (!jsonEqual(member(before.value, name), member(after.value, name))) changed.add(name);
  }
  for (const name in before.value) if (!Object.hasOwn(after.value, name)) changed.add(name);
  return changed;
}

/**
 * The answer to a query, kept right by every change instead of being worked out for every request. It holds positions,
 * not records: a change of what it does not look at costs it next to nothing.
 *
 * It is made from a snapshot, piece by piece, and then catches up with the changes that came meanwhile. From then on it
 * takes changes over a batch at a time, and always before it is read: the searches of one batch find the processor's
 * cache filled with this view, where those of one change for all views in turn would each have to fill it.
 */
export class View implements OrderedRecords {
  readonly #source: LiveSource;
  readonly #filter: Filter | null;
  readonly #sort: Sort;
  /** Names of the record's members on which all this depends, beside the key; null where it may be any. */
  readonly #members: readonly string[] | null;
  /** As they were before the changes that it missed. */
  #positions: OrderedPositions;
  #counts: readonly number[] = [];
  /** What is left of making it; null when it is made. */
  #making: Work<void> | null;
  /** Changes of what it looks at, to be taken over. */
  #missed: RecordChange[] = [];

  constructor(source: LiveSource, filter: Filter | null, sort: Sort) {
    this.#source = source;
    this.#filter = filter;
    this.#sort = sort;
    this.#members = !filter ? sort.members : filter.members && [...filter.members, ...sort.members];
    this.#positions = OrderedPositions.empty(sort);
    this.#making = this.#make();
  }

  /** False as long as it needs to {@link proceed} before it can be read. */
  get isReady(): boolean {
    return this.#making === null;
  }

  get total(): number {
    return this.#latest().length;
  }

  get size(): number {
    return this.#source.size;
  }

  get revision(): number {
    return this.#source.revision;
  }

  /** A change makes a new array, so that what a request was told stays as it was. */
  get counts(): readonly number[] {
    this.#catchUp();
    return this.#counts;
  }

  // Both are work by their type only: there is nothing to pause for.

  // biome-ignore lint/correctness/useYield: see above
  *slice(start: number, end: number): Work<readonly StoredRecord[]> {
    return recordsOf(this.#source, this.#latest().keys(start, end));
  }

  // biome-ignore lint/correctness/useYield: see above
  *count(standsBefore: (position: Position) => boolean): Work<number> {
    return this.#latest().count(standsBefore);
  }

  /** Does a piece of what is left of making it. */
  proceed(): void {
    if (this.#making?.next().done) this.#making = null;
  }

  /**
   * Takes note of a change. Must be called for every change of the source. `changed` is what {@link changedMembers} says
   * of it, which is the same for all views.
   */
  update(change: RecordChange, changed = changedMembers(change)): void {
    if (!this.#isTouched(change, changed)) return;
    const missed = this.#missed.push(change);
    if (!this.#making) {
      if (missed === batch) this.#catchUp();
    } else if (missed > mostMissed + this.#source.size) {
      this.#missed = [];
      this.#making = this.#make();
    }
  }

  /** The positions after the latest change. */
  #latest(): OrderedPositions {
    this.#catchUp();
    return this.#positions;
  }

  #catchUp(): void {
    if (this.#missed.length === 0) return;
    const counts = [...this.#counts];
    for (const change of this.#missed) this.#apply(change, counts);
    this.#counts = counts;
    this.#missed = [];
  }

  *#make(): Work<void> {
    const snapshot = this.#source.snapshot();
    this.#missed = [];
    const scan = yield* Scan.of(snapshot, this.#filter, this.#sort);
    this.#positions = yield* scan.ordered();
    const counts = [...scan.counts];
    this.#counts = counts;
    for (const change of this.#missed) {
      this.#apply(change, counts);
      yield;
    }
    this.#missed = [];
  }

  #apply({ before, after }: RecordChange, counts: number[]): void {
    const from = before && this.#positionOf(before, counts, -1);
    const to = after && this.#positionOf(after, counts, 1);
    if (from && to && this.#sort.compare(from, to) === 0) return;
    if (from) this.#positions.remove(from);
    if (to) this.#positions.insert(to);
  }

  /** False for a change of members at which neither filter nor sort looks. */
  #isTouched({ before, after }: RecordChange, changed: ReadonlySet<string> | null): boolean {
    if (before === after) return false;
    if (!changed || !this.#members) return true;
    return this.#members.some((name) => changed.has(name));
  }

  /** Where a record stands, if the filter lets it through; counts it for every node of the filter that it fulfils. */
  #positionOf(record: StoredRecord, counts: number[], step: 1 | -1): Position | undefined {
    const matches = !this.#filter || countNodes(this.#filter, record.value, counts, step);
    return matches ? this.#sort.positionOf(record) : undefined;
  }
}
