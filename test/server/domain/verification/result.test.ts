import { expect, test } from 'vitest';
import type { Expectation } from '../../../../server/domain/verification/expectation.ts';
import { countOutcomes, resultOf, verificationReport } from '../../../../server/domain/verification/result.ts';
import type { Tally } from '../../../../server/domain/verification/tally.ts';

const miss = {
  id: 7,
  method: 'GET',
  path: '/a',
  differences: [{ pointer: '/method', expected: 'PUT', got: 'GET' }],
};
const matching = [
  { id: 1, method: 'GET', path: '/a', status: 200 },
  { id: 2, method: 'GET', path: '/a', status: 422 },
];
const tally = (low: number, high: number, failed = 0) =>
  ({ low, high, failed, matching, nearMisses: [{ miss, distance: 1 }] }) as unknown as Tally;
const expectation: Expectation = { name: 'reads', count: { exactly: 2 } };

test.each<[low: number, high: number, outcome: string, verdict: string]>([
  [2, 2, 'met', 'Expected exactly 2 requests; 2 matched.'],
  [0, 0, 'not-met', 'Expected exactly 2 requests; none matched.'],
  [0, 1, 'not-met', '; none matched; 1 more may have matched, but the log no longer holds all of their data.'],
  [1, 4, 'unknown', '; 1 matched; 3 more may have matched, but the log no longer holds all of their data.'],
  [3, 5, 'not-met', '; 3 matched; 2 more may have matched'],
])('with %i to %i matching requests, an expectation of two is %s', (low, high, outcome, verdict) => {
  const result = resultOf(expectation, tally(low, high));
  expect(result).toMatchObject({ outcome, matched: low, unknown: high - low, requests: [1, 2], matching });
  expect(result.verdict).toContain(verdict);
});

test('the verdict says when matching requests got an error response', () => {
  expect(resultOf(expectation, tally(2, 2, 1)).verdict).toBe(
    'Expected exactly 2 requests; 2 matched, 1 of them with an error response.',
  );
  expect(resultOf(expectation, tally(2, 2, 2))).toMatchObject({
    outcome: 'met',
    failed: 2,
    verdict: 'Expected exactly 2 requests; 2 matched, all with an error response.',
  });
});

test('names near misses only while too few requests have matched', () => {
  expect(resultOf(expectation, tally(1, 1)).nearMisses).toEqual([miss]);
  expect(resultOf(expectation, tally(2, 2)).nearMisses).toEqual([]);
});

test('the verdict names the expectation that has to be met before', () => {
  const { verdict } = resultOf({ ...expectation, after: 'login' }, tally(2, 2));
  expect(verdict).toBe('Expected exactly 2 requests after "login" was met; 2 matched.');
});

test('a report has a case for each result, and the outcomes are counted', () => {
  const inSession = { ...expectation, session: 'worker' };
  const results = [
    resultOf(expectation, tally(2, 2)),
    resultOf(inSession, tally(1, 1)),
    resultOf(inSession, tally(0, 0)),
    resultOf(inSession, tally(1, 2)),
  ];
  expect(countOutcomes(results)).toEqual({ met: 1, 'not-met': 2, unknown: 1 });
  const { title, time, cases } = verificationReport(results, 'Users', 5);
  expect([title, time]).toEqual(['Users', 5]);
  expect(cases.map(({ name, group, outcome, type }) => [name, group, outcome, type])).toEqual([
    ['reads', 'expectations', 'passed', 'met'],
    ['reads', 'expectations of worker', 'failed', 'not-met'],
    ['reads', 'expectations of worker', 'failed', 'not-met'],
    ['reads', 'expectations of worker', 'error', 'unknown'],
  ]);
  expect(cases[0]?.lines).toEqual([]);
  expect(cases[1]?.lines).toEqual(['request 7, GET /a, differs in 1 place:', '  /method: expected PUT, got GET']);
});
