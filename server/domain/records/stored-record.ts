import { formatTag } from '../conditions/entity-tag.ts';
import type { Json, JsonObject } from '../json/json.ts';

/** Characters up to which a record holds its text. A longer text would take as much memory again as the value. */
const heldText = 4096;

/**
 * Bytes in memory of a value for each character of its text. Objects of very many members, which have long texts, are hash
 * tables, and a member takes twice as much in them.
 */
const bytesOfCharacter = { short: 3, long: 5 };

/**
 * One version of one record. What clients see of it is immutable, so fixtures, live state, views and the request log share
 * it. Its entity tag, and its text unless that is long, are computed once, on first use.
 */
export class StoredRecord {
  readonly id: string;
  readonly value: JsonObject;
  /** Counts the versions of this id from 1 and never decreases, not even when the record is deleted and created again. */
  readonly version: number;
  /**
   * The state for which the record stands since an undo or redo restored it; undefined for its own. A member, because a weak
   * map of a hundred thousand records stops the program for a fifth of a second when it grows.
   */
  restoredState: number | undefined;
  #text: string | undefined;
  #tag: string | undefined;

  constructor(id: string, value: JsonObject, version: number) {
    this.id = id;
    this.value = value;
    this.version = version;
  }

  /** The record as JSON text, as responses carry it. */
  get text(): string {
    if (this.#text !== undefined) return this.#text;
    if (latest?.record === this) return latest.text;
    const text = JSON.stringify(this.value);
    if (text.length <= heldText) this.#text = text;
    else latest = { record: this, text };
    return text;
  }

  /** About as many characters as {@link text} has; exactly, if it is computed and held. */
  get characters(): number {
    return this.#text?.length ?? charactersOf(this.value);
  }

  /** About how many bytes the value takes in memory, rather more than fewer. Text that others share with it counts too. */
  get valueBytes(): number {
    const { characters } = this;
    return characters * (characters <= heldText ? bytesOfCharacter.short : bytesOfCharacter.long);
  }

  /** Gives up the text, for a record that is kept while another one takes its place. It is computed again if anybody asks. */
  forgetText(): void {
    this.#text = undefined;
  }

  /** The strong entity tag (RFC 9110, 8.8.3), quotes included. */
  get tag(): string {
    this.#tag ??= formatTag(this.version, this.text);
    return this.#tag;
  }
}

function charactersOf(value: Json): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 5;
  let characters = 2;
  // Object.entries would allocate a pair for each member of each record that is written.
  for (const name in value) characters += name.length + charactersOf((value as JsonObject)[name] ?? null) + 4;
  return characters;
}

/** The latest long text: a response needs it for the entity tag, and then as its body. */
let latest: { readonly record: StoredRecord; readonly text: string } | undefined;
