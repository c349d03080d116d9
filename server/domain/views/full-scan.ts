import { mapInPieces, pieceLengthAt, type Work, wholeRecordsLength } from '../basics/work.ts';
import type { Filter } from '../filter/filter.ts';
import { countNodes } from '../filter/filter-explain.ts';
import { type LazyRecord, type RecordSnapshot, recordValue } from '../records/record-snapshot.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import type { Position } from '../sort/position.ts';
import { newProbe } from '../sort/position.ts';
import { PositionTable } from '../sort/position-table.ts';
import type { Sort } from '../sort/sort.ts';
import { IncrementalSort } from './incremental-sort.ts';
import { OrderedPositions } from './ordered-positions.ts';
import type { OrderedRecords } from './ordered-records.ts';

/**
 * The result of a scan of all records in a snapshot, for a new query and for building a view. Only the pages that are read
 * are sorted, and readers share the sorting. Unlike other ordered records it stays valid, because it is of its snapshot.
 */
export class FullScan implements OrderedRecords {
  readonly size: number;
  readonly revision: number;
  readonly counts: readonly number[];
  readonly #sort: Sort;
  readonly #snapshot: RecordSnapshot;
  /** The matching records; `#table` has their positions, in the same order. */
  readonly #matching: readonly LazyRecord[];
  readonly #table: PositionTable;
  /** The rows of `#table`. */
  readonly #order: IncrementalSort;

  private constructor(
    snapshot: RecordSnapshot,
    sort: Sort,
    counts: readonly number[],
    matching: readonly LazyRecord[],
    table: PositionTable,
  ) {
    this.size = snapshot.size;
    this.revision = snapshot.revision;
    this.counts = counts;
    this.#sort = sort;
    this.#snapshot = snapshot;
    this.#matching = matching;
    this.#table = table;
    const compare = (a: number, b: number) => sort.compareRows(table, a, table, b);
    this.#order = new IncrementalSort(table.length, compare, pieceLengthAt(Math.max(1, sort.terms.length)));
  }

  /** Scans a snapshot. */
  static *of(snapshot: RecordSnapshot, filter: Filter | null, sort: Sort): Work<FullScan> {
    const counts = filter?.nodes.map(() => 0) ?? [];
    const matching: LazyRecord[] = [];
    const table = new PositionTable(sort.terms.length);
    const readsAll = filter?.members === null;
    const piece = readsAll ? wholeRecordsLength : pieceLengthAt(counts.length + Math.max(1, sort.terms.length));
    let scanned = 0;
    for (const record of snapshot.records) {
      scanned += 1;
      if (scanned % piece === 0) yield;
      if (record === null) continue;
      const value = recordValue(record);
      if (filter && !countNodes(filter, value, counts, 1)) continue;
      matching.push(record);
      sort.append(value, snapshot.rankOf(record), table);
    }
    return new FullScan(snapshot, sort, counts, matching, table);
  }

  get moment(): number {
    return this.revision;
  }

  get total(): number {
    return this.#table.length;
  }

  *slice(start: number, end: number): Work<readonly StoredRecord[]> {
    const rows = yield* this.#order.slice(start, end);
    return yield* mapInPieces(rows, (row) => this.#snapshot.recordOf(this.#matching[row] as LazyRecord));
  }

  count(standsBefore: (position: Position) => boolean): Work<number> {
    const probe = newProbe();
    return this.#order.count((row) => standsBefore(this.#table.at(row, probe)));
  }

  /** All positions, sorted. */
  *ordered(): Work<OrderedPositions> {
    return yield* OrderedPositions.of(this.#sort, this.#table, yield* this.#order.slice(0, this.total));
  }
}
