import { expect, test } from 'vitest';
import { noRoute } from '../../../../server/domain/endpoints/endpoint.ts';
import type { MockRequest } from '../../../../server/domain/request/mock-request.ts';
import type { MockResponse } from '../../../../server/domain/response/mock-response.ts';
import type { RuleEffect } from '../../../../server/domain/scenario/scenario.ts';
import type { MockContext } from '../../../../server/domain/session/context.ts';
import { contextOf } from '../openapi/arbitrary-context.ts';
import { scenariosOf } from '../scenario/scenarios-of.ts';

function requestWith(headers: Readonly<Record<string, string>>): MockRequest {
  return {
    method: 'GET',
    isSecure: false,
    path: '/nowhere',
    query: '',
    header: (name) => headers[name],
    scenario: 'Rule',
    body: undefined,
  };
}

function responseTo(context: MockContext, headers: Readonly<Record<string, string>>): MockResponse {
  const response = noRoute(context, requestWith(headers), []);
  if (!('status' in response)) throw new Error('The response is unfinished work');
  return response;
}

/** A context with a scenario named Rule, which has one rule. */
function contextWith(then: RuleEffect): MockContext {
  const scenario = { name: 'Rule', description: '', rules: [{ when: {}, then }] };
  return { ...contextOf([]), ...scenariosOf(scenario) };
}

test('headers of a rule replace those of the same name, ignoring case', () => {
  const headers = { 'content-type': 'text/plain', 'CACHE-CONTROL': 'max-age=60', 'X-Own': '1' };
  const response = responseTo(contextWith({ kind: 'answer', status: 200, headers, body: 'tea' }), {});
  expect(response.headers).toEqual({ ...headers, Vary: 'Prefer, X-Mock-Scenario, X-Mock-Session' });
  expect(response.body).toBe('"tea"');
});

test('a rule without a body sends no body and no Content-Type', () => {
  const response = responseTo(contextWith({ kind: 'answer', status: 204 }), {});
  expect([response.status, response.body, Object.keys(response.headers)]).toEqual([
    204,
    null,
    ['Cache-Control', 'Vary'],
  ]);
});

test('a bad header wins over a rule, a rule over a preference, a preference over the endpoint', () => {
  const down = contextWith({ kind: 'answer', status: 503 });
  const quiet = contextWith({ kind: 'delay', milliseconds: 5 });
  const statuses = (context: MockContext, headers: Readonly<Record<string, string>>) =>
    responseTo(context, headers).status;
  expect(statuses(down, { 'x-mock-scenario': 'Nothing', prefer: 'code=418' })).toBe(400);
  expect(statuses(down, { prefer: 'code=1' })).toBe(400);
  expect(statuses(down, { prefer: 'code=418' })).toBe(503);
  expect(statuses(quiet, { prefer: 'code=418' })).toBe(418);
  expect(statuses(quiet, {})).toBe(404);
  expect(responseTo(quiet, {}).delivery.delay).toBe(5);
});

test('an explanation names the scenario, who chose it, the rules and the reason', () => {
  const context = contextWith({ kind: 'delay', milliseconds: 5 });
  const headers = { 'x-mock-scenario': 'Rule' };
  const recorded = { ...requestWith(headers), body: undefined, responseHeader: () => undefined };
  expect(responseTo(context, headers).explainer.explain(recorded)).toEqual({
    route: { pattern: null, collection: null, id: null },
    scenario: { name: 'Rule', chosenBy: 'request', rules: [{ index: 0, effect: 'delayed 5 ms' }] },
    conditions: [],
    record: null,
    query: null,
    patch: null,
    verdict: 'No endpoint has this path. GET / lists the collections.',
  });
});
