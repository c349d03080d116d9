import type { Work } from '../basics/work.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import type { Position } from '../sort/position.ts';

/**
 * The records that a filter lets through, in the order of a sort. What is kept in order answers without a pause; who
 * holds on to it beyond a pause may find it changed.
 */
export interface OrderedRecords {
  readonly total: number;
  /** Records of the collection, those included that the filter does not let through. */
  readonly size: number;
  /** The revision of the collection that all this is of. */
  readonly revision: number;
  /** For every node of the filter, in the order of `nodes`, how many records of the collection it is true for. */
  readonly counts: readonly number[];
  /** The records from place `start`, counted from 0, up to, not with, `end`; what lies outside is left out. */
  slice(start: number, end: number): Work<readonly StoredRecord[]>;
  /**
   * How many records stand before a place: those for whose positions the test is true, which must be the first ones. The
   * test must not hold on to a position: the next one may be the same object.
   */
  count(standsBefore: (position: Position) => boolean): Work<number>;
}
