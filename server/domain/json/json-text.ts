import { accept, type Result, refuse } from '../basics/result.ts';
import { isJsonArray, isJsonObject, type Json } from './json.ts';
import { type JsonFault, JsonScanner } from './json-scanner.ts';
import { type JsonLimits, maxDepth } from './limits.ts';

/**
 * Reads a JSON text (RFC 8259) without losing anything: refuses texts that `JSON.parse` would change silently. These are
 * the three hazards of I-JSON (RFC 7493, section 2): a number that a double cannot hold exactly, two members of the same
 * name, and half of a surrogate pair. A text beyond a limit is refused before it is parsed.
 *
 * `JSON.parse` builds the value once the text is known to be valid. A duplicate name shows as a missing member of the
 * result; only then does a second scan compare names.
 */
export function parseJson(text: string, limits: JsonLimits = { maxDepth }): Result<Json, JsonFault> {
  const members = new JsonScanner(text, limits, false).scan();
  if (!members.ok) return members;
  const value: Json = JSON.parse(text);
  if (countMembers(value) === members.value) return accept(value);
  const duplicate = new JsonScanner(text, limits, true).scan();
  if (duplicate.ok) throw new Error('Members were lost although their names differ');
  return refuse(duplicate.problem);
}

function countMembers(value: Json): number {
  let members = 0;
  if (isJsonArray(value)) {
    for (const element of value) members += countMembers(element);
  } else if (isJsonObject(value)) {
    for (const name in value) members += 1 + countMembers(value[name] ?? null);
  }
  return members;
}
