import { finish, pieceLength, type Work } from '../basics/work.ts';
import { isJsonObject, type Json, type JsonObject, member } from '../json/json.ts';
import { isPathName } from '../request/path-segment.ts';
import { type KeyRank, keyRank } from '../sort/key-order.ts';

/** The values that {@link idOf} accepts, for a sentence. */
export const keyRule =
  'an integer or a text of 1 to 1000 characters, without control characters and other than "." and ".."';

/**
 * The id of a key value: a safe integer, or a text that a path can carry (see {@link isPathName}), so that every record can
 * be reached. Undefined for any other value.
 */
export function idOf(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return isPathName(value) ? value : undefined;
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : undefined;
}

/** The {@link KeyRank} of a usable key value. A short number is its own rank. */
export function rankOfKey(key: Json | undefined): KeyRank {
  if (typeof key === 'number' && key > -1e14 && key < 1e15) return key;
  return keyRank(String(key));
}

/** A reader of files checks the keys, then a collection looks records up: both share one scan of the list. */
const latestIndexes = new WeakMap<readonly Json[], { readonly key: string; readonly index: KeyIndex | undefined }>();

/** Finds the place of a record in a list by its id. */
export abstract class KeyIndex {
  /**
   * The index of a list of records; undefined when a value is no record, or has no usable key or a duplicate one. If the
   * keys ascend, as in most files, the index allocates nothing per record: there may be a million.
   */
  static of(values: readonly Json[], key: string): KeyIndex | undefined {
    return finish(KeyIndex.inPieces(values, key));
  }

  /** {@link of} with pauses; a call of `of` for the same list then takes no time. */
  static *inPieces(values: readonly Json[], key: string): Work<KeyIndex | undefined> {
    const latest = latestIndexes.get(values);
    if (latest?.key === key) return latest.index;
    const index = (yield* AscendingKeys.in(values, key)) ?? (yield* DistinctKeys.in(values, key));
    latestIndexes.set(values, { key, index });
    return index;
  }

  /** -1 where no record has the id. */
  abstract placeOf(id: string): number;

  /** {@link placeOf} for the id of that rank. */
  placeOfRank(rank: KeyRank): number {
    return this.placeOf(String(rank));
  }

  /** Prepares faster searches, in time slices: it would take too long while a file is opened. */
  abstract index(): Work<void>;
}

class AscendingKeys extends KeyIndex {
  readonly #records: readonly JsonObject[];
  readonly #key: string;
  /** Places found by earlier searches. */
  #found = new Map<string, number>();
  /** The first key, if the keys are known to be consecutive integers: the place of a key is then its distance from it. */
  #first: number | undefined;

  private constructor(records: readonly JsonObject[], key: string) {
    super();
    this.#records = records;
    this.#key = key;
  }

  static *in(values: readonly Json[], key: string): Work<AscendingKeys | undefined> {
    let last = '';
    // The start of the program runs this before V8 has optimized it; an iterator of entries would take twice the time.
    for (let place = 0; place < values.length; place++) {
      const id = recordId(values[place], key);
      if (id === undefined || !isBefore(last, id)) return undefined;
      last = id;
      if (place % pieceLength === pieceLength - 1) yield;
    }
    return new AscendingKeys(values as readonly JsonObject[], key);
  }

  *index(): Work<void> {
    const first = integerKey(this.#records[0], this.#key);
    if (first === undefined) return;
    for (let place = 0; place < this.#records.length; place++) {
      if (integerKey(this.#records[place], this.#key) !== first + place) return;
      if (place % pieceLength === 0) yield;
    }
    this.#first = first;
    this.#found = new Map();
  }

  placeOf(id: string): number {
    return this.#first === undefined ? this.#find(id) : this.placeOfRank(keyRank(id));
  }

  override placeOfRank(rank: KeyRank): number {
    if (this.#first === undefined) return this.#find(String(rank));
    const place = typeof rank === 'number' ? rank - this.#first : -1;
    return place >= 0 && place < this.#records.length ? place : -1;
  }

  #find(id: string): number {
    const found = this.#found.get(id);
    if (found !== undefined) return found;
    const place = this.#search(id);
    if (place !== -1) this.#found.set(id, place);
    return place;
  }

  #search(id: string): number {
    let low = 0;
    let high = this.#records.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const found = recordId(this.#records[middle], this.#key) ?? '';
      if (found === id) return middle;
      if (isBefore(found, id)) low = middle + 1;
      else high = middle;
    }
    return -1;
  }
}

class DistinctKeys extends KeyIndex {
  readonly #places: ReadonlyMap<string, number>;

  private constructor(places: ReadonlyMap<string, number>) {
    super();
    this.#places = places;
  }

  static *in(values: readonly Json[], key: string): Work<DistinctKeys | undefined> {
    const places = new Map<string, number>();
    for (let place = 0; place < values.length; place++) {
      const id = recordId(values[place], key);
      if (id === undefined) return undefined;
      places.set(id, place);
      if (place % pieceLength === pieceLength - 1) yield;
    }
    return places.size === values.length ? new DistinctKeys(places) : undefined;
  }

  /** Nothing to prepare: the map has every id. */
  *index(): Work<void> {}

  placeOf(id: string): number {
    return this.#places.get(id) ?? -1;
  }
}

/** Shorter ids come first, so positive integers ascend by value, and so do ids of equal length. */
function isBefore(a: string, b: string): boolean {
  return a.length < b.length || (a.length === b.length && a < b);
}

function integerKey(value: Json | undefined, key: string): number | undefined {
  const rank = isJsonObject(value) ? rankOfKey(member(value, key)) : undefined;
  return Number.isInteger(rank) ? Number(rank) : undefined;
}

function recordId(value: Json | undefined, key: string): string | undefined {
  return isJsonObject(value) ? idOf(member(value, key)) : undefined;
}
