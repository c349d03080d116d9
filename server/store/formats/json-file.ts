import type { LongText } from '../../domain/basics/long-text.ts';
import { type Problem, problem } from '../../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../../domain/basics/result.ts';
import type { Work } from '../../domain/basics/work.ts';
import { countMembers, type Json } from '../../domain/json/json.ts';
import { parseJson, parseJsonInPieces } from '../../domain/json/json-text.ts';
import { maxDepth } from '../../domain/json/limits.ts';
import { formatPointer, type Pointer } from '../../domain/json/pointer.ts';
import { count } from '../../domain/json/wording.ts';
import type { Fault } from './checked-cursor.ts';
import { offsetOf, positionAt } from './text-position.ts';

/** A record may be as deep as a request allows, and in a file it is nested a few levels further. */
const maxFileDepth = maxDepth + 10;

/** The most faults that a refusal names. Finding the position of each scans the file. */
const namedFaults = 10;

/**
 * Parses the JSON text of a file with the checks of {@link parseJson}, but nearly as fast as JSON.parse: a few searches show
 * for most files that JSON.parse loses nothing.
 */
export function parseFile(text: string): Result<Json> {
  const value = parseQuickly(text);
  if (value !== undefined) return accept(value);
  const parsed = parseJson(text, { maxDepth: maxFileDepth });
  return parsed.ok ? parsed : refuse(problem('invalid-workspace', parsed.problem.detail));
}

/** {@link parseFile} in pieces, while the program serves others. */
export function* parseFileInPieces(text: string | LongText): Work<Result<Json>> {
  const parsed = yield* parseJsonInPieces(text, { maxDepth: maxFileDepth });
  return parsed.ok ? parsed : refuse(problem('invalid-workspace', parsed.problem.detail));
}

/** A parser without pauses, for a program that serves nobody yet. */
export function atOnce(parse: typeof parseFile): typeof parseFileInPieces {
  // biome-ignore lint/correctness/useYield: work by type only, it has no pause
  return function* parsed(text) {
    return parse(text.toString());
  };
}

/** Parses a text that {@link parseFile} has accepted before, or that this program has written. */
export function parseKnownFile(text: string): Result<Json> {
  return accept(JSON.parse(text));
}

/** The value of a text that has certainly no fault; undefined for all others, some of which are valid too. */
function parseQuickly(text: string): Json | undefined {
  if (beginsTooDeep(text) || mayHoldInexactNumber(text) || mayHoldSurrogate(text)) return undefined;
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return countMembers(value, maxFileDepth) === countNames(text) ? value : undefined;
}

/** Characters that tell whether a text is nested without end. */
const beginning = 65_536;

/** Everything but the brackets of the structure: strings, which may hold brackets, and other text. */
const allButBrackets = /"(?:[^"\\]|\\.)*"?|[^"[\]{}]+/gs;

/** True for a long text whose beginning is nested too deep. JSON.parse would follow it to its end first, for minutes. */
function beginsTooDeep(text: string): boolean {
  if (text.length <= beginning) return false;
  let depth = 0;
  for (const bracket of text.slice(0, beginning).replace(allButBrackets, '')) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > maxFileDepth) return true;
  }
  return false;
}

/** A number of more than fifteen digits or with an exponent; only such a number can be inexact. */
const longNumber = /[:,[\s]-?(?:[\d.]{16}|[\d.]+[eE])/;
/** The same anywhere, also in a string. Spelled out, because V8 searches such a pattern faster than a repetition. */
const longDigits = new RegExp(`${'[\\d.]'.repeat(16)}|\\d[eE][-+\\d]`);
const escapedSurrogate = /\\u[dD]/;

function mayHoldInexactNumber(text: string): boolean {
  return longDigits.test(text) && longNumber.test(text);
}

/** Searches for a fixed text first, which is many times faster than a pattern; few files contain an escape. */
function mayHoldSurrogate(text: string): boolean {
  return (text.includes('\\u') && escapedSurrogate.test(text)) || !text.isWellFormed();
}

/** A quote that a colon follows. In a string, it follows a backslash. */
const endOfName = /(?<!\\)"\s*:/g;
/** The same after two backslashes: it ends a name or stands in a string. */
const unclearEnd = /\\\\"\s*:/;
const twoBackslashes = '\\\\';

/** The number of members in the text; NaN if that takes a parser. */
function countNames(text: string): number {
  if (text.includes(twoBackslashes) && unclearEnd.test(text)) return Number.NaN;
  let names = 0;
  endOfName.lastIndex = 0;
  while (endOfName.test(text)) names += 1;
  return names;
}

/** The `invalid-workspace` problem for at least one fault. The detail gives the first, the member `faults` up to ten. */
export function refuseFile(text: string, faults: readonly Fault[]): Problem {
  const sentences = faults.slice(0, namedFaults).map((fault) => faultSentence(text, fault));
  const more = faults.length === 1 ? '' : ` (${count(faults.length - 1, 'more fault')} found)`;
  return problem('invalid-workspace', `${sentences[0]}${more}.`, { faults: sentences });
}

/** The position and the reason of a fault, without a full stop. */
export function faultSentence(text: string, { pointer, reason, see }: Fault): string {
  return `Line ${place(text, pointer)}: ${reason}${see === null ? '' : `; see line ${place(text, see)}`}`;
}

function place(text: string, pointer: Pointer): string {
  const { line, column } = positionAt(text, offsetOf(text, pointer));
  return `${line}, column ${column}${pointer.length === 0 ? '' : ` (${formatPointer(pointer)})`}`;
}
