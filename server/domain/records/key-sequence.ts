import { takeInPieces, type Work } from '../basics/work.ts';
import { type Json, type JsonObject, member } from '../json/json.ts';
import { isCanonicalInteger } from '../sort/key-order.ts';

/** Continues the keys of a collection while all of them are integers, in the JSON type of the highest key. */
export class KeySequence {
  /** The highest key; undefined before the first key, null once a key was no integer. */
  #highest: number | null | undefined;
  #textual = false;

  /** The sequence of the keys of records, read in time slices. */
  static *of(records: Iterable<JsonObject>, key: string): Work<KeySequence> {
    const sequence = new KeySequence();
    yield* takeInPieces(records, (record) => sequence.add(member(record, key)));
    return sequence;
  }

  add(key: Json | undefined): void {
    const integer = typeof key === 'string' && isCanonicalInteger(key) ? Number(key) : key;
    if (this.#highest === null || typeof integer !== 'number' || !Number.isSafeInteger(integer)) {
      this.#highest = null;
    } else if (this.#highest === undefined || integer > this.#highest) {
      this.#highest = integer;
      this.#textual = typeof key === 'string';
    }
  }

  /** True if the next key may be another one without this key. */
  dependsOn(key: Json): boolean {
    const alone = new KeySequence();
    alone.add(key);
    return alone.#highest === this.#highest;
  }

  copy(): KeySequence {
    const copy = new KeySequence();
    copy.#highest = this.#highest;
    copy.#textual = this.#textual;
    return copy;
  }

  /** The key after the highest, at least 1; undefined when a key is no integer or there are no keys. */
  next(): number | string | undefined {
    if (this.#highest === undefined || this.#highest === null) return undefined;
    const next = Math.max(0, this.#highest) + 1;
    return this.#textual ? String(next) : next;
  }
}
