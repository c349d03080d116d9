import { problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { isJsonArray, isJsonObject, type Json, member } from '../domain/json/json.ts';
import type { Pointer } from '../domain/json/pointer.ts';
import type { Scenario } from '../domain/scenario/scenario.ts';
import { faultSentence, parseFile } from './formats/json-file.ts';
import { type Fault, Place } from './formats/place.ts';
import { decodeScenario, scenarioPieces } from './formats/scenario-format.ts';

/** A scenario of a file, as far as it can be read. */
export interface FoundScenario {
  /** As the file has it; null where it has none that could be one. */
  readonly name: string | null;
  /** The refusal is what is wrong with it, as clauses with their places. */
  readonly scenario: Result<Scenario, readonly string[]>;
}

/** The text of a file with these scenarios, of which there is at least one. */
export function encodeScenarioFile(scenarios: readonly Scenario[]): string {
  return ['{\n  "scenarios": ', ...scenarioPieces(scenarios), '\n}\n'].join('');
}

/**
 * Reads the scenarios of a file: of a workspace, an export, a list, or one alone. A fault in one does not spoil the
 * others; only a text that holds none is refused.
 */
export function readScenarioFile(text: string): Result<readonly FoundScenario[]> {
  const parsed = parseFile(text);
  if (!parsed.ok) return refuse(problem('invalid-scenario', parsed.problem.detail));
  const places = elementsOf(parsed.value);
  if (places.length === 0) return refuse(problem('invalid-scenario', 'The file has no scenarios.'));
  const names = new Set<string>();
  return accept(places.map(([pointer, value]) => readElement(text, pointer, value, names)));
}

function elementsOf(document: Json): readonly (readonly [Pointer, Json])[] {
  if (isJsonArray(document)) return document.map((value, index) => [[String(index)], value]);
  if (!isJsonObject(document)) return [];
  const scenarios = member(document, 'scenarios');
  if (isJsonArray(scenarios)) return scenarios.map((value, index) => [['scenarios', String(index)], value]);
  return Object.hasOwn(document, 'rules') ? [[[], document]] : [];
}

/** `names` are those of the scenarios before it. */
function readElement(text: string, pointer: Pointer, value: Json, names: Set<string>): FoundScenario {
  const faults: Fault[] = [];
  const at = new Place(value, faults, pointer);
  const scenario = decodeScenario(at);
  if (names.has(scenario.name)) at.member('name').refuse('another scenario before it has the same name');
  if (faults.length > 0) {
    return { name: scenario.name || null, scenario: refuse(faults.map((fault) => faultSentence(text, fault))) };
  }
  names.add(scenario.name);
  return { name: scenario.name, scenario: accept(scenario) };
}
