import type { Filter } from '../query/filter.ts';
import { countNodes } from '../query/filter-explain.ts';
import type { Position, Sort } from '../query/sort.ts';
import { OrderedList } from './ordered-list.ts';
import type { OrderedRecords } from './ordered-records.ts';
import { present, type RecordChange, type RecordSource } from './record-source.ts';
import { Scan } from './scan.ts';
import type { StoredRecord } from './stored-record.ts';

/**
 * The answer to a query, kept right by every change instead of being worked out for every request. It holds ids: a
 * record that changes without changing its place costs nothing but the filter's tests.
 */
export class View implements OrderedRecords {
  readonly #source: RecordSource;
  readonly #filter: Filter | null;
  readonly #sort: Sort;
  readonly #ids: OrderedList;
  #counts: readonly number[];

  constructor(source: RecordSource, filter: Filter | null, sort: Sort) {
    const scan = new Scan(source, filter, sort);
    this.#source = source;
    this.#filter = filter;
    this.#sort = sort;
    this.#ids = new OrderedList(scan.ids(0, scan.total));
    this.#counts = scan.counts;
  }

  get total(): number {
    return this.#ids.length;
  }

  /** A change makes a new array, so that what a request was told stays as it was. */
  get counts(): readonly number[] {
    return this.#counts;
  }

  slice(start: number, end: number): readonly StoredRecord[] {
    return this.#ids.slice(start, end).map((id) => present(this.#source, id));
  }

  count(standsBefore: (position: Position) => boolean): number {
    return this.#ids.count((id) => standsBefore(this.#sort.positionOf(present(this.#source, id))));
  }

  /** Takes a change over. Must be called for every change of the source, right after it. */
  update({ id, before, after }: RecordChange): void {
    if (before === after) return;
    this.#recount(before, after);
    const from = before && this.#placeOf(before);
    const to = after && this.#placeOf(after);
    if (from && to && this.#sort.compare(from, to) === 0) return;
    if (from) this.#remove(id, from);
    if (to)
      this.#ids.insert(
        this.count((position) => this.#sort.compare(position, to) < 0),
        id,
      );
  }

  /** Where a record stands, if the filter lets it through. */
  #placeOf(record: StoredRecord): Position | undefined {
    return !this.#filter || this.#filter.root.test(record.value) ? this.#sort.positionOf(record) : undefined;
  }

  #recount(before: StoredRecord | undefined, after: StoredRecord | undefined): void {
    if (!this.#filter) return;
    const counts = [...this.#counts];
    if (before) countNodes(this.#filter, before.value, counts, -1);
    if (after) countNodes(this.#filter, after.value, counts, 1);
    this.#counts = counts;
  }

  /** The id still stands at its old position, which the source no longer knows. */
  #remove(id: string, old: Position): void {
    const place = this.#ids.count(
      (other) => other !== id && this.#sort.compare(this.#sort.positionOf(present(this.#source, other)), old) < 0,
    );
    const removed = this.#ids.remove(place);
    if (removed !== id) throw new Error(`A view held ${removed} at the place of ${id}`);
  }
}
