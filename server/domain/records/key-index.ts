import { pieceLength, type Work } from '../basics/work.ts';
import { isJsonObject, type Json, type JsonObject, member } from '../json/json.ts';
import { type KeyRank, keyRank } from '../sort/key-order.ts';

/**
 * The id that a key value stands for, or undefined when the value cannot be a key: an empty string, one with half a
 * surrogate pair, which no URL can carry, or anything else than a string or an integer.
 */
export function idOf(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value === '' || !value.isWellFormed() ? undefined : value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : undefined;
}

/** The {@link KeyRank} of the id that a usable key value stands for, without making the id of a number. */
export function rankOfKey(key: Json | undefined): KeyRank {
  if (typeof key === 'number' && key > -1e14 && key < 1e15) return key;
  return keyRank(idOf(key) ?? '');
}

/** Who reads a file makes sure of its keys, and who holds its records has to find them: a list is looked through once. */
const latestIndexes = new WeakMap<readonly Json[], { readonly key: string; readonly index: KeyIndex | undefined }>();

/** Finds by its id where a record stands in a list. */
export abstract class KeyIndex {
  /**
   * Of values that are all records with a key of their own, else undefined. Where the keys ascend, as they do in most
   * files, nothing is made for each record: there may be a million of them.
   */
  static of(values: readonly Json[], key: string): KeyIndex | undefined {
    const latest = latestIndexes.get(values);
    if (latest?.key === key) return latest.index;
    const index = AscendingKeys.in(values, key) ?? DistinctKeys.in(values, key);
    latestIndexes.set(values, { key, index });
    return index;
  }

  /** -1 where no record has the id. */
  abstract placeOf(id: string): number;

  /** {@link placeOf} for the id of that rank. */
  placeOfRank(rank: KeyRank): number {
    return this.placeOf(String(rank));
  }

  /** Finds out what makes finding quicker, and would take too long while a file is opened. */
  abstract index(): Work<void>;
}

class AscendingKeys extends KeyIndex {
  readonly #records: readonly JsonObject[];
  readonly #key: string;
  /** Places that were looked for. */
  #found = new Map<string, number>();
  /** The first of consecutive integers, from which the place of each follows; undefined where they are not known to be that. */
  #first: number | undefined;

  private constructor(records: readonly JsonObject[], key: string) {
    super();
    this.#records = records;
    this.#key = key;
  }

  static in(values: readonly Json[], key: string): AscendingKeys | undefined {
    return haveAscendingIds(values, key) ? new AscendingKeys(values, key) : undefined;
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

  static in(values: readonly Json[], key: string): DistinctKeys | undefined {
    const places = new Map<string, number>();
    for (const [place, value] of values.entries()) {
      const id = recordId(value, key);
      if (id === undefined) return undefined;
      places.set(id, place);
    }
    return places.size === values.length ? new DistinctKeys(places) : undefined;
  }

  /** There is nothing to find out. */
  *index(): Work<void> {}

  placeOf(id: string): number {
    return this.#places.get(id) ?? -1;
  }
}

function haveAscendingIds(values: readonly Json[], key: string): values is readonly JsonObject[] {
  let last = '';
  for (const value of values) {
    const id = recordId(value, key);
    if (id === undefined || !isBefore(last, id)) return false;
    last = id;
  }
  return true;
}

/** Shorter ids before longer ones: so numbers ascend by their value, as well as all ids of one length. */
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
