import { isJsonArray, type Json } from './json.ts';

/**
 * How many levels deep a document may nest. Records that people write stay below ten; with a limit, every function over a
 * record, including JSON.stringify and the console's views, may recurse safely.
 */
export const maxDepth = 100;

/** The approximate length of the JSON text that a record may have after a patch. */
const maxLength = 2 ** 24;

/**
 * A sentence that names the limit a document exceeds, or undefined. Each `copy` operation can double a document without
 * using memory, because the copies are shared. Measuring before serialization stops at the limit.
 */
export function limitFault(document: Json): string | undefined {
  let length = 0;

  function visit(value: Json, depth: number): string | undefined {
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
