import type { Json } from '../../json/json.ts';
import { JsonCursor } from '../../json/json-cursor.ts';
import { type Pointer, parsePointer } from '../../json/pointer.ts';
import { ImportNotes } from './import-notes.ts';

export type OpenApiVersion = '3.0' | '3.1';

/** A document that others wrote: its references may lead anywhere, also nowhere and in circles. */
export class OpenApiDocument {
  readonly root: JsonCursor;
  readonly version: OpenApiVersion;
  readonly notes = new ImportNotes();

  constructor(document: Json, version: OpenApiVersion) {
    this.root = new JsonCursor(document);
    this.version = version;
  }

  /** What a reference in that place stands for; nothing, and a note, where it leads out of the document or nowhere. */
  target(reference: string, from: JsonCursor): JsonCursor {
    const local = reference.startsWith('#');
    const pointer = local ? pointerOf(reference.slice(1)) : undefined;
    const target = pointer?.reduce((at, token) => at.member(token), this.root);
    if (target?.value !== undefined) return target;
    this.notes.add(local ? 'nowhere' : 'outside', reference, from);
    return nothing;
  }

  /** The value behind a reference, or behind one after the other. */
  follow(spot: JsonCursor): JsonCursor {
    return this.hops(spot).at(-1) ?? nothing;
  }

  /** The schema itself, where references to it say nothing of their own. */
  schema(spot: JsonCursor): JsonCursor {
    const hops = this.hops(spot);
    return hops.find((hop) => this.#isMore(hop)) ?? hops.at(-1) ?? nothing;
  }

  /** A place and all those to which its reference leads; none where the last one leads nowhere. */
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

  /** The schemas that apply together: this one, those that it refers to, and those that it extends through `allOf`. */
  parts(schema: JsonCursor): readonly JsonCursor[] {
    const parts: JsonCursor[] = [];
    const seen = new Set<Json | undefined>([undefined]);
    const waiting = [schema];
    for (const part of waiting) {
      if (seen.has(part.value)) continue;
      seen.add(part.value);
      const reference = part.member('$ref').text;
      if (reference !== undefined) waiting.push(this.target(reference, part));
      // What stands beside a reference counts from 3.1 on.
      if (reference !== undefined && this.version === '3.0') continue;
      parts.push(part);
      for (const extended of part.member('allOf').elements()) waiting.push(extended);
    }
    return parts;
  }

  /** Whether a schema that is a reference says more beside it. */
  #isMore({ object }: JsonCursor): boolean {
    return this.version === '3.1' && Object.hasOwn(object, '$ref') && Object.keys(object).length > 1;
  }
}

/** Where there is nothing. */
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
