import { pieceLength, type Work } from '../basics/work.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import type { FieldKind } from './fields.ts';

/** A value that can be written into a query. */
export type FieldValue = null | boolean | number | string;

/** What is known of a field, for somebody who writes a query. */
export interface FieldSummary {
  /** Member names from the record down to the field. */
  readonly path: readonly string[];
  readonly kinds: readonly FieldKind[];
  /** Values that the field has, the most frequent first. */
  readonly values: readonly FieldValue[];
}

/** Records looked at: enough to know what is common. */
const records = 20_000;
/** Different values of one field that are counted. */
const different = 500;
const named = 40;
/** Longer text is nothing to choose from a list. */
const longest = 80;

/** The most frequent values of each field, by the field's path in JSON. */
export function* frequentValues(all: Iterable<JsonObject>): Work<ReadonlyMap<string, readonly FieldValue[]>> {
  const counts = new Map<string, Map<FieldValue, number>>();

  function count(value: Json, path: readonly string[]): void {
    if (isJsonArray(value)) {
      for (const element of value) count(element, path);
    } else if (isJsonObject(value)) {
      for (const [name, inner] of Object.entries(value)) count(inner, [...path, name]);
    } else if (typeof value !== 'string' || value.length <= longest) {
      const key = JSON.stringify(path);
      const known = counts.get(key) ?? new Map<FieldValue, number>();
      counts.set(key, known);
      if (known.size < different || known.has(value)) known.set(value, (known.get(value) ?? 0) + 1);
    }
  }

  let gone = 0;
  for (const value of all) {
    count(value, []);
    gone += 1;
    if (gone === records) break;
    if (gone % pieceLength === 0) yield;
  }
  return new Map(Array.from(counts, ([path, known]) => [path, mostFrequent(known)]));
}

function mostFrequent(counts: ReadonlyMap<FieldValue, number>): readonly FieldValue[] {
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, named)
    .map(([value]) => value);
}
