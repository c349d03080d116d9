import { expect, test } from 'vitest';
import {
  completeExpectation,
  type DeclaredExpectation,
  type Expectation,
  withFollowing,
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

test('a refusal names the expectation', () => {
  expect(complete([{ name: 'a' }, { name: 'a' }])).toEqual({
    member: 'name',
    reason: 'another expectation of the session is already called "a"',
  });
  expect(complete([{ name: 'b', after: 'a' }])).toEqual({
    member: 'after',
    reason: 'no earlier expectation of the same session is called "a"',
  });
});

test('generated names go on counting', () => {
  expect(complete([{}, {}, {}])).toEqual([
    'any method any path, at least 1 request',
    'any method any path, at least 1 request (2)',
    'any method any path, at least 1 request (3)',
  ]);
});

test('an expectation is found with all that come after it in its session', () => {
  const count = { atLeast: 1 };
  const expectations: readonly Expectation[] = [
    { name: 'a', count },
    { name: 'b', count, after: 'a' },
    { name: 'c', count, after: 'b' },
    { name: 'd', count },
    { name: 'e', count, after: 'd' },
    { name: 'a', count, session: 's' },
    { name: 'f', count, session: 's', after: 'a' },
  ];
  const found = (name: string, session?: string) =>
    withFollowing(expectations, { name, ...(session !== undefined && { session }) }).map((one) => one.name);
  expect(found('a')).toEqual(['a', 'b', 'c']);
  expect(found('b')).toEqual(['b', 'c']);
  expect(found('c')).toEqual(['c']);
  expect(found('a', 's')).toEqual(['a', 'f']);
  expect(found('d', 's')).toEqual([]);
});
