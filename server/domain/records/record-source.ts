import type { KeyRank } from './key-order.ts';
import type { StoredRecord } from './stored-record.ts';

/** All records of a collection as they were at one moment, in no promised order. */
export interface Snapshot {
  readonly records: readonly StoredRecord[];
  readonly revision: number;
}

/**
 * One change of a record: its live state before and after, undefined where there is none. Both are the same when only
 * the fixture changed.
 */
export interface RecordChange {
  readonly id: string;
  readonly before: StoredRecord | undefined;
  readonly after: StoredRecord | undefined;
}

/** Records that change, and say so. */
export interface LiveSource {
  /** Number of records. */
  readonly size: number;
  /** Grows with every change. */
  readonly revision: number;
  get(id: string): StoredRecord | undefined;
  snapshot(): Snapshot;
  /** Calls back after every change, in the same turn. Returns the way to stop it. */
  observe(observer: (change: RecordChange) => void): () => void;
}

/** The records with those keys, which must be there. */
export function recordsOf(source: LiveSource, keys: readonly KeyRank[]): readonly StoredRecord[] {
  return keys.map((key) => {
    const record = source.get(String(key));
    if (!record) throw new Error(`There is no record ${key}`);
    return record;
  });
}
