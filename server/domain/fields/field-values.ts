import type { Work } from '../basics/work.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import type { FieldKind } from './fields.ts';

/** A value that a query can contain. */
export type FieldValue = null | boolean | number | string;

/** The suggestions of the console for a query. */
export interface FieldSummary {
  /** Member names from the record down to the field. */
  readonly path: readonly string[];
  readonly kinds: readonly FieldKind[];
  /** The field's values, the most frequent first. */
  readonly values: readonly FieldValue[];
}

/** Enough records to find the frequent values. */
const maxRecords = 20_000;
/** How many distinct values of a field are counted. */
const maxDistinct = 500;
/** How many values of a field are returned. */
const maxValues = 40;
/** Longer texts do not fit a list of suggestions. */
const maxLength = 80;

/** The most frequent values of each field; the key is the field's path as JSON text. */
export function* frequentValues(all: Iterable<JsonObject>): Work<ReadonlyMap<string, readonly FieldValue[]>> {
  const counts = new Map<string, Map<FieldValue, number>>();

  function count(value: Json, path: readonly string[]): void {
    if (isJsonArray(value)) {
      for (const element of value) count(element, path);
    } else if (isJsonObject(value)) {
      for (const [name, inner] of Object.entries(value)) count(inner, [...path, name]);
    } else if (typeof value !== 'string' || value.length <= maxLength) {
      const key = JSON.stringify(path);
      const known = counts.get(key) ?? new Map<FieldValue, number>();
      counts.set(key, known);
      if (known.size < maxDistinct || known.has(value)) known.set(value, (known.get(value) ?? 0) + 1);
    }
  }

  let read = 0;
  for (const value of all) {
    count(value, []);
    read += 1;
    if (read === maxRecords) break;
    // After each, because one may have thousands of members.
    yield;
  }
  return new Map(Array.from(counts, ([path, known]) => [path, mostFrequent(known)]));
}

function mostFrequent(counts: ReadonlyMap<FieldValue, number>): readonly FieldValue[] {
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxValues)
    .map(([value]) => value);
}
