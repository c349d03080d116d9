import { isJsonArray, isJsonObject, type Json } from './json.ts';

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

/** What a JSON text may have. */
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
  let values = 0;

  function exceeds(value: Json): boolean {
    values += 1;
    if (values > maxValues) return true;
    if (isJsonArray(value)) return value.some(exceeds);
    if (isJsonObject(value)) for (const name in value) if (exceeds(value[name] ?? null)) return true;
    return false;
  }

  return exceeds(document);
}

/** The approximate length of the JSON text that a record may have after a patch. */
const maxLength = 2 ** 24;

/**
 * A sentence that names the limit a document exceeds, or undefined. Each `copy` operation can double a document without
 * using memory, because the copies are shared. Measuring before serialization stops at the limit.
 */
export function limitFault(document: Json): string | undefined {
  let length = 0;
  let values = 0;

  function visit(value: Json, depth: number): string | undefined {
    values += 1;
    if (values > maxPatchedValues) return `The result would have more than ${maxPatchedValues} values.`;
    length += typeof value === 'string' ? value.length + 3 : 3;
    if (typeof value === 'object' && value !== null) {
      if (depth === maxDepth) return `The result would be nested deeper than ${maxDepth} levels.`;
      if (!isJsonArray(value)) length += Object.keys(value).join('":"').length;
      for (const inner of Object.values(value)) {
        const fault = visit(inner, depth + 1);
        if (fault !== undefined) return fault;
      }
    }
    return length > maxLength ? `The result would be longer than ${maxLength} characters.` : undefined;
  }

  return visit(document, 0);
}
