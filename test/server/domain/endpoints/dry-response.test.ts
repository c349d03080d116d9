import { expect, test } from 'vitest';
import { dryResponse } from '../../../../server/domain/endpoints/dry-response.ts';
import { routeOf } from '../../../../server/domain/endpoints/endpoints.ts';
import type { RuleEffect } from '../../../../server/domain/scenario/scenario.ts';
import { mockOf, requestOf } from './ask.ts';

/** What the rule of a scenario would answer. */
function dry(effect: RuleEffect, line: string, headers: Readonly<Record<string, string>> = {}) {
  const context = mockOf({ users: [{ id: '42', name: 'Ada' }] }, {}, effect);
  const request = requestOf(line, { headers });
  const run = context.runs.find(context.runs.active);
  if (!run) throw new Error('There is no scenario');
  const outcome = run.evaluate(request, routeOf(context, request.path), context.now);
  return dryResponse(context, request, { scenario: run.scenario, outcome });
}

test('the response of a rule is given with the values that it puts in', () => {
  const effect: RuleEffect = {
    ...{ kind: 'answer', status: 418, headers: { 'X-For': '{id}' }, substitute: true },
    body: { of: '{id}', name: '{record./name}' },
  };
  const found = dry(effect, 'GET /api/users/42');
  expect(found).toMatchObject({ status: 418, headers: { 'X-For': '42' } });
  expect(JSON.parse(String(found?.body))).toEqual({ of: '42', name: 'Ada' });
  expect(found?.values).toEqual(
    expect.arrayContaining([
      { name: 'id', value: '42' },
      { name: 'record./name', value: 'Ada' },
    ]),
  );
});

test('a rule that puts in nothing gives no values', () => {
  expect(dry({ kind: 'answer', status: 418 }, 'GET /')).toMatchObject({ status: 418, body: null, values: [] });
});

test('the limit of a rate answers too, and a preference of the request does not count', () => {
  const limit: RuleEffect = { kind: 'rate-limit', requests: 0, seconds: 60 };
  expect(dry(limit, 'GET /', { prefer: 'code=503' })).toMatchObject({ status: 429, headers: { 'Retry-After': '60' } });
});

test.each<RuleEffect>([
  { kind: 'delay', milliseconds: 5 },
  { kind: 'fault', fault: 'reset' },
])('a rule such as %j gives no response', (effect) => {
  expect(dry(effect, 'GET /', { prefer: 'code=503' })).toBeNull();
});
