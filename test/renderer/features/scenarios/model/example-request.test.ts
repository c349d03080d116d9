import { expect, test } from 'vitest';
import { exampleRequest } from '../../../../../renderer/features/scenarios/model/example-request.ts';
import { matchesPath } from '../../../../../server/domain/scenario/rule-match.ts';
import type { Rule, RuleCondition, RuleEffect } from '../../../../../server/domain/scenario/scenario.ts';

const delay: RuleEffect = { kind: 'delay', milliseconds: 1 };

test.each<[RuleCondition, RuleEffect, string]>([
  [{}, delay, 'GET /users/42'],
  [{ id: '7' }, delay, 'GET /users/7'],
  [{ method: 'PUT', path: '/api/orders/{id}' }, delay, 'PUT /api/orders/42'],
  [{ path: '/api/orders/{id}', id: '1001' }, delay, 'GET /api/orders/1001'],
  [{ path: '/api/orders' }, delay, 'GET /api/orders'],
  [{ path: '/api/**' }, delay, 'GET /api/users/42'],
  [{ path: '/**' }, delay, 'GET /users/42'],
  [{ path: '/users/**' }, delay, 'GET /users/42'],
  [{ path: '/api/orders/**' }, delay, 'GET /api/orders/42'],
  [{ path: '/api/orders', query: { status: 'paid', page: null } }, delay, 'GET /api/orders?status=paid&page=1'],
  [{}, { kind: 'user-status', userId: '43', status: 'inactive' }, 'GET /users/43'],
  [{}, { kind: 'ghost-write' }, 'PATCH /api/users/42'],
])('the example of %j and %j is %s', (when, then, request) => {
  const { method, target } = exampleRequest({ when, then });
  expect(`${method} ${target}`).toBe(request);
  if (when.path !== undefined) expect(matchesPath(when.path, target.replace(/\?.*/, ''))).toBe(true);
});

test('an example has the headers of its rule; without a rule it is the user 42', () => {
  const rule: Rule = { when: { headers: { 'X-A': 'b', Accept: null } }, then: delay };
  expect(exampleRequest(rule).headers).toBe('X-A: b; Accept: 1');
  expect(exampleRequest(undefined)).toEqual({ method: 'GET', target: '/users/42', headers: '' });
});
