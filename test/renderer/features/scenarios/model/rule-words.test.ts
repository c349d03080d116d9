import { expect, test } from 'vitest';
import { describeCondition, isUnrestricted } from '../../../../../renderer/features/scenarios/model/rule-words.ts';
import type { RuleCondition } from '../../../../../server/domain/scenario/scenario.ts';

const cases: readonly (readonly [RuleCondition, string])[] = [
  [{}, 'every request'],
  [{ method: 'GET', path: '/users/{id}' }, 'GET /users/{id}'],
  [{ id: '42', occurrence: { kind: 'first', count: 1, per: 'record' } }, 'record 42, the first request to each record'],
  [{ query: { page: '2', q: null }, headers: { Accept: null, 'X-A': '1' } }, '?page=2, ?q, Accept, X-A: 1'],
  [{ occurrence: { kind: 'first', count: 3 } }, 'the first 3 requests'],
  [{ occurrence: { kind: 'every', count: 4 } }, 'every 4th request'],
  [{ occurrence: { kind: 'percent', count: 25 } }, '25 % of requests'],
];

test('a rule without a demand on the request is unrestricted, except for the status of a user, which names the user', () => {
  const delay = { kind: 'delay', milliseconds: 5 } as const;
  expect(isUnrestricted({ when: {}, then: delay })).toBe(true);
  expect(isUnrestricted({ when: { occurrence: { kind: 'nth', count: 3 } }, then: delay })).toBe(true);
  expect(isUnrestricted({ when: { id: '42' }, then: delay })).toBe(false);
  expect(isUnrestricted({ when: {}, then: { kind: 'user-status', userId: '42', status: 'inactive' } })).toBe(false);
});

test.each(cases)('%j reads: %s', (condition, words) => {
  expect(describeCondition(condition)).toBe(words);
});
