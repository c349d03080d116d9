import { problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { isJsonArray, type JsonObject } from '../domain/json/json.ts';
import { JsonCursor } from '../domain/json/json-cursor.ts';
import { formatPointer } from '../domain/json/pointer.ts';
import type { DeclaredScenario, Scenario } from '../domain/scenario/scenario.ts';
import { CheckedCursor, type Fault } from './formats/checked-cursor.ts';
import { faultSentence, parseFile } from './formats/json-file.ts';
import { decodeScenario, scenarioPieces } from './formats/scenario-format.ts';

/** A scenario in a file. */
export interface FoundScenario {
  /** The name in the file; null if it is unusable. */
  readonly name: string | null;
  /** Refused with its faults, as clauses with their positions. */
  readonly scenario: Result<Scenario, readonly string[]>;
}

/** Decodes a scenario. Refused with `invalid-scenario`; `errors` names the members that cannot be used. */
export function decodeDeclared(given: DeclaredScenario): Result<Scenario> {
  const faults: Fault[] = [];
  const scenario = decodeScenario(CheckedCursor.over(given as unknown as JsonObject, faults));
  const errors = faults.map(({ pointer, reason }) => ({ pointer: formatPointer(pointer), detail: reason }));
  const [first] = errors;
  if (!first) return accept(scenario);
  const where = first.pointer === '' ? 'it' : first.pointer;
  return refuse(problem('invalid-scenario', `The scenario cannot be used: at ${where}, ${first.detail}.`, { errors }));
}

/** The text of a file with these scenarios, at least one. */
export function encodeScenarioFile(scenarios: readonly Scenario[]): string {
  return ['{\n  "scenarios": ', ...scenarioPieces(scenarios), '\n}\n'].join('');
}

/**
 * Reads the scenarios of a workspace, of an export or of a list, or a single scenario. A fault in one leaves the others
 * usable; only a text without scenarios is refused, with `invalid-scenario`.
 */
export function readScenarioFile(text: string): Result<readonly FoundScenario[]> {
  const parsed = parseFile(text);
  if (!parsed.ok) return refuse(problem('invalid-scenario', parsed.problem.detail));
  const cursors = scenarioCursors(new JsonCursor(parsed.value));
  if (cursors.length === 0) return refuse(problem('invalid-scenario', 'The file has no scenarios.'));
  const names = new Set<string>();
  return accept(cursors.map((cursor) => readElement(text, cursor, names)));
}

function scenarioCursors(document: JsonCursor): readonly JsonCursor[] {
  if (isJsonArray(document.value)) return document.elements();
  const scenarios = document.member('scenarios');
  if (isJsonArray(scenarios.value)) return scenarios.elements();
  return Object.hasOwn(document.object, 'rules') ? [document] : [];
}

/** `names` are the names of the scenarios before it. */
function readElement(text: string, cursor: JsonCursor, names: Set<string>): FoundScenario {
  const faults: Fault[] = [];
  const at = new CheckedCursor(cursor, faults);
  const scenario = decodeScenario(at);
  if (names.has(scenario.name)) at.member('name').refuse('another scenario before it has the same name');
  if (faults.length > 0) {
    return { name: scenario.name || null, scenario: refuse(faults.map((fault) => faultSentence(text, fault))) };
  }
  names.add(scenario.name);
  return { name: scenario.name, scenario: accept(scenario) };
}
