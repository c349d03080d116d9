import { expect, test } from 'vitest';
import { applyRules, untouched } from '../../../../server/domain/scenario/applied-scenario.ts';
import type { Rule } from '../../../../server/domain/scenario/scenario.ts';

function apply(rules: readonly Rule[], subject: Partial<Parameters<typeof applyRules>[1]> = {}) {
  const scenario = { name: 'Test', description: '', rules };
  return applyRules(scenario, { method: 'GET', path: '/users/42', id: '42', ...subject });
}

const slow: Rule = { when: {}, then: { kind: 'delay', milliseconds: 100 } };
const down: Rule = { when: {}, then: { kind: 'answer', status: 503 } };

test('a scenario without rules touches nothing', () => {
  expect(apply([])).toBe(untouched);
});

test('delays add up and the first answer wins', () => {
  const gone: Rule = { when: {}, then: { kind: 'answer', status: 410 } };
  expect(apply([slow, down, slow, gone])).toEqual({
    rules: [0, 1, 2],
    delay: 200,
    answer: down.then,
    statuses: null,
  });
});

test('of two statuses for one user the first wins', () => {
  const status = (userId: string, value: string): Rule => ({
    when: {},
    then: { kind: 'user-status', userId, status: value },
  });
  const outcome = apply([status('42', 'inactive'), status('42', 'active'), status('7', 'active')]);
  expect(outcome.rules).toEqual([0, 2]);
  expect(outcome.statuses).toEqual(
    new Map([
      ['42', 'inactive'],
      ['7', 'active'],
    ]),
  );
});

test.each<[Rule['when'], boolean]>([
  [{ method: 'GET' }, true],
  [{ method: 'PATCH' }, false],
  [{ id: '42' }, true],
  [{ id: '43' }, false],
  [{ path: '/users/42' }, true],
  [{ path: '/users/{userId}' }, true],
  [{ path: '/users' }, false],
  [{ path: '/users/42/' }, false],
  [{ path: '/{any}' }, false],
  [{ path: '/users/**' }, true],
  [{ path: '/users/42/**' }, true],
  [{ path: '/**' }, true],
  [{ path: '/api/**' }, false],
  [{ method: 'GET', path: '/users/**', id: '43' }, false],
])('the condition %j holds: %s', (when, holds) => {
  expect(apply([{ when, then: down.then }]).answer !== null).toBe(holds);
});
