import { type JsonObject, member } from '../json/json.ts';
import { type KeyRank, keyRank } from '../sort/key-order.ts';
import { idOf, rankOfKey } from './key-index.ts';
import { StoredRecord } from './stored-record.ts';

/**
 * A record, or only its value while nothing has read the record. A million records of a file then take little memory and
 * little time of the garbage collector.
 */
export type LazyRecord = StoredRecord | JsonObject;

export function recordValue(record: LazyRecord): JsonObject {
  return record instanceof StoredRecord ? record.value : record;
}

/** Turns values into records. */
export interface RecordMaker {
  readonly definition: { readonly key: string };
  /** The version of records that are as the file has them. */
  readonly firstVersion: number;
  recordOf(value: JsonObject): StoredRecord;
}

/** A record that is as the file has it. */
export function unchangedRecord(
  value: JsonObject,
  { definition: { key }, firstVersion }: Pick<RecordMaker, 'definition' | 'firstVersion'>,
): StoredRecord {
  return new StoredRecord(idOf(member(value, key)) ?? '', value, firstVersion);
}

/** All records of a collection at one moment, in no promised order. */
export class RecordSnapshot {
  /** Number of records. */
  readonly size: number;
  readonly revision: number;
  /** The records; null where one was deleted. */
  readonly records: readonly (LazyRecord | null)[];
  readonly #maker: RecordMaker;

  constructor(records: readonly (LazyRecord | null)[], size: number, revision: number, maker: RecordMaker) {
    this.records = records;
    this.size = size;
    this.revision = revision;
    this.#maker = maker;
  }

  rankOf(record: LazyRecord): KeyRank {
    return record instanceof StoredRecord ? keyRank(record.id) : rankOfKey(member(record, this.#maker.definition.key));
  }

  recordOf(record: LazyRecord): StoredRecord {
    return record instanceof StoredRecord ? record : this.#maker.recordOf(record);
  }

  /** The values of all records. */
  *values(): IterableIterator<JsonObject> {
    for (const record of this.records) if (record) yield recordValue(record);
  }

  /** Records that nothing has read before are made one at a time and not kept. */
  *[Symbol.iterator](): IterableIterator<StoredRecord> {
    for (const record of this.records) {
      if (record) yield record instanceof StoredRecord ? record : unchangedRecord(record, this.#maker);
    }
  }
}
