import { jsonEqual, member } from '../json/json.ts';
import type { Filter } from '../query/filter.ts';
import { countNodes } from '../query/filter-explain.ts';
import type { Position, Sort } from '../query/sort.ts';
import type { Work } from '../work.ts';
import { OrderedPositions } from './ordered-positions.ts';
import type { OrderedRecords } from './ordered-records.ts';
import { PositionTable } from './position-table.ts';
import { type LiveSource, type RecordChange, recordsOf } from './record-source.ts';
import { Scan } from './scan.ts';
import type { StoredRecord } from './stored-record.ts';

/** Changes that a view in the making may be behind, besides as many as there are records, before it is begun anew. */
const mostMissed = 10_000;
/** Changes that are taken over together. */
const batchLength = 512;

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

/** What changes do to a view, without the records: they may be gone when it is taken over. */
class Batch {
  readonly leaving: PositionTable;
  readonly coming: PositionTable;
  /** By how much the count of each node of the filter grows. */
  readonly counts: number[];
  length = 0;

  constructor(filter: Filter | null, sort: Sort) {
    this.leaving = new PositionTable(sort.terms.length);
    this.coming = new PositionTable(sort.terms.length);
    this.counts = filter?.nodes.map(() => 0) ?? [];
  }
}

/**
 * The answer to a query, kept right by every change instead of being worked out for every request. It holds positions,
 * not records: a change of what it does not look at costs it next to nothing.
 *
 * It is made from a snapshot, piece by piece, and then catches up with the changes that came meanwhile. From then on it
 * takes changes over a batch at a time, and always before it is read: the places of many changes are found in one pass,
 * with the processor's cache full of this view, where those of one change for all views in turn would each have to fill it.
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
  /** Changes of what it looks at, to be taken over; the latest in the last batch. */
  #missed: Batch[] = [];

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

  /** Changes of what it looks at that it has yet to take over. */
  get missed(): number {
    return this.#missed.reduce((sum, { length }) => sum + length, 0);
  }

  /** True when it has missed so many changes that they are better taken over before there are more. */
  get isBehind(): boolean {
    return this.#making === null && this.missed >= batchLength;
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
    this.catchUp();
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
  update({ before, after }: RecordChange, changed: ReadonlySet<string> | null): void {
    if (before === after || !this.#isTouched(changed)) return;
    const batch = this.#openBatch();
    batch.length += 1;
    const leaves = before && this.#counted(before, batch, -1);
    const comes = after && this.#counted(after, batch, 1);
    if (leaves && comes && !this.#isMoved(changed)) return;
    if (leaves) this.#sort.append(before, batch.leaving);
    if (comes) this.#sort.append(after, batch.coming);
  }

  /** Takes over what it has missed. */
  catchUp(): void {
    for (const batch of this.#missed) this.#take(batch);
    this.#missed = [];
  }

  /** The positions after the latest change. */
  #latest(): OrderedPositions {
    this.catchUp();
    return this.#positions;
  }

  *#make(): Work<void> {
    const snapshot = this.#source.snapshot();
    this.#missed = [];
    const scan = yield* Scan.of(snapshot, this.#filter, this.#sort);
    this.#positions = yield* scan.ordered();
    this.#counts = scan.counts;
    for (let batch = this.#missed.shift(); batch; batch = this.#missed.shift()) {
      this.#take(batch);
      yield;
    }
  }

  #take({ leaving, coming, counts }: Batch): void {
    this.#positions.replace(leaving, coming);
    if (counts.some((growth) => growth !== 0)) {
      this.#counts = this.#counts.map((count, node) => count + (counts[node] ?? 0));
    }
  }

  /** The batch that takes one more change. */
  #openBatch(): Batch {
    const last = this.#missed.at(-1);
    if (last && last.length < batchLength) return last;
    if (this.missed > mostMissed + this.#source.size) {
      this.#missed = [];
      this.#making = this.#make();
    }
    const batch = new Batch(this.#filter, this.#sort);
    this.#missed.push(batch);
    return batch;
  }

  /** False for a change of members at which neither filter nor sort looks. */
  #isTouched(changed: ReadonlySet<string> | null): boolean {
    return !changed || !this.#members || this.#members.some((name) => changed.has(name));
  }

  /** False for a change of members at which the sort does not look. */
  #isMoved(changed: ReadonlySet<string> | null): boolean {
    return !changed || this.#sort.members.some((name) => changed.has(name));
  }

  /** Whether the filter lets a record through; counts it for every node of the filter that it fulfils. */
  #counted(record: StoredRecord, { counts }: Batch, step: 1 | -1): boolean {
    return !this.#filter || countNodes(this.#filter, record.value, counts, step);
  }
}
