import { type Problem, problem } from '../basics/problem.ts';
import type { MockRequest } from '../request/mock-request.ts';
import { noEffect, type RuleOutcome } from '../scenario/rule-outcome.ts';
import { defaultScenario, type Scenario } from '../scenario/scenario.ts';
import type { MockContext } from '../session/context.ts';
import type { RouteOf, ScenarioExplanation } from './explanation.ts';

/** The scenario of a request and the outcome of its rules. */
export interface EvaluatedScenario {
  readonly scenario: Scenario;
  readonly chosenBy: ScenarioExplanation['chosenBy'];
  readonly outcome: RuleOutcome;
  /** `bad-header` for an unknown scenario; the default scenario replaces it. */
  readonly problem: Problem | null;
}

/**
 * Chooses the scenario of a request (its X-Mock-Scenario header, else the active one at its arrival) and evaluates the
 * rules. This counts the request: a second evaluation may have another outcome.
 */
export function evaluateScenario(context: MockContext, request: MockRequest, routeOf: RouteOf): EvaluatedScenario {
  const { runs } = context;
  const chosen = request.header('x-mock-scenario');
  const run =
    chosen === undefined
      ? (runs.find(request.scenario) ?? runs.find(runs.active))
      : (runs.find(chosen) ?? runs.find(decoded(chosen)));
  const isInSession = chosen === undefined && request.header('x-mock-session') !== undefined;
  return {
    scenario: run?.scenario ?? defaultScenario,
    chosenBy: chosen !== undefined ? 'request' : isInSession ? 'session' : 'console',
    outcome: run?.hasRules ? run.evaluate(request, routeOf(request.path), context.now) : noEffect,
    problem: run ? null : unknownScenario(context, chosen ?? request.scenario),
  };
}

function unknownScenario({ scenarios }: MockContext, name: string): Problem {
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
