import { nearestName } from '../../domain/basics/nearest-name.ts';
import { isJsonArray, isJsonObject, type Json } from '../../domain/json/json.ts';
import { JsonCursor } from '../../domain/json/json-cursor.ts';
import type { Pointer } from '../../domain/json/pointer.ts';
import { quote, valueName } from '../../domain/json/wording.ts';

/** One reason for refusing a document. */
export interface Fault {
  readonly pointer: Pointer;
  /** A clause. */
  readonly reason: string;
  /** A related place. */
  readonly see: Pointer | null;
}

/**
 * A cursor that checks values as it reads them. It adds a fault for each wrong value to the document's list and goes on with a
 * fallback, so one pass finds all faults. The document is usable only if the list stays empty.
 */
export class CheckedCursor {
  readonly #cursor: JsonCursor;
  readonly #faults: Fault[];
  #names: readonly string[] | undefined;

  constructor(cursor: JsonCursor, faults: Fault[]) {
    this.#cursor = cursor;
    this.#faults = faults;
  }

  /** A cursor at the whole document. */
  static over(document: Json, faults: Fault[]): CheckedCursor {
    return new CheckedCursor(new JsonCursor(document), faults);
  }

  /** Undefined if the document has no value here. */
  get value(): Json | undefined {
    return this.#cursor.value;
  }

  /** Notes a fault here; `see` is a related place. */
  refuse(reason: string, see?: CheckedCursor): void {
    this.#faults.push({ pointer: this.#cursor.path, reason, see: see ? see.#cursor.path : null });
  }

  /** The member with this name, or the element with this index. */
  member(name: string): CheckedCursor {
    return new CheckedCursor(this.#cursor.member(name), this.#faults);
  }

  /** The member with this name. A missing member is a fault, and so is a value that is not an object. */
  required(name: string): CheckedCursor {
    const names = this.names();
    if (isJsonObject(this.value) && !names.includes(name)) this.refuse(`the member "${name}" is missing`);
    return this.member(name);
  }

  /** Notes a fault for each other member, and for a value that is no object. */
  onlyMembers(names: readonly string[]): void {
    for (const name of this.names()) {
      if (names.includes(name)) continue;
      const meant = nearestName(name, names);
      const hint = meant === undefined ? `known are ${names.join(', ')}` : `did you mean "${meant}"?`;
      this.member(name).refuse(`there is no member ${quote(name)} here; ${hint}`);
    }
  }

  /** The names of the members, in file order. A value that is not an object is a fault, noted once. */
  names(): readonly string[] {
    this.#names ??= Object.keys(this.read(isJsonObject, 'must be an object', {}));
    return this.#names;
  }

  /** Notes a fault for each element whose name an earlier element has. `noun` says what the elements are. */
  uniqueNames(elements: readonly { readonly name: string }[], noun: string): void {
    const names = elements.map(({ name }) => name);
    for (const [index, name] of names.entries()) {
      const first = names.indexOf(name);
      if (first === index) continue;
      this.member(String(index))
        .member('name')
        .refuse(`${noun} ${first + 1} is already called "${name}"`);
    }
  }

  elements(): readonly CheckedCursor[] {
    return this.list().map((_, index) => this.member(String(index)));
  }

  list(): readonly Json[] {
    return this.read(isJsonArray, 'must be an array', []);
  }

  /** A non-empty text. */
  text(fallback = ''): string {
    return this.read(isFilledText, 'must be a text that is not empty', fallback);
  }

  boolean(fallback = false): boolean {
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

  /** The value if it fits, else the fallback. `expected` describes a fit value, such as "must be an object". */
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
