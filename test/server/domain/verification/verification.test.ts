import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Secrets } from '../../../../server/domain/request/secrets.ts';
import { completeExpectation, type DeclaredExpectation } from '../../../../server/domain/verification/expectation.ts';
import { Verification } from '../../../../server/domain/verification/verification.ts';
import { rounds } from '../../../support/rounds.ts';
import { arbitraryExpectations, arbitraryRequests, received, type SentRequest } from './arbitrary-expectations.ts';
import { referenceOutcomes } from './reference-verification.ts';

const fromTheStart = { first: 1, lost: 0 };

function verificationOf(...declared: readonly DeclaredExpectation[]): Verification {
  const verification = new Verification();
  for (const one of declared) {
    const completed = completeExpectation(one, verification.expectations);
    if (!completed.ok) throw new Error(completed.problem.reason);
    verification.declare(completed.value, fromTheStart, []);
  }
  return verification;
}

function sent(id: number, more: Partial<SentRequest> = {}) {
  return received({ id, method: 'GET', path: '/a', query: '', headers: {}, body: { kind: 'none' }, ...more });
}

test('outcomes equal those of the definition for requests that end in any order', () => {
  const ends = fc.array(fc.nat(1000), { minLength: 30, maxLength: 30 });
  fc.assert(
    fc.property(arbitraryExpectations, arbitraryRequests, ends, (expectations, requests, delays) => {
      const verification = new Verification();
      for (const expectation of expectations) verification.declare(expectation, fromTheStart, []);
      for (const { id } of requests) verification.began(id);
      const delayOf = ({ id }: SentRequest) => delays[id - 1] ?? 0;
      for (const request of requests.toSorted((a, b) => delayOf(a) - delayOf(b))) verification.ended(received(request));
      const outcomes = verification.results().map(({ outcome }) => outcome);
      expect(outcomes).toEqual(referenceOutcomes(expectations, requests));
    }),
    { numRuns: rounds(1000) },
  );
});

test('requests before the declaration count like those after it', () => {
  fc.assert(
    fc.property(arbitraryExpectations, arbitraryRequests, fc.nat(30), (expectations, requests, cut) => {
      const verification = new Verification();
      const past = requests.slice(0, cut).map(received);
      for (const expectation of expectations) verification.declare(expectation, fromTheStart, past);
      for (const request of requests.slice(cut)) verification.ended(received(request));
      const outcomes = verification.results().map(({ outcome }) => outcome);
      expect(outcomes).toEqual(referenceOutcomes(expectations, requests));
    }),
  );
});

test('names near misses, the closest first, with their differences', () => {
  const verification = verificationOf({
    method: 'PATCH',
    path: '/api/users/{id}',
    body: { status: 'active', tags: ['a'] },
  });
  const body = (value: Record<string, string | string[]>) => ({ body: { kind: 'json', value } as const });
  verification.ended(sent(1, { path: '/elsewhere' }));
  verification.ended(sent(2, { method: 'PATCH', path: '/api/users', ...body({ status: 'active', tags: ['a'] }) }));
  verification.ended(sent(3, { method: 'PATCH', path: '/api/users/1', ...body({ status: 'inactive', tags: [] }) }));
  verification.ended(sent(4, { method: 'PATCH', path: '/api/users/1', body: { kind: 'other' } }));
  const [result] = verification.results();
  expect(result).toMatchObject({
    outcome: 'not-met',
    verdict: 'Expected at least 1 request; none matched.',
    nearMisses: [
      {
        id: 4,
        differences: [{ pointer: '/body', expected: 'an object', got: 'a body that is not JSON' }],
      },
      { id: 2, differences: [{ pointer: '/path', expected: '/api/users/{id}', got: '/api/users' }] },
      {
        id: 3,
        differences: [
          { pointer: '/body/status', expected: '"active"', got: '"inactive"' },
          { pointer: '/body/tags', expected: 'an array of 1 element', got: 'an array of 0 elements' },
        ],
      },
    ],
  });
  expect(result?.nearMisses).toHaveLength(3);
  verification.ended(sent(5, { path: '/api/products' }));
  expect(verification.results()[0]?.nearMisses).toHaveLength(3);
});

