import { pieceLength, type Work } from '../basics/work.ts';
import type { Filter } from '../filter/filter.ts';
import { countNodes } from '../filter/filter-explain.ts';
import { jsonEqual, member } from '../json/json.ts';
import type { LiveSource, ObservedChange } from '../records/record-source.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import { keyRank } from '../sort/key-order.ts';
import type { Position } from '../sort/position.ts';
import { PositionTable } from '../sort/position-table.ts';
import type { Sort } from '../sort/sort.ts';
import { FullScan } from './full-scan.ts';
import { OrderedPositions } from './ordered-positions.ts';
import type { OrderedRecords } from './ordered-records.ts';

/** Changed records that a view in the making may be behind, besides as many as there are, before it is begun anew. */
const mostMissed = 10_000;
/** Changed records up to which a view waits to be read: taking so many over holds up that reader for some milliseconds. */
const mostPutOff = 8192;
/** Changed records that may be taken over in one go. */
const batchLength = 512;

/**
 * The answer to a query, kept right by every change instead of being worked out for every request. It holds positions,
 * not records: a change of what it does not look at costs it next to nothing.
 *
 * It is made from a snapshot, piece by piece, and then catches up with the changes that came meanwhile. From then on it
 * takes changes over when it is read: a record that is written a hundred times until then is looked at once, and the places
 * of many are found in one pass, with the processor's cache full of this view.
 */
export class MaterializedView implements OrderedRecords {
  readonly #source: LiveSource;
  readonly #filter: Filter | null;
  readonly #sort: Sort;
  readonly #takesOver: () => void;
  /** Names of the record's members on which all this depends, beside the key; null where it may be any. */
  readonly #members: ReadonlySet<string> | null;
  /** As they were before the changes that it missed. */
  #positions: OrderedPositions;
  #counts: readonly number[] = [];
  /** What is left of making it; null when it is made. */
  #making: Work<void> | null;
  /** What is left of taking over changes that it missed; null when nothing is begun. */
  #taking: Work<void> | null = null;
  /** The records that have changed in what it looks at since, by their ids: as they were then. */
  #missed = new Map<string, StoredRecord | undefined>();

  /** `takesOver` is called when it forgets which changes it has noted. */
  constructor(source: LiveSource, filter: Filter | null, sort: Sort, takesOver = () => {}) {
    this.#source = source;
    this.#takesOver = takesOver;
    this.#filter = filter;
    this.#sort = sort;
    const filtered = filter ? filter.members : [];
    this.#members = filtered && new Set([...filtered, ...sort.members]);
    this.#positions = OrderedPositions.empty(sort);
    this.#making = this.#make();
  }

  /** False as long as it needs to {@link proceed} before it can be read. */
  get isReady(): boolean {
    return this.#making === null && this.#taking === null && this.missed <= batchLength;
  }

  /** Records that have changed in what it looks at, and which it has yet to look at. */
  get missed(): number {
    return this.#missed.size;
  }

  /** True when it has missed so many changes that it should {@link proceed} before there are more. */
  get isBehind(): boolean {
    return this.#making === null && (this.#taking !== null || this.missed >= mostPutOff);
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

  *slice(start: number, end: number): Work<readonly StoredRecord[]> {
    const records = this.#source.recordsOf(this.#latest().keys(start, end));
    if (records.every((record) => record !== undefined)) return records;
    throw new Error('A view has a record that its source does not have.');
  }

  // biome-ignore lint/correctness/useYield: see above
  *count(standsBefore: (position: Position) => boolean): Work<number> {
    return this.#latest().count(standsBefore);
  }

  /** Does a piece of what is left of making it, or of taking over what it missed. */
  proceed(): void {
    if (this.#making) {
      if (this.#making.next().done) this.#making = null;
    } else {
      this.#taking ??= this.#takeOver();
      if (this.#taking.next().done) this.#taking = null;
    }
  }

  /** Takes note of a change. Must be called for every change of the source, unless it has noted such a one of that record. */
  update({ id, before, after, changed }: ObservedChange): void {
    if (before === after || !this.#isTouched(changed)) return;
    if (this.#making && this.missed > mostMissed + this.#source.size) this.#making = this.#make();
    else if (!this.#missed.has(id)) this.#missed.set(id, before);
  }

  /** The positions after the latest change. */
  #latest(): OrderedPositions {
    this.#catchUp();
    return this.#positions;
  }

  /** Takes over all that it has missed. */
  #catchUp(): void {
    while (this.#taking || this.missed > 0) this.proceed();
  }

  *#make(): Work<void> {
    const snapshot = this.#source.snapshot();
    this.#forget();
    const scan = yield* FullScan.of(snapshot, this.#filter, this.#sort);
    this.#positions = yield* scan.ordered();
    this.#counts = scan.counts;
    yield* this.#takeOver();
  }

  /** Brings it to the moment at which this begins; what changes meanwhile is missed again. */
  *#takeOver(): Work<void> {
    const changes = this.#missed;
    this.#forget();
    const leaving = new PositionTable(this.#sort.terms.length);
    const coming = new PositionTable(this.#sort.terms.length);
    const counts = [...this.#counts];
    let gone = 0;
    for (const [id, before] of changes) {
      const after = this.#missed.has(id) ? this.#missed.get(id) : this.#source.get(id);
      const leaves = before && this.#counted(before, counts, -1);
      const comes = after && this.#counted(after, counts, 1);
      if (!(leaves && comes && this.#standTogether(before, after))) {
        if (leaves) this.#sort.append(before.value, keyRank(before.id), leaving);
        if (comes) this.#sort.append(after.value, keyRank(after.id), coming);
      }
      gone += 1;
      if (gone % pieceLength === 0) yield;
    }
    yield* this.#positions.replace(leaving, coming);
    this.#counts = counts;
  }

  #forget(): void {
    this.#missed = new Map();
    this.#takesOver();
  }

  /** False for a change of members at which neither filter nor sort looks. */
  #isTouched(changed: readonly string[] | null): boolean {
    const members = this.#members;
    return !changed || !members || changed.some((name) => members.has(name));
  }

  /** True for versions of a record between which the sort sees no difference. */
  #standTogether(before: StoredRecord, after: StoredRecord): boolean {
    return this.#sort.members.every((name) => jsonEqual(member(before.value, name), member(after.value, name)));
  }

  /** Whether the filter lets a record through; counts it for every node of the filter that it fulfils. */
  #counted(record: StoredRecord, counts: number[], step: 1 | -1): boolean {
    return !this.#filter || countNodes(this.#filter, record.value, counts, step);
  }
}
