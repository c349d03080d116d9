import type { MockRequest } from '../request/mock-request.ts';
import { noPreferences } from '../request/prefer.ts';
import type { EvaluatedScenario } from '../response/evaluate-scenario.ts';
import { Exchange } from '../response/exchange.ts';
import type { ScenarioExplanation } from '../response/explanation.ts';
import type { MockResponse } from '../response/mock-response.ts';
import type { MockContext } from '../session/context.ts';
import { routeOf } from './endpoints.ts';

/** A response of a scenario that is not sent. */
export interface DryResponse extends Pick<MockResponse, 'status' | 'headers' | 'body'> {
  /** The values that the rule puts in, by their names in its template. */
  readonly values: NonNullable<ScenarioExplanation['values']>;
}

/** The response that the rules of a scenario would give a request; null if the mock API would respond, or nobody. */
export function dryResponse(
  context: MockContext,
  request: MockRequest,
  evaluated: EvaluatedScenario,
): DryResponse | null {
  const { response: given } = evaluated.outcome;
  if (given === null || given.kind === 'fault') return null;
  const controls = {
    scenario: request.scenario,
    preferences: noPreferences,
    problem: null,
    chosenBy: 'console',
  } as const;
  const exchange = new Exchange(context, request, (path) => routeOf(context, path), controls, evaluated);
  const response = exchange.earlyResponse();
  return response && { ...response, values: exchange.insertedValues };
}