test('compares a secret header without naming its value', () => {
  const verification = verificationOf({ headers: { Authorization: 'Bearer right' }, path: '/a' });
  verification.ended(sent(1, { headers: { authorization: 'Bearer wrong' } }));
  expect(JSON.stringify(verification.results()[0]?.nearMisses)).not.toMatch(/wrong|right/);
  verification.ended(sent(2, { headers: { authorization: 'Bearer right' } }));
  expect(verification.results()).toMatchObject([{ outcome: 'met', requests: [2] }]);
});

test('names no values of secret parameters and members, also with the names of the workspace', () => {
  const secrets = new Secrets(['pin']);
  const verification = new Verification(() => secrets);
  const body = { user: 'a', password: 'right', card: { pin: 1111 }, token: { value: 'right' } };
  const expectation = { name: 'login', path: '/a', query: { pin: '1111' }, count: { exactly: 1 }, body } as const;
  verification.declare(expectation, { first: 1, lost: 0 }, []);
  const wrong = { user: 'b', password: 'wrong', card: { pin: 2222 }, token: { value: 'wrong' } };
  verification.ended(sent(1, { query: 'pin=2222', body: { kind: 'json', value: wrong } }));
  const misses = JSON.stringify(verification.results()[0]?.nearMisses);
  expect(misses).not.toMatch(/wrong|right|1111|2222/);
  expect(misses).toContain('/body/card/pin');
  expect(misses).toContain('/query/pin');
});

test('tells a secret that is missing from another one', () => {
  const expected = [{ query: { token: 'a' } }, { headers: { Authorization: 'b' } }, { body: { password: 'c' } }];
  const differences = (more: Partial<SentRequest>) => {
    const verification = verificationOf(...expected.map((one) => ({ path: '/a', ...one })));
    verification.ended(sent(1, more));
    return verification.results().map(({ nearMisses }) => nearMisses[0]?.differences[0]?.got);
  };
  const other = { query: 'token=x', headers: { authorization: 'x' } };
  expect(differences({ ...other, body: { kind: 'json', value: { password: 'x' } } })).toEqual(
    Array(3).fill('another value'),
  );
  expect(differences({ body: { kind: 'json', value: {} } })).toEqual(Array(3).fill('nothing'));
});

test('names no value of a JSON Patch operation on a secret', () => {
  const operation = (value: string) => [{ op: 'replace', path: '/login/password', value }];
  const verification = verificationOf({ path: '/a', body: operation('right') });
  verification.ended(sent(1, { body: { kind: 'json', value: operation('wrong') } }));
  const misses = JSON.stringify(verification.results()[0]?.nearMisses);
  expect(misses).not.toMatch(/wrong|right/);
  expect(misses).toContain('/body/0/value');
});

test('names the order as the difference of a request that came too early', () => {
  const verification = verificationOf({ name: 'read', method: 'GET' }, { name: 'write', method: 'PUT', after: 'read' });
  verification.ended(sent(1, { method: 'PUT' }));
  verification.ended(sent(2));
  expect(verification.results()[1]).toMatchObject({
    outcome: 'not-met',
    nearMisses: [{ id: 1, differences: [{ pointer: '/after', expected: 'after "read" was met', got: 'before' }] }],
  });
});

test('a request that never ends delays only a limited number of others', () => {
  const verification = verificationOf({ count: { exactly: 5000 } });
  for (let id = 1; id <= 5001; id += 1) verification.began(id);
  for (let id = 2; id <= 5001; id += 1) verification.ended(sent(id));
  expect(verification.results()).toMatchObject([{ outcome: 'met', matched: 5000 }]);
  expect(verification.results()[0]?.requests).toHaveLength(100);
  verification.ended(sent(1));
  expect(verification.results()).toMatchObject([{ outcome: 'not-met', matched: 5001 }]);
});

test('dropped requests leave the outcome unknown unless enough others matched', () => {
  const outcomeAfter = (count: DeclaredExpectation['count'], requests: number) => {
    const verification = new Verification();
    verification.declare({ name: 'any', count: count ?? { atLeast: 1 } }, { first: 3, lost: 2 }, []);
    for (let id = 3; id < 3 + requests; id += 1) verification.ended(sent(id));
    return verification.results()[0]?.outcome;
  };
  expect(outcomeAfter({ atLeast: 1 }, 0)).toBe('unknown');
  expect(outcomeAfter({ atLeast: 1 }, 1)).toBe('met');
  expect(outcomeAfter({ atLeast: 3 }, 0)).toBe('not-met');
  expect(outcomeAfter({ atMost: 1 }, 0)).toBe('unknown');
  expect(outcomeAfter({ atMost: 2 }, 0)).toBe('met');
  expect(outcomeAfter({ exactly: 2 }, 1)).toBe('unknown');
});

