import type { Filter } from '../query/filter.ts';
import { countNodes } from '../query/filter-explain.ts';
import type { Position, Sort } from '../query/sort.ts';
import type { OrderedPositions } from './ordered-positions.ts';
import type { OrderedRecords } from './ordered-records.ts';
import { type RecordChange, type RecordSource, recordsOf } from './record-source.ts';
import { Scan } from './scan.ts';
import type { StoredRecord } from './stored-record.ts';

/**
 * The answer to a query, kept right by every change instead of being worked out for every request. It holds positions,
 * not records: a record that changes without changing its position costs nothing but the filter's tests.
 */
export class View implements OrderedRecords {
  readonly #source: RecordSource;
  readonly #filter: Filter | null;
  readonly #sort: Sort;
  readonly #positions: OrderedPositions;
  #counts: readonly number[];

  constructor(source: RecordSource, filter: Filter | null, sort: Sort) {
    const scan = new Scan(source, filter, sort);
    this.#source = source;
    this.#filter = filter;
    this.#sort = sort;
    this.#positions = scan.ordered();
    this.#counts = scan.counts;
  }

  get total(): number {
    return this.#positions.length;
  }

  /** A change makes a new array, so that what a request was told stays as it was. */
  get counts(): readonly number[] {
    return this.#counts;
  }

  slice(start: number, end: number): readonly StoredRecord[] {
    return recordsOf(this.#source, this.#positions.keys(start, end));
  }

  count(standsBefore: (position: Position) => boolean): number {
    return this.#positions.count(standsBefore);
  }

  /** Takes a change over. Must be called for every change of the source. */
  update({ before, after }: RecordChange): void {
    if (before === after) return;
    this.#recount(before, after);
    const from = before && this.#positionOf(before);
    const to = after && this.#positionOf(after);
    if (from && to && this.#sort.compare(from, to) === 0) return;
    if (from) this.#remove(from);
    if (to) this.#positions.insert(this.#placeOf(to), to);
  }

  /** Where a record stands, if the filter lets it through. */
  #positionOf(record: StoredRecord): Position | undefined {
    return !this.#filter || this.#filter.root.test(record.value) ? this.#sort.positionOf(record) : undefined;
  }

  #placeOf(position: Position): number {
    return this.#positions.count((other) => this.#sort.compare(other, position) < 0);
  }

  #remove(position: Position): void {
    const removed = this.#positions.remove(this.#placeOf(position));
    if (removed !== position.key) throw new Error(`A view has ${removed} at the place of ${position.key}`);
  }

  #recount(before: StoredRecord | undefined, after: StoredRecord | undefined): void {
    if (!this.#filter) return;
    const counts = [...this.#counts];
    if (before) countNodes(this.#filter, before.value, counts, -1);
    if (after) countNodes(this.#filter, after.value, counts, 1);
    this.#counts = counts;
  }
}
