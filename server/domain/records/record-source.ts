import type { KeyRank } from './key-order.ts';
import type { StoredRecord } from './stored-record.ts';

/** Records that can be looked up by their id and gone through, in no promised order. */
export interface RecordSource {
  get(id: string): StoredRecord | undefined;
  values(): Iterable<StoredRecord>;
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
export interface LiveSource extends RecordSource {
  /** Calls back after every change, in the same turn. Returns the way to stop it. */
  observe(observer: (change: RecordChange) => void): () => void;
}

/** The records with those keys, which must be there. */
export function recordsOf(source: RecordSource, keys: readonly KeyRank[]): readonly StoredRecord[] {
  return keys.map((key) => {
    const record = source.get(String(key));
    if (!record) throw new Error(`There is no record ${key}`);
    return record;
  });
}

/** Lays something over a record, as a scenario does. It keeps the id; it may give back the record itself. */
export type Projection = (record: StoredRecord) => StoredRecord;

/** The same records as the projection lets them be seen. */
export function projectSource(source: RecordSource, project: Projection): RecordSource {
  return {
    get: (id) => {
      const record = source.get(id);
      return record && project(record);
    },
    *values() {
      for (const record of source.values()) yield project(record);
    },
  };
}
