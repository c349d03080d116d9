import { isJsonArray, type Json } from './json.ts';

/**
 * Levels of nesting that a document may have. Records that people write stay below ten, so a hundred refuses nobody, while
 * everything that walks a record, JSON.stringify and the console's views included, may recurse without a thought.
 */
export const maxDepth = 100;

/** Characters of JSON text, roughly, that a record may have after a patch. */
const maxLength = 2 ** 24;

/**
 * Says in a sentence which limit a document breaks; undefined when it breaks none. Each of a few dozen `copy` operations
 * can double a document that is shared in memory, so it is measured before anybody writes it out, and only up to the limit.
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
