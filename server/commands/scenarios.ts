import type { DryRun } from '../contract/schema/output.ts';
import { problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { targetOf } from '../domain/endpoints/endpoints.ts';
import type { JsonObject } from '../domain/json/json.ts';
import { formatPointer } from '../domain/json/pointer.ts';
import type { RuleOutcome } from '../domain/scenario/rule-outcome.ts';
import { defaultScenario, type Scenario, sameScenario } from '../domain/scenario/scenario.ts';
import { ScenarioRun } from '../domain/scenario/scenario-run.ts';
import { changeScenarios } from '../editing/scenario-edit.ts';
import { headerValue } from '../message/header-lines.ts';
import { parseTarget } from '../message/request-target.ts';
import { type Fault, CheckedCursor } from '../store/formats/checked-cursor.ts';
import { decodeScenario } from '../store/formats/scenario-format.ts';
import { encodeScenarioFile } from '../store/scenario-file.ts';
import type { Handlers, HostParts } from './context.ts';

type ScenarioCommand =
  | 'scenarios.put'
  | 'scenarios.remove'
  | 'scenarios.move'
  | 'scenarios.export'
  | 'scenarios.dryRun';

/** The scenarios of the workspace; what is done to them can be undone. */
export function scenarioHandlers(parts: HostParts): Pick<Handlers, ScenarioCommand> {
  const { workspace } = parts;

  function find(name: string): Result<Scenario> {
    const found = workspace.scenarios.get(name);
    if (found) return accept(found);
    const expected = [...workspace.scenarios.keys()];
    return refuse(problem('unknown-scenario', `There is no scenario "${name}".`, { expected }));
  }

  const others = (name: string) => [...workspace.scenarios.values()].filter((one) => one.name !== name);
  const placeOf = (name: string) => [...workspace.scenarios.keys()].indexOf(name);

  return {
    'scenarios.put': ({ scenario: given, replaces, at }) => {
      const read = readScenario(given);
      if (!read.ok) return read;
      const scenario = read.value;
      const replaced = find(replaces ?? scenario.name);
      if (!replaced.ok && replaces !== undefined) return replaced;
      const before = replaced.ok ? replaced.value.name : null;
      const isRenamed = before !== null && before !== scenario.name;
      if (isRenamed && workspace.scenarios.has(scenario.name)) {
        const errors = [{ pointer: '/name', detail: 'another scenario has this name' }];
        return refuse(problem('conflict', `There is a scenario "${scenario.name}" already.`, { errors }));
      }
      if (isRenamed && before === defaultScenario.name) return refuse(defaultStays('have another name'));
      if (at === undefined && replaced.ok && sameScenario(replaced.value, scenario)) return replaced;
      const rest = others(before ?? scenario.name);
      changeScenarios(
        parts,
        before === null ? `new scenario ${scenario.name}` : `change of scenario ${before}`,
        rest.toSpliced(at ?? (before === null ? rest.length : placeOf(before)), 0, scenario),
        isRenamed ? { from: before, to: scenario.name } : null,
      );
      return accept(scenario);
    },

    'scenarios.remove': ({ name }) => {
      const found = find(name);
      if (!found.ok) return found;
      if (name === defaultScenario.name) return refuse(defaultStays('be removed'));
      changeScenarios(parts, `delete of scenario ${name}`, others(name));
      return accept(null);
    },

    'scenarios.move': ({ name, to }) => {
      const found = find(name);
      if (!found.ok) return found;
      if (placeOf(name) === to) return accept(null);
      changeScenarios(parts, `move of scenario ${name}`, others(name).toSpliced(to, 0, found.value));
      return accept(null);
    },

    'scenarios.export': ({ names }) => {
      const wanted = names ?? [...workspace.scenarios.keys()];
      const found: Scenario[] = [];
      for (const name of new Set(wanted)) {
        const one = find(name);
        if (!one.ok) return one;
        found.push(one.value);
      }
      const title = names?.length === 1 ? found[0]?.name : `${workspace.title} scenarios`;
      return accept({ file: `${title}.json`, text: encodeScenarioFile(found) });
    },

    'scenarios.dryRun': ({ scenario, request: { method, target: address, headers }, times }) => {
      const run = typeof scenario === 'string' ? runOf(scenario) : startRun(scenario);
      if (!run.ok) return run;
      const parsed = parseTarget(address);
      if (!parsed.ok) return parsed;
      const { path, query } = parsed.value;
      const lines = headers.flat();
      const request = { method, path, query, header: (name: string) => headerValue(lines, name) };
      const target = targetOf(path);
      const rehearsals = run.value.preview(request, target, workspace.now, times);
      return accept<DryRun>({
        target,
        requests: rehearsals.map(({ outcome, verdicts }) => ({
          rules: verdicts,
          delivery: outcome.delivery,
          status: statusOf(outcome.answer),
        })),
      });
    },
  };

  function runOf(name: string): Result<ScenarioRun> {
    const found = find(name);
    return found.ok ? accept(workspace.runs.find(name) ?? new ScenarioRun(found.value)) : found;
  }
}

function startRun(given: Scenario | JsonObject): Result<ScenarioRun> {
  const read = readScenario(given);
  return read.ok ? accept(new ScenarioRun(read.value)) : read;
}

/** Reads what came as JSON, and says at which members it does not fit. */
function readScenario(given: Scenario | JsonObject): Result<Scenario> {
  const faults: Fault[] = [];
  const scenario = decodeScenario(CheckedCursor.over(given as JsonObject, faults));
  const errors = faults.map(({ pointer, reason }) => ({ pointer: formatPointer(pointer), detail: reason }));
  const [first] = errors;
  if (!first) return accept(scenario);
  const where = first.pointer === '' ? 'it' : first.pointer;
  return refuse(problem('invalid-scenario', `The scenario cannot be used: at ${where}, ${first.detail}.`, { errors }));
}

function statusOf(answer: RuleOutcome['answer']): number | null {
  if (answer === null || answer.kind === 'fault') return null;
  return answer.kind === 'answer' ? answer.status : 429;
}

function defaultStays(what: string) {
  return problem('conflict', `The scenario "${defaultScenario.name}" is in every workspace and cannot ${what}.`);
}
