import { type Problem, problem } from '../basics/problem.ts';
import type { MockRequest } from '../request/mock-request.ts';
import { noPreferences, type Preferences, parsePrefer } from '../request/prefer.ts';
import type { RuleCounters } from '../scenario/rule-counters.ts';
import { noEffect, type RuleOutcome } from '../scenario/rule-outcome.ts';
import { defaultScenario, type Scenario } from '../scenario/scenario.ts';
import type { MockContext } from '../session/context.ts';
import { readSessionName } from '../session/session-name.ts';
import type { RouteOf, ScenarioExplanation } from './explanation.ts';

/** The headers of a request that control the mock. */
export interface Controls {
  /** The name of the scenario; undefined for an unknown one. */
  readonly scenario: string | undefined;
  readonly chosenBy: ScenarioExplanation['chosenBy'];
  readonly preferences: Preferences;
  /** The problem of the first invalid header, or null. */
  readonly problem: Problem | null;
}

/** The scenario of a request and the outcome of its rules. */
export interface EvaluatedScenario {
  /** The default scenario replaces an unknown one. */
  readonly scenario: Scenario;
  readonly outcome: RuleOutcome;
}

/** Reads the headers that control the mock. The scenario is that of X-Mock-Scenario, else the active one at the arrival. */
export function readControls(context: MockContext, request: MockRequest): Controls {
  const chosen = request.header('x-mock-scenario');
  const scenario = scenarioName(context, chosen, request.scenario);
  const named = request.header('x-mock-session');
  const session = readSessionName(named);
  const prefer = parsePrefer(request.header('prefer'));
  let problem = prefer.ok ? null : prefer.problem;
  if (scenario === undefined) problem = unknownScenario(context.scenarios, chosen ?? request.scenario);
  if (!session.ok) problem = session.problem;
  return {
    scenario,
    chosenBy: chosen !== undefined ? 'request' : named !== undefined ? 'session' : 'console',
    preferences: prefer.ok ? prefer.value : noPreferences,
    problem,
  };
}

/**
 * Evaluates the rules of a request's scenario. This counts the request: a second evaluation may have another outcome, unless
 * instances count it together. A request that is refused for its headers is not counted.
 */
export function evaluateScenario(
  { runs, now, outcomes }: MockContext,
  request: MockRequest,
  routeOf: RouteOf,
  { scenario, problem }: Controls,
): EvaluatedScenario {
  const run = scenario === undefined ? undefined : runs.find(scenario);
  let outcome = noEffect;
  if (problem === null && run?.hasRules) {
    const evaluate = (counters?: RuleCounters) => run.evaluate(request, routeOf(request.path), now, counters);
    outcome = outcomes ? outcomes.of(request, run.scenario.name, evaluate) : evaluate();
  }
  return { scenario: run?.scenario ?? defaultScenario, outcome };
}

function scenarioName({ scenarios, runs }: MockContext, chosen: string | undefined, atArrival: string) {
  const name = chosen ?? atArrival;
  if (scenarios.has(name)) return name;
  const other = chosen === undefined ? runs.active : decoded(chosen);
  return scenarios.has(other) ? other : undefined;
}

function unknownScenario(scenarios: MockContext['scenarios'], name: string): Problem {
  const expected = [...scenarios.keys()];
  return problem('bad-header', `There is no scenario "${name}".`, { header: 'X-Mock-Scenario', expected });
}

/** Most clients send only ASCII in headers, so a scenario's name may be percent-encoded. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
