import { expect, test } from 'vitest';
import {
  completeExpectation,
  type DeclaredExpectation,
  type Expectation,
} from '../../../../server/domain/verification/expectation.ts';

function complete(declared: readonly DeclaredExpectation[]) {
  const before: Expectation[] = [];
  for (const one of declared) {
    const completed = completeExpectation(one, before);
    if (!completed.ok) return completed.problem;
    before.push(completed.value);
  }
  return before.map(({ name }) => name);
}

test('a missing name is generated from the pattern and the count, and is unique', () => {
  expect(
    complete([
      { method: 'GET', path: '/users/{id}' },
      { method: 'GET', path: '/users/{id}' },
      { count: { exactly: 0 } },
      { path: '/a', count: { atMost: 2 }, session: 'one' },
      { path: '/a', count: { atMost: 2 }, session: 'two' },
    ]),
  ).toEqual([
    'GET /users/{id}, at least 1 request',
    'GET /users/{id}, at least 1 request (2)',
    'any method any path, exactly 0 requests',
    'any method /a, at most 2 requests',
    'any method /a, at most 2 requests',
  ]);
});

test('refuses a name that the session already uses', () => {
  expect(complete([{ name: 'a' }, { name: 'a', session: 'one' }])).toEqual(['a', 'a']);
  expect(complete([{ name: 'a' }, { name: 'a' }])).toMatchObject({ member: 'name' });
});

test('after must name an earlier expectation of the same session', () => {
  expect(complete([{ name: 'a' }, { name: 'b', after: 'a' }])).toEqual(['a', 'b']);
  expect(complete([{ name: 'a', after: 'a' }])).toMatchObject({ member: 'after' });
  expect(complete([{ name: 'a' }, { name: 'b', after: 'a', session: 'one' }])).toMatchObject({ member: 'after' });
});
