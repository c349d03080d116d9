import type { Work } from '../basics/work.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import type { Position } from '../sort/position.ts';

/**
 * The records that pass a filter, in the order of a sort. A materialized view reads a page of usual length without a pause.
 * The result is valid until the next pause.
 */
export interface OrderedRecords {
  readonly total: number;
  /** Number of records in the collection, with or without a match. */
  readonly size: number;
  /** The revision of the collection at that moment. */
  readonly revision: number;
  /** The revision that the records below are read at. If it has changed after a pause, all must be read again. */
  readonly moment: number;
  /** The number of matching records for every node of the filter, in the order of `nodes`. */
  readonly counts: readonly number[];
  /** The records from index `start` up to, not including, `end`; indexes outside the list are skipped. */
  slice(start: number, end: number): Work<readonly StoredRecord[]>;
  /**
   * The number of records for whose positions the test is true; these must be the first ones. The test must not keep the
   * position: the next call may pass the same object.
   */
  count(standsBefore: (position: Position) => boolean): Work<number>;
}
