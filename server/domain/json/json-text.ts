import { accept, type Result, refuse } from '../basics/result.ts';
import { finish, type Work } from '../basics/work.ts';
import { isJsonArray, isJsonObject, type Json } from './json.ts';
import { JsonBuilder } from './json-builder.ts';
import { type JsonFault, JsonScanner } from './json-scanner.ts';
import { type JsonLimits, maxDepth } from './limits.ts';

/** Characters of a text that is parsed in one go: about a millisecond of work. */
const shortText = 65_536;

/**
 * Reads a JSON text (RFC 8259) without losing anything: refuses texts that `JSON.parse` would change silently. These are
 * the three hazards of I-JSON (RFC 7493, section 2): a number that a double cannot hold exactly, two members of the same
 * name, and half of a surrogate pair. A text beyond a limit is refused before it is parsed.
 *
 * `JSON.parse` builds the value once the text is known to be valid. A duplicate name shows as a missing member of the
 * result; only then does a second scan compare names.
 */
export function parseJson(text: string, limits: JsonLimits = { maxDepth }): Result<Json, JsonFault> {
  const members = finish(new JsonScanner(text, limits, false).scan());
  if (!members.ok) return members;
  const value: Json = JSON.parse(text);
  return countMembers(value) === members.value ? accept(value) : finish(duplicateName(text, limits));
}

/** {@link parseJson} in pieces, for a text of any length. */
export function* parseJsonInPieces(text: string, limits: JsonLimits = { maxDepth }): Work<Result<Json, JsonFault>> {
  if (text.length <= shortText) return parseJson(text, limits);
  const builder = new JsonBuilder(text, countMembers);
  const members = yield* new JsonScanner(text, limits, false, builder).scan();
  if (!members.ok) return members;
  const value = builder.finish(members.value);
  return builder.hasLostMembers ? yield* duplicateName(text, limits) : accept(value);
}

/** The fault of a text in which an object has two members of the same name. */
function* duplicateName(text: string, limits: JsonLimits): Work<Result<never, JsonFault>> {
  const duplicate = yield* new JsonScanner(text, limits, true).scan();
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

/** Levels of arrays and objects that are written member by member. */
const writtenLevels = 4;

/** The text that `JSON.stringify` gives for a value of any length, with a pause every few thousand characters. */
export function* jsonInPieces(value: unknown, levels = writtenLevels): Work<string> {
  if (typeof value === 'string' && value.length > shortText) return yield* longString(value);
  if (levels === 0 || typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const isArray = Array.isArray(value);
  let text = '';
  let paused = 0;
  for (const [name, inner] of Object.entries(value)) {
    if (!isArray && inner === undefined) continue;
    if (text !== '') text += ',';
    text += (isArray ? '' : `${JSON.stringify(name)}:`) + (yield* jsonInPieces(inner, levels - 1));
    if (text.length - paused < shortText) continue;
    paused = text.length;
    yield;
  }
  return isArray ? `[${text}]` : `{${text}}`;
}

function* longString(value: string): Work<string> {
  let text = '"';
  for (let start = 0; start < value.length; start += shortText) {
    text += JSON.stringify(value.slice(start, start + shortText)).slice(1, -1);
    yield;
  }
  return `${text}"`;
}
