import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../json/json.ts';
import { child, formatPointer, type Pointer } from '../../json/pointer.ts';

/** A value in the document and where it stands. Reading on from where there is nothing gives nothing. */
export class Spot {
  /** Undefined where the document has nothing. */
  readonly value: Json | undefined;
  readonly #parent: Spot | undefined;
  readonly #token: string;

  constructor(value: Json | undefined, parent?: Spot, token = '') {
    this.value = value;
    this.#parent = parent;
    this.#token = token;
  }

  /** JSON pointer (RFC 6901). */
  get pointer(): string {
    return formatPointer(this.#path());
  }

  /** The last token of the pointer: the name that this value has where it stands. */
  get name(): string {
    return this.#token;
  }

  /** The value when it is text. */
  get text(): string | undefined {
    return typeof this.value === 'string' ? this.value : undefined;
  }

  /** The value when it is an object, else one without members. */
  get object(): JsonObject {
    return isJsonObject(this.value) ? this.value : {};
  }

  /** The member of that name; of an array, the element of that number. */
  member(name: string): Spot {
    return new Spot(this.value === undefined ? undefined : child(this.value, name), this, name);
  }

  members(): readonly Spot[] {
    return Object.keys(this.object).map((name) => this.member(name));
  }

  elements(): readonly Spot[] {
    return isJsonArray(this.value) ? this.value.map((_, index) => this.member(String(index))) : [];
  }

  #path(): Pointer {
    return this.#parent ? [...this.#parent.#path(), this.#token] : [];
  }
}
