import { isJsonArray, isJsonObject, type Json, type JsonObject } from './json.ts';
import { child, formatPointer, type Pointer } from './pointer.ts';

/** A value of a JSON document with its JSON pointer. Every child of a missing value is missing too. */
export class JsonCursor {
  /** Undefined if the document has no value here. */
  readonly value: Json | undefined;
  /** The last token of the pointer; empty for the whole document. */
  readonly name: string;
  readonly #parent: JsonCursor | undefined;

  constructor(value: Json | undefined, parent?: JsonCursor, name = '') {
    this.value = value;
    this.name = name;
    this.#parent = parent;
  }

  get path(): Pointer {
    return this.#parent ? [...this.#parent.path, this.name] : [];
  }

  /** The pointer as text (RFC 6901). */
  get pointer(): string {
    return formatPointer(this.path);
  }

  /** The value if it is text. */
  get text(): string | undefined {
    return typeof this.value === 'string' ? this.value : undefined;
  }

  /** The value if it is an object, else an empty object. */
  get object(): JsonObject {
    return isJsonObject(this.value) ? this.value : {};
  }

  /** The member with this name, or the element with this index. */
  member(name: string): JsonCursor {
    return new JsonCursor(this.value === undefined ? undefined : child(this.value, name), this, name);
  }

  members(): readonly JsonCursor[] {
    return Object.keys(this.object).map((name) => this.member(name));
  }

  elements(): readonly JsonCursor[] {
    return isJsonArray(this.value) ? this.value.map((_, index) => this.member(String(index))) : [];
  }
}
