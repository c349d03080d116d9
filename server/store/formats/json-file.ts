import { type Problem, problem } from '../../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../../domain/basics/result.ts';
import { isJsonArray, type Json, type JsonObject } from '../../domain/json/json.ts';
import { parseJson } from '../../domain/json/json-text.ts';
import { maxDepth } from '../../domain/json/limits.ts';
import { formatPointer, type Pointer } from '../../domain/json/pointer.ts';
import { count } from '../../domain/json/wording.ts';
import type { Fault } from './checked-cursor.ts';
import { offsetOf, positionAt } from './text-position.ts';

/** A record may be as deep as a request may make it, and in a file it stands a few levels down. */
const maxFileDepth = maxDepth + 10;

/** Faults that a refusal names: finding the place of each takes a look through the whole file. */
const namedFaults = 10;

/**
 * Reads the JSON text of a file as {@link parseJson} does, and in little more time than the engine's own parser takes for
 * it: a few searches of the engine show for nearly every file that there is nothing for a closer look to find.
 */
export function parseFile(text: string): Result<Json> {
  const value = parseQuickly(text);
  if (value !== undefined) return accept(value);
  const parsed = parseJson(text, { maxDepth: maxFileDepth });
  return parsed.ok ? parsed : refuse(problem('invalid-workspace', parsed.problem.detail));
}

/** Reads a text again that {@link parseFile} has accepted before, or that this program has written. */
export function parseKnownFile(text: string): Result<Json> {
  return accept(JSON.parse(text));
}

/** The value of a text that is certainly free of faults; undefined for every other, also for some good ones. */
function parseQuickly(text: string): Json | undefined {
  if (mayHoldInexactNumber(text) || mayHoldSurrogate(text)) return undefined;
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return countMembers(value, maxFileDepth) === countNames(text) ? value : undefined;
}

/** Up to fifteen digits without an exponent always fit. */
const longNumber = /[:,[\s]-?(?:[\d.]{16}|[\d.]+[eE])/;
/** The same wherever it stands, in a string too. Spelled out, because in such a pattern the engine skips what cannot fit. */
const longDigits = new RegExp(`${'[\\d.]'.repeat(16)}|\\d[eE][-+\\d]`);
const escapedSurrogate = /\\u[dD]/;

function mayHoldInexactNumber(text: string): boolean {
  return longDigits.test(text) && longNumber.test(text);
}

/** The engine finds a fixed text many times faster than a pattern, and few files have an escape at all. */
function mayHoldSurrogate(text: string): boolean {
  return (text.includes('\\u') && escapedSurrogate.test(text)) || !text.isWellFormed();
}

/** At least the number of members that the text writes: more only where `":` stands in a string. */
function countNames(text: string): number {
  let names = 0;
  const name = /"\s*:/g;
  while (name.test(text)) names += 1;
  return names;
}

/** The number of members that were read, not a number at all where the nesting is too deep. */
function countMembers(value: Json, depth: number): number {
  if (!isContainer(value)) return 0;
  if (depth === 0) return Number.NaN;
  let members = 0;
  if (isJsonArray(value)) {
    for (const element of value) if (isContainer(element)) members += countMembers(element, depth - 1);
    return members;
  }
  // Unlike Object.values, this makes no list for each record; and nothing is called for what holds no members.
  for (const name in value) {
    const inner = value[name];
    members += isContainer(inner) ? 1 + countMembers(inner, depth - 1) : 1;
  }
  return members;
}

function isContainer(value: Json | undefined): value is JsonObject | readonly Json[] {
  return typeof value === 'object' && value !== null;
}

/** The refusal of a file for these faults, of which there is at least one: the first in the sentence, more as a member. */
export function refuseFile(text: string, faults: readonly Fault[]): Problem {
  const sentences = faults.slice(0, namedFaults).map((fault) => faultSentence(text, fault));
  const more = faults.length === 1 ? '' : ` (${count(faults.length - 1, 'more fault')} found)`;
  return problem('invalid-workspace', `${sentences[0]}${more}.`, { faults: sentences });
}

/** What is wrong at which line, column and JSON pointer of the text, without a full stop. */
export function faultSentence(text: string, { pointer, reason, see }: Fault): string {
  return `Line ${place(text, pointer)}: ${reason}${see === null ? '' : `; see line ${place(text, see)}`}`;
}

function place(text: string, pointer: Pointer): string {
  const { line, column } = positionAt(text, offsetOf(text, pointer));
  return `${line}, column ${column}${pointer.length === 0 ? '' : ` (${formatPointer(pointer)})`}`;
}
