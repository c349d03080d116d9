import { mapInPieces, pieceLength, pieceLengthAt, type Work, wholeRecordsLength } from '../basics/work.ts';
import type { Filter } from '../filter/filter.ts';
import { countNodes } from '../filter/filter-explain.ts';
import { type LazyRecord, type RecordSnapshot, recordValue } from '../records/record-snapshot.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import type { Position } from '../sort/position.ts';
import { newProbe } from '../sort/position.ts';
import { PositionTable } from '../sort/position-table.ts';
import type { Sort } from '../sort/sort.ts';
import { OrderedPositions } from './ordered-positions.ts';
import type { OrderedRecords } from './ordered-records.ts';
import { orderedSlice } from './ordered-slice.ts';

/** A page of a scan whose records are being sorted, or have been. */
interface SortedPage {
  readonly start: number;
  readonly end: number;
  readonly sorting: Work<readonly number[]>;
  indexes?: readonly number[];
}

/**
 * The result of a scan of all records in a snapshot, for a new query and for building a view. Only the pages that are read
 * are sorted.
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
  /** The page that was asked for last: many clients that begin with one list ask for the same. */
  #page: SortedPage | undefined;

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
    const indexes = yield* this.#indexesOfPage(start, end);
    return yield* mapInPieces(indexes, (index) => this.#snapshot.recordOf(this.#matching[index] as LazyRecord));
  }

  *count(standsBefore: (position: Position) => boolean): Work<number> {
    const probe = newProbe();
    let count = 0;
    for (let index = 0; index < this.#table.length; index++) {
      if (standsBefore(this.#table.at(index, probe))) count += 1;
      if (index % pieceLength === 0) yield;
    }
    return count;
  }

  /** All positions, sorted. */
  *ordered(): Work<OrderedPositions> {
    return yield* OrderedPositions.of(this.#sort, this.#table, yield* this.#indexes(0, this.total));
  }

  /** The indexes of a page. Requests share the sorting; each does a part. */
  *#indexesOfPage(start: number, end: number): Work<readonly number[]> {
    if (this.#page?.start !== start || this.#page.end !== end) {
      this.#page = { start, end, sorting: this.#indexes(start, end) };
    }
    const page = this.#page;
    for (;;) {
      const { done, value } = page.sorting.next();
      if (done) {
        // A sorting that has ended gives its result only once.
        page.indexes ??= value;
        return page.indexes;
      }
      yield;
    }
  }

  #indexes(start: number, end: number): Work<readonly number[]> {
    const indexes = this.#table.keys.map((_, index) => index);
    const compare = (a: number, b: number) => this.#sort.compareRows(this.#table, a, this.#table, b);
    return orderedSlice(indexes, start, end, compare, pieceLengthAt(Math.max(1, this.#sort.terms.length)));
  }
}
