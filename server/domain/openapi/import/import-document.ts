import type { Json } from '../../json/json.ts';
import { JsonCursor } from '../../json/json-cursor.ts';
import { type Pointer, parsePointer } from '../../json/pointer.ts';
import { ImportNotes } from './import-notes.ts';

export type OpenApiVersion = '3.0' | '3.1';

/** An OpenAPI document. Its references may be circular or have no target. */
export class OpenApiDocument {
  readonly root: JsonCursor;
  readonly version: OpenApiVersion;
  readonly notes = new ImportNotes();
  /** The references to other files that were followed. */
  readonly files = new Set<string>();

  constructor(document: Json, version: OpenApiVersion) {
    this.root = new JsonCursor(document);
    this.version = version;
  }

  /** The target of a reference. Without one in this document, adds a note and returns {@link nothing}. */
  target(reference: string, from: JsonCursor): JsonCursor {
    const local = reference.startsWith('#');
    const pointer = local ? pointerOf(reference.slice(1)) : undefined;
    const target = pointer?.reduce((at, token) => at.member(token), this.root);
    if (target?.value !== undefined) return target;
    if (fileReference.test(reference)) this.files.add(reference);
    else this.notes.add(local ? 'dangling' : 'outside', reference, from);
    return nothing;
  }

  /** Follows a chain of references to the value. */
  follow(cursor: JsonCursor): JsonCursor {
    return this.hops(cursor).at(-1) ?? nothing;
  }

  /** Follows references to the first schema with keywords of its own. */
  schema(cursor: JsonCursor): JsonCursor {
    const hops = this.hops(cursor);
    return hops.find((hop) => this.#hasMore(hop)) ?? hops.at(-1) ?? nothing;
  }

  /** The chain of references from a place to its value; empty if it is circular or has no target. */
  hops(start: JsonCursor): readonly JsonCursor[] {
    const hops: JsonCursor[] = [];
    const seen = new Set<Json | undefined>();
    let at = start;
    while (at.value !== undefined) {
      hops.push(at);
      const reference = at.member('$ref').text;
      if (reference === undefined) return hops;
      if (seen.has(at.value)) {
        this.notes.add('circle', reference, start);
        return [];
      }
      seen.add(at.value);
      at = this.target(reference, at);
    }
    return [];
  }

  /** The schemas that apply together: this one, its reference targets, and those in its `allOf`. */
  parts(schema: JsonCursor): readonly JsonCursor[] {
    const parts: JsonCursor[] = [];
    const seen = new Set<Json | undefined>([undefined]);
    const waiting = [schema];
    for (const part of waiting) {
      if (seen.has(part.value)) continue;
      seen.add(part.value);
      const reference = part.member('$ref').text;
      if (reference !== undefined) waiting.push(this.target(reference, part));
      // OpenAPI 3.0 ignores keywords beside a reference.
      if (reference !== undefined && this.version === '3.0') continue;
      parts.push(part);
      for (const extended of part.member('allOf').elements()) waiting.push(extended);
    }
    return parts;
  }

  /** True for a reference with keywords of its own. */
  #hasMore({ object }: JsonCursor): boolean {
    return this.version === '3.1' && Object.hasOwn(object, '$ref') && Object.keys(object).length > 1;
  }
}

/** A reference such as `schemas/pet.yaml#/Pet` or `./pet`. */
const fileReference = /^[^#]*\.(?:ya?ml|json)(?:#|$)|^\.{1,2}\//i;

/** A cursor without a value. */
export const nothing = new JsonCursor(undefined);

/** The pointer in the fragment of a reference (RFC 6901, section 6). */
function pointerOf(fragment: string): Pointer | undefined {
  try {
    const pointer = parsePointer(decodeURIComponent(fragment));
    return pointer.ok ? pointer.value : undefined;
  } catch {
    return undefined;
  }
}
