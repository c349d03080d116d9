import type { Filter } from '../query/filter.ts';
import { countNodes } from '../query/filter-explain.ts';
import type { Position, Sort } from '../query/sort.ts';
import { OrderedPositions } from './ordered-positions.ts';
import type { OrderedRecords } from './ordered-records.ts';
import { orderedSlice } from './ordered-slice.ts';
import { PositionTable } from './position-table.ts';
import { type RecordSource, recordsOf } from './record-source.ts';
import type { StoredRecord } from './stored-record.ts';

/**
 * One look at all records: for a query that was not asked before, and to make a view of. Good until a record changes.
 * Nothing is sorted but the pages that are read.
 */
export class Scan implements OrderedRecords {
  readonly counts: readonly number[];
  readonly #source: RecordSource;
  readonly #sort: Sort;
  readonly #table: PositionTable;

  constructor(source: RecordSource, filter: Filter | null, sort: Sort) {
    this.#source = source;
    this.#sort = sort;
    const table = new PositionTable(sort.terms.length);
    const counts = filter?.nodes.map(() => 0) ?? [];
    for (const record of source.values()) {
      if (filter) countNodes(filter, record.value, counts, 1);
      if (!filter || filter.root.test(record.value)) sort.append(record, table);
    }
    this.counts = counts;
    this.#table = table;
  }

  get total(): number {
    return this.#table.length;
  }

  slice(start: number, end: number): readonly StoredRecord[] {
    const keys = this.#table.pick(this.#indexes(start, end)).keys;
    return recordsOf(this.#source, keys);
  }

  count(standsBefore: (position: Position) => boolean): number {
    let count = 0;
    for (let index = 0; index < this.#table.length; index++) if (standsBefore(this.#table.at(index))) count += 1;
    return count;
  }

  /** All positions in their order. */
  ordered(): OrderedPositions {
    return new OrderedPositions(this.#table, this.#indexes(0, this.total));
  }

  #indexes(start: number, end: number): readonly number[] {
    const indexes = this.#table.keys.map((_, index) => index);
    return orderedSlice(indexes, start, end, (a, b) => this.#sort.compareRows(this.#table, a, b));
  }
}