test('removes the expectations that depend on a removed one', () => {
  const verification = verificationOf(
    { name: 'a' },
    { name: 'b', after: 'a' },
    { name: 'c', after: 'b' },
    { name: 'd' },
  );
  verification.remove(({ name }) => name === 'a');
  expect(verification.expectations.map(({ name }) => name)).toEqual(['d']);
});

test('requests of which nothing is known leave the outcome unknown, also that of a following expectation', () => {
  const verification = verificationOf({ name: 'a', count: { exactly: 2 } }, { name: 'b', method: 'PUT', after: 'a' });
  const outcomes = () => verification.results().map(({ outcome, unknown }) => [outcome, unknown]);
  verification.lose(1, 5);
  expect(outcomes()).toEqual([
    ['not-met', 1],
    ['unknown', 1],
  ]);
  verification.lose(1, 7);
  expect(outcomes()).toEqual([
    ['unknown', 2],
    ['unknown', 2],
  ]);
  verification.ended(sent(7, { method: 'PUT' }));
  expect(outcomes()).toEqual([
    ['unknown', 2],
    ['unknown', 3],
  ]);
});

test('expectations can be arranged, and each still follows the one that must be met before it', () => {
  const verification = verificationOf(
    { name: 'a' },
    { name: 'b', after: 'a' },
    { name: 'c' },
    { name: 'c', session: 's' },
    { name: 'd' },
  );
  verification.ended(sent(1));
  const names = () => verification.expectations.map(({ name, session = '' }) => session + name);
  verification.arrange([{ name: 'c', session: 's' }, { name: 'b' }, { name: 'gone' }, { name: 'd' }]);
  expect(names()).toEqual(['sc', 'a', 'b', 'd', 'c']);
  expect(verification.results().map(({ matched }) => matched)).toEqual([0, 1, 0, 1, 1]);
  verification.arrange([]);
  expect(names()).toEqual(['sc', 'a', 'b', 'd', 'c']);
});

test('counts the matching requests with an error response', () => {
  const verification = verificationOf({ path: '/a' });
  const statuses = [200, 399, 400, 503, null];
  for (const [index, status] of statuses.entries()) verification.ended({ ...sent(index + 1), status });
  verification.ended({ ...sent(9, { path: '/b' }), status: 500 });
  expect(verification.results()).toMatchObject([{ matched: 5, failed: 2 }]);
});

test('keeps the five closest near misses, of equally close ones the later', () => {
  const verification = verificationOf({ method: 'GET', path: '/a', query: { p: '1', q: '1' } });
  const ids = () => verification.results()[0]?.nearMisses.map(({ id }) => id);
  for (let id = 1; id <= 4; id += 1) verification.ended(sent(id));
  expect(ids()).toEqual([4, 3, 2, 1]);
  for (let id = 5; id <= 6; id += 1) verification.ended(sent(id, { query: 'p=1' }));
  expect(ids()).toEqual([6, 5, 4, 3, 2]);
  for (let id = 7; id <= 11; id += 1) verification.ended(sent(id, { query: 'q=1' }));
  expect(ids()).toEqual([11, 10, 9, 8, 7]);
  verification.ended(sent(12));
  expect(ids()).toEqual([11, 10, 9, 8, 7]);
});

test('a request counts only for expectations that begin before it, also one of the past', () => {
  const verification = new Verification();
  const past = [sent(1), sent(2), sent(3)];
  verification.declare({ name: 'late', count: { atLeast: 1 } }, { first: 3, lost: 0 }, past);
  verification.declare({ name: 'later', count: { atLeast: 1 } }, { first: 6, lost: 0 }, past);
  for (const id of [4, 5, 6]) verification.began(id);
  for (const id of [6, 5, 4]) verification.ended(sent(id));
  expect(verification.results().map(({ requests }) => requests)).toEqual([[3, 4, 5, 6], [6]]);
});
