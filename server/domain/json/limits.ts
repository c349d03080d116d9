import { isJsonArray, type Json, type JsonObject } from './json.ts';

/**
 * How many levels deep a document may nest. Records that people write stay below ten; with a limit, every function over a
 * record, including JSON.stringify and the console's views, may recurse safely.
 */
export const maxDepth = 100;

/**
 * Values that a record may have, counted on all levels with every object and array. All that is done with one record
 * takes milliseconds then, so that no other request waits for it.
 */
export const maxValues = 10_000;

/** The limits of a JSON text. */
export interface JsonLimits {
  readonly maxDepth: number;
  /** Values on all levels; no limit by default. */
  readonly maxValues?: number;
  /** Members of all objects together; no limit by default. */
  readonly maxMembers?: number;
}

/** Values that a document may have after a patch: more than a record may, but no more than are counted in milliseconds. */
const maxPatchedValues = 250_000;

/** True if a document has more than {@link maxValues} values; counts no further than that. */
export function hasTooManyValues(document: Json): boolean {
  return countValues(document) > maxValues;
}

/** The number of values of a document, on all levels and with itself; counts no further than one beyond {@link maxValues}. */
export function countValues(document: Json): number {
  return addValues(document, 0);
}

/** Adds the values of a document to those counted before. */
function addValues(document: Json, before: number): number {
  let values = before + 1;
  if (typeof document !== 'object' || document === null) return values;
  // Neither loop allocates: every write of a record counts its values.
  if (isJsonArray(document)) {
    for (let index = 0; index < document.length && values <= maxValues; index++) {
      values = addValues(document[index] ?? null, values);
    }
    return values;
  }
  for (const name in document) {
    if (values > maxValues) break;
    values = addValues(document[name] ?? null, values);
  }
  return values;
}

/** The approximate length of the JSON text that a record may have after a patch. */
const maxLength = 2 ** 24;

/** The size of a document over all levels; shared values count as often as they appear. */
interface Extent {
  readonly values: number;
  /** Approximate characters of its JSON text. */
  readonly length: number;
  readonly levels: number;
}

const scalar: Extent = { values: 1, length: 3, levels: 0 };

/**
 * A sentence that names the limit a document exceeds, or undefined. Each `copy` operation can double a document without
 * using memory, because the copies are shared: each shared value is measured once.
 */
export function limitFault(document: Json): string | undefined {
  const measured = new Map<Json, Extent>();

  function extentOf(value: Json, depth: number): Extent | string {
    if (typeof value === 'string') return { values: 1, length: value.length + 3, levels: 0 };
    if (typeof value !== 'object' || value === null) return scalar;
    const extent = measured.get(value) ?? measure(value, depth);
    return typeof extent !== 'string' && depth + extent.levels > maxDepth ? tooDeep : extent;
  }

  function measure(container: JsonObject | readonly Json[], depth: number): Extent | string {
    if (depth === maxDepth) return tooDeep;
    let [values, length, levels] = [1, 3, 0];
    if (!isJsonArray(container)) for (const name of Object.keys(container)) length += name.length + 3;
    for (const inner of Object.values(container)) {
      const extent = extentOf(inner, depth + 1);
      if (typeof extent === 'string') return extent;
      values += extent.values;
      length += extent.length;
      levels = Math.max(levels, extent.levels);
      if (values > maxPatchedValues) return `The result would have more than ${maxPatchedValues} values.`;
      if (length > maxLength) return `The result would be longer than ${maxLength} characters.`;
    }
    const extent = { values, length, levels: levels + 1 };
    measured.set(container, extent);
    return extent;
  }

  const extent = extentOf(document, 0);
  return typeof extent === 'string' ? extent : undefined;
}

const tooDeep = `The result would be nested deeper than ${maxDepth} levels.`;
