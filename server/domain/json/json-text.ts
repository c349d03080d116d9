import { LongText, LongTextWriter } from '../basics/long-text.ts';
import { accept, type Result, refuse } from '../basics/result.ts';
import { finish, type Work } from '../basics/work.ts';
import { countMembers, type Json } from './json.ts';
import { JsonBuilder } from './json-builder.ts';
import type { JsonFault } from './json-fault.ts';
import { JsonScanner } from './json-scanner.ts';
import { type JsonLimits, maxDepth } from './limits.ts';
import { parseQuickly } from './quick-json.ts';
import { pieceSizes } from './text-window.ts';

/** Characters of a text that is parsed or written in one go: about a millisecond of work. */
const shortText = 65_536;

/**
 * Reads a JSON text (RFC 8259) without losing anything: refuses texts that `JSON.parse` would change silently. These are
 * the three hazards of I-JSON (RFC 7493, section 2): a number that a double cannot hold exactly, two members of the same
 * name, and half of a surrogate pair. A text beyond a limit is refused before it is parsed.
 *
 * `JSON.parse` builds the value of a short text that has no hazard. Any other is scanned first, because `JSON.parse` takes
 * seconds for levels without end. A duplicate name shows as a missing member of the result; only then does a second scan
 * compare names.
 */
export function parseJson(text: string, limits: JsonLimits = { maxDepth }): Result<Json, JsonFault> {
  const quick = text.length <= shortText ? parseQuickly(text, limits) : undefined;
  if (quick !== undefined) return accept(quick);
  const members = finish(new JsonScanner(text, limits, false).scan());
  if (!members.ok) return members;
  const value: Json = JSON.parse(text);
  return countMembers(value) === members.value ? accept(value) : finish(duplicateName(text, limits));
}

/** {@link parseJson} in pieces, for a text of any length. */
export function* parseJsonInPieces(
  text: string | LongText,
  limits: JsonLimits = { maxDepth },
  sizes = pieceSizes,
): Work<Result<Json, JsonFault>> {
  if (text.length <= sizes.prompt) return parseJson(text.toString(), limits);
  const source = typeof text === 'string' ? { [Symbol.iterator]: () => piecesOf(text) } : text.pieces;
  const builder = new JsonBuilder(sizes.run);
  const members = yield* new JsonScanner(source, limits, false, builder, sizes).scan();
  if (!members.ok) return members;
  const value = builder.finish(members.value);
  return builder.hasLostMembers ? yield* duplicateName(source, limits) : accept(value);
}

/** The fault of a text in which an object has two members of the same name. */
function* duplicateName(text: string | Iterable<string>, limits: JsonLimits): Work<Result<never, JsonFault>> {
  const duplicate = yield* new JsonScanner(text, limits, true).scan();
  if (duplicate.ok) throw new Error('Members were lost although their names differ');
  return refuse(duplicate.problem);
}

/** Levels of arrays and objects that are written member by member. */
const writtenLevels = 4;

/**
 * The text that `JSON.stringify` gives for a value of any length, with a pause every few thousand characters. A long text in
 * it is written as a string.
 */
export function* jsonInPieces(value: unknown): Work<LongText> {
  const writer = new LongTextWriter();
  yield* writeJson(value, writtenLevels, writer);
  return writer.end();
}

function* writeJson(value: unknown, levels: number, writer: LongTextWriter): Work<void> {
  if (value instanceof LongText) return yield* writeString(value.pieces, writer);
  if (typeof value === 'string' && value.length > shortText) return yield* writeString(piecesOf(value), writer);
  if (levels === 0 || typeof value !== 'object' || value === null) {
    writer.write(JSON.stringify(value) ?? 'null');
    return;
  }
  const isArray = Array.isArray(value);
  let separator = isArray ? '[' : '{';
  let paused = writer.length;
  for (const [name, inner] of Object.entries(value)) {
    if (!isArray && inner === undefined) continue;
    writer.write(isArray ? separator : `${separator}${JSON.stringify(name)}:`);
    separator = ',';
    yield* writeJson(inner, levels - 1, writer);
    if (writer.length - paused < shortText) continue;
    paused = writer.length;
    yield;
  }
  if (separator !== ',') writer.write(separator);
  writer.write(isArray ? ']' : '}');
}

function* writeString(pieces: Iterable<string>, writer: LongTextWriter): Work<void> {
  writer.write('"');
  for (const piece of pieces) {
    writer.write(JSON.stringify(piece).slice(1, -1));
    yield;
  }
  writer.write('"');
}

function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += shortText) yield text.slice(start, start + shortText);
}
