import type { LongText } from '../../domain/basics/long-text.ts';
import { type Problem, problem } from '../../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../../domain/basics/result.ts';
import type { Work } from '../../domain/basics/work.ts';
import type { Json } from '../../domain/json/json.ts';
import { parseJson, parseJsonInPieces } from '../../domain/json/json-text.ts';
import { maxDepth } from '../../domain/json/limits.ts';
import { formatPointer, type Pointer } from '../../domain/json/pointer.ts';
import { parseQuickly } from '../../domain/json/quick-json.ts';
import { count } from '../../domain/json/wording.ts';
import type { Fault } from './checked-cursor.ts';
import { offsetOf, positionAt } from './text-position.ts';

/** A record may be as deep as a request allows, and in a file it is nested a few levels further. */
const maxFileDepth = maxDepth + 10;

/** The most faults that a refusal names. Finding the position of each scans the file. */
const namedFaults = 10;

/** Parses the JSON text of a file with the checks of {@link parseJson}, at any length nearly as fast as JSON.parse. */
export function parseFile(text: string): Result<Json> {
  const quick = parseQuickly(text, { maxDepth: maxFileDepth });
  if (quick !== undefined) return accept(quick);
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
