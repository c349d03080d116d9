import type { Filter } from '../query/filter.ts';
import { countNodes } from '../query/filter-explain.ts';
import type { Position, Sort } from '../query/sort.ts';
import type { OrderedRecords } from './ordered-records.ts';
import { orderedSlice } from './ordered-slice.ts';
import { present, type RecordSource } from './record-source.ts';
import type { StoredRecord } from './stored-record.ts';

/**
 * One look at all records: for a query that was not asked before, and to make a view of. Good until a record changes.
 * Nothing is sorted but the pages that are read.
 */
export class Scan implements OrderedRecords {
  readonly counts: readonly number[];
  readonly #source: RecordSource;
  readonly #sort: Sort;
  readonly #positions: readonly Position[];

  constructor(source: RecordSource, filter: Filter | null, sort: Sort) {
    this.#source = source;
    this.#sort = sort;
    const counts = filter?.nodes.map(() => 0) ?? [];
    const positions: Position[] = [];
    for (const record of source.values()) {
      if (filter) countNodes(filter, record.value, counts, 1);
      if (!filter || filter.root.test(record.value)) positions.push(sort.positionOf(record));
    }
    this.counts = counts;
    this.#positions = positions;
  }

  get total(): number {
    return this.#positions.length;
  }

  slice(start: number, end: number): readonly StoredRecord[] {
    return this.ids(start, end).map((id) => present(this.#source, id));
  }

  /** The ids of the records that {@link slice} would give. */
  ids(start: number, end: number): readonly string[] {
    const compare = (a: Position, b: Position) => this.#sort.compare(a, b);
    return orderedSlice(this.#positions, start, end, compare).map(({ key }) => String(key));
  }

  count(standsBefore: (position: Position) => boolean): number {
    let count = 0;
    for (const position of this.#positions) if (standsBefore(position)) count += 1;
    return count;
  }
}
