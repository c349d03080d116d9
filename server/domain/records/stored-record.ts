import { formatTag } from '../conditions/entity-tag.ts';
import type { JsonObject } from '../json/json.ts';

/**
 * One version of one record. It is immutable, so fixtures, live state, views and the request log share it. Its text and
 * its entity tag are computed once, on first use.
 */
export class StoredRecord {
  readonly id: string;
  readonly value: JsonObject;
  /** Counts the versions of this id from 1 and never decreases, not even when the record is deleted and created again. */
  readonly version: number;
  #text: string | undefined;
  #tag: string | undefined;

  constructor(id: string, value: JsonObject, version: number) {
    this.id = id;
    this.value = value;
    this.version = version;
  }

  /** The record as JSON text, as responses carry it. */
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
