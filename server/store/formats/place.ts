import { isJsonArray, isJsonObject, type Json } from '../../domain/json/json.ts';
import { child, type Pointer } from '../../domain/json/pointer.ts';
import { quote, valueName } from '../../domain/json/wording.ts';
import { nearMiss } from './near-miss.ts';

/** One reason why a document cannot be used: where, and what is wrong there, as a clause. */
export interface Fault {
  readonly pointer: Pointer;
  readonly reason: string;
  /** Another place that has to do with it. */
  readonly see: Pointer | null;
}

/**
 * A place in a JSON document that is being read. Reading always gives a value to go on with, the fallback where what is
 * there does not fit; what does not fit is noted in the document's list of faults. So a document is read in one go, all
 * its faults are found together, and it may be used only when the list stayed empty.
 */
export class Place {
  /** Undefined where the document has nothing. */
  readonly value: Json | undefined;
  readonly #faults: Fault[];
  readonly #pointer: Pointer;

  constructor(value: Json | undefined, faults: Fault[], pointer: Pointer = []) {
    this.value = value;
    this.#faults = faults;
    this.#pointer = pointer;
  }

  /** Notes a fault here; `see` is another place that has to do with it. */
  refuse(reason: string, see?: Place): void {
    this.#faults.push({ pointer: this.#pointer, reason, see: see ? see.#pointer : null });
  }

  /** The member of that name; of an array, the element of that number. */
  member(name: string): Place {
    const value = this.value === undefined ? undefined : child(this.value, name);
    return new Place(value, this.#faults, [...this.#pointer, name]);
  }

  /** The member of that name; it is a fault when the object lacks it. */
  required(name: string): Place {
    const place = this.member(name);
    if (isJsonObject(this.value) && place.value === undefined) this.refuse(`the member "${name}" is missing`);
    return place;
  }

  /** Notes a fault unless this is an object, if anything, with none but these members. */
  onlyMembers(names: readonly string[]): void {
    for (const name of this.names()) {
      if (names.includes(name)) continue;
      const meant = nearMiss(name, names);
      const hint = meant === undefined ? `known are ${names.join(', ')}` : `did you mean "${meant}"?`;
      this.member(name).refuse(`there is no member ${quote(name)} here; ${hint}`);
    }
  }

  /** The names of the object's members, in the order of the file. */
  names(): readonly string[] {
    return Object.keys(this.read(isJsonObject, 'must be an object', {}));
  }

  elements(): readonly Place[] {
    return this.list().map((_, index) => this.member(String(index)));
  }

  list(): readonly Json[] {
    return this.read(isJsonArray, 'must be an array', []);
  }

  /** A text that is not empty. */
  text(fallback: string): string {
    return this.read(isFilledText, 'must be a text that is not empty', fallback);
  }

  boolean(fallback: boolean): boolean {
    return this.read((value) => typeof value === 'boolean', 'must be true or false', fallback);
  }

  integer(min: number, max: number, fallback: number): number {
    const fits = (value: Json): value is number =>
      typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
    return this.read(fits, `must be a whole number from ${min} to ${max}`, fallback);
  }

  oneOf<Word extends string>(words: readonly Word[], fallback: Word): Word {
    const fits = (value: Json): value is Word => words.some((word) => word === value);
    return this.read(fits, `must be ${words.map((word) => `"${word}"`).join(' or ')}`, fallback);
  }

  /** What is here when it fits, else the fallback; `expected` says what would have fitted, as in "must be an object". */
  read<T extends Json>(fits: (value: Json) => value is T, expected: string, fallback: T): T {
    if (this.value === undefined) return fallback;
    if (fits(this.value)) return this.value;
    this.refuse(`${expected}, but this is ${valueName(this.value)}`);
    return fallback;
  }
}

function isFilledText(value: Json): value is string {
  return typeof value === 'string' && value !== '';
}
