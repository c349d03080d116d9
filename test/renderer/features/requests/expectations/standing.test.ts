import { expect, test } from 'vitest';
import { standingOf } from '../../../../../renderer/features/requests/expectations/standing.ts';
import type { RequestCount } from '../../../../../server/domain/verification/expectation.ts';
import type { ExpectationResult, Outcome } from '../../../../../server/domain/verification/result.ts';

function standing(outcome: Outcome, matched: number, count: RequestCount, failed = 0) {
  const expectation = { name: 'reads', method: 'GET', path: '/users', count };
  return standingOf({ expectation, outcome, matched, failed } as ExpectationResult);
}

test('a count that further requests may reach is awaited', () => {
  expect(standing('not-met', 0, { exactly: 1 })).toBe('awaited');
  expect(standing('not-met', 2, { atLeast: 3 })).toBe('awaited');
});

test('a count that is exceeded can no longer be met', () => {
  expect(standing('not-met', 2, { exactly: 1 })).toBe('not-met');
  expect(standing('not-met', 1, { atMost: 0 })).toBe('not-met');
});

test('an expectation that requests met without success says so', () => {
  expect(standing('met', 2, { exactly: 2 }, 1)).toBe('met-by-errors');
  expect(standing('not-met', 2, { exactly: 1 }, 1)).toBe('not-met');
});

test('other outcomes stay', () => {
  expect(standing('met', 1, { exactly: 1 })).toBe('met');
  expect(standing('unknown', 0, { exactly: 1 })).toBe('unknown');
});
