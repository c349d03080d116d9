import { formatTag } from '../conditions/entity-tag.ts';
import type { JsonObject } from '../json/json.ts';

/**
 * One version of one record. Immutable, so fixtures, live state, views and the request log share it; its text and its
 * entity tag are made once, when first asked for.
 */
export class StoredRecord {
  readonly id: string;
  readonly value: JsonObject;
  /** Counts the versions of this id from 1 and never goes back, not even over delete and re-create. */
  readonly version: number;
  #text: string | undefined;
  #tag: string | undefined;

  constructor(id: string, value: JsonObject, version: number) {
    this.id = id;
    this.value = value;
    this.version = version;
  }

  /** The record as JSON text, as it goes over the wire. */
  get text(): string {
    this.#text ??= JSON.stringify(this.value);
    return this.#text;
  }

  /** The strong entity tag (RFC 9110, 8.8.3), quotes included. */
  get tag(): string {
    this.#tag ??= formatTag(this.version, this.text);
    return this.#tag;
  }
}
