import { type JsonObject, member } from '../json/json.ts';
import { type KeyRank, keyRank } from '../sort/key-order.ts';
import { idOf, rankOfKey } from './key-index.ts';
import { StoredRecord } from './stored-record.ts';

/**
 * A record as it is held: until somebody asks for one of the file, it is no more than its value, so that a million of them
 * take little memory, and the garbage collector little time.
 */
export type HeldRecord = StoredRecord | JsonObject;

/** What a record has, whether or not anybody has asked for it. */
export function heldValue(held: HeldRecord): JsonObject {
  return held instanceof StoredRecord ? held.value : held;
}

/** Where held records come from: what knows their key and can make of a value the record that it is. */
export interface RecordMaker {
  readonly definition: { readonly key: string };
  recordOf(value: JsonObject): StoredRecord;
}

/** A record of the file that nobody has changed. */
export function unchangedRecord(value: JsonObject, key: string): StoredRecord {
  return new StoredRecord(idOf(member(value, key)) ?? '', value, 1);
}

/** All records of a collection as they were at one moment, in no promised order. */
export class Snapshot {
  /** Number of records. */
  readonly size: number;
  readonly revision: number;
  /** Null is the place of one that is gone. */
  readonly held: readonly (HeldRecord | null)[];
  readonly #maker: RecordMaker;

  constructor(held: readonly (HeldRecord | null)[], size: number, revision: number, maker: RecordMaker) {
    this.held = held;
    this.size = size;
    this.revision = revision;
    this.#maker = maker;
  }

  rankOf(held: HeldRecord): KeyRank {
    return held instanceof StoredRecord ? keyRank(held.id) : rankOfKey(member(held, this.#maker.definition.key));
  }

  recordOf(held: HeldRecord): StoredRecord {
    return held instanceof StoredRecord ? held : this.#maker.recordOf(held);
  }

  /** What all of them are. */
  *values(): IterableIterator<JsonObject> {
    for (const held of this.held) if (held) yield heldValue(held);
  }

  /** One of the file for which nobody else has asked is made when it is its turn, and not kept. */
  *[Symbol.iterator](): IterableIterator<StoredRecord> {
    const { key } = this.#maker.definition;
    for (const held of this.held) if (held) yield held instanceof StoredRecord ? held : unchangedRecord(held, key);
  }
}
