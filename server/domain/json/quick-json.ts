import { countMembers, type Json } from './json.ts';
import { mostBlanks } from './json-scanner.ts';
import type { JsonLimits } from './limits.ts';

/**
 * The value of a text that has certainly no fault; undefined for all others, some of which are valid too. Nearly as fast as
 * JSON.parse: a few searches show for most texts that JSON.parse loses nothing.
 */
export function parseQuickly(text: string, { maxDepth, maxValues, maxMembers }: JsonLimits): Json | undefined {
  // A value takes at least one character, and so does a member.
  if (text.length > Math.min(maxValues ?? text.length, maxMembers ?? text.length)) return undefined;
  if (beginsTooDeep(text, maxDepth) || mayHoldManyBlanks(text)) return undefined;
  if (mayHoldInexactNumber(text) || mayHoldSurrogate(text)) return undefined;
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return countMembers(value, maxDepth) === countNames(text) ? value : undefined;
}

/** Characters that tell whether a text is nested without end. */
const beginning = 65_536;

/** Everything but the brackets of the structure: strings, which may hold brackets, and other text. */
const allButBrackets = /"(?:[^"\\]|\\.)*"?|[^"[\]{}]+/gs;

/** True for a long text whose beginning is nested too deep. JSON.parse would follow it to its end first, for minutes. */
function beginsTooDeep(text: string, maxDepth: number): boolean {
  if (text.length <= beginning) return false;
  let depth = 0;
  for (const bracket of text.slice(0, beginning).replace(allButBrackets, '')) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > maxDepth) return true;
  }
  return false;
}

/** White space in a row at a place of a text; no file is laid out with so much. */
const blanksAt = /[ \t\r\n]{256}/y;

/** True for a text with more white space in a row than {@link mostBlanks}: it would cover two of the places. */
function mayHoldManyBlanks(text: string): boolean {
  for (let place = mostBlanks / 2; place + mostBlanks / 2 < text.length; place += mostBlanks / 2) {
    blanksAt.lastIndex = place;
    if (blanksAt.test(text)) return true;
  }
  return false;
}

/** A number of more than fifteen digits or with an exponent; only such a number can be inexact. */
const longNumber = /(?:^|[:,[\s])-?(?:[\d.]{16}|[\d.]+[eE])/;
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
