import fc from 'fast-check';
import { expect, test } from 'vitest';
import { immediateDelivery } from '../../../../server/domain/scenario/delivery.ts';
import { noEffect, noQuirks } from '../../../../server/domain/scenario/rule-outcome.ts';
import type { Rule, RuleCondition, RuleEffect } from '../../../../server/domain/scenario/scenario.ts';
import { reasonAgainst } from '../../../../server/domain/scenario/scenario-run.ts';
import { down, meet, rule, runOf, slow } from './run-of.ts';

/** For each of a number of requests, whether the rule applied. */
function applies(when: RuleCondition, requests: number, seed?: number): readonly boolean[] {
  const run = runOf([rule(slow.then, when)], seed);
  return Array.from({ length: requests }, () => meet(run).rules.length > 0);
}

test('a scenario without rules has no effect', () => {
  expect(meet(runOf([]))).toBe(noEffect);
});

test('delays add up and the first response wins', () => {
  const gone = rule({ kind: 'answer', status: 410 });
  expect(meet(runOf([slow, down, slow, gone]))).toEqual({
    ...noEffect,
    rules: [0, 1, 2],
    missed: [{ index: 3, place: 0, cause: 'earlier' }],
    delivery: { ...immediateDelivery, delay: 200 },
    responder: 1,
    response: down.then,
  });
});

test('the first of two statuses for one user wins', () => {
  const status = (userId: string, value: string) => rule({ kind: 'user-status', userId, status: value });
  const outcome = meet(runOf([status('42', 'inactive'), status('42', 'active'), status('7', 'active')]));
  expect(outcome).toMatchObject({ rules: [0, 2], missed: [{ index: 1, place: 0, cause: 'earlier' }] });
  expect([...(outcome.statuses ?? [])]).toEqual([
    ['42', 'inactive'],
    ['7', 'active'],
  ]);
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
  [{ query: { status: 'active' } }, true],
  [{ query: { status: 'inactive' } }, true],
  [{ query: { status: 'gone' } }, false],
  [{ query: { name: 'Ada Lovelace', status: null } }, true],
  [{ query: { page: null } }, false],
  [{ headers: { Authorization: 'Bearer x' } }, true],
  [{ headers: { authorization: null } }, true],
  [{ headers: { authorization: 'Bearer y' } }, false],
  [{ headers: { 'X-Other': null } }, false],
])('the condition %j holds: %s', (when, holds) => {
  const query = 'status=active&name=Ada%20Lovelace&status=inactive';
  const outcome = meet(runOf([rule(down.then, when)]), { query, headers: { authorization: 'Bearer x' } });
  expect(outcome.response !== null).toBe(holds);
});

test('a query that cannot be decoded matches no parameter', () => {
  expect(meet(runOf([rule(down.then, { query: { a: null } })]), { query: 'a=%zz' })).toBe(noEffect);
});

test('a rule can apply to the first requests or to every n-th', () => {
  expect(applies({ occurrence: { kind: 'first', count: 2 } }, 5)).toEqual([true, true, false, false, false]);
  expect(applies({ occurrence: { kind: 'every', count: 3 } }, 7)).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((place) => place % 3 === 0),
  );
});

test('each rule counts only the requests that it matches', () => {
  const run = runOf([
    rule(down.then, { method: 'PATCH', occurrence: { kind: 'first', count: 1 } }),
    rule(slow.then, { occurrence: { kind: 'every', count: 2 } }),
  ]);
  const rules = ['GET', 'GET', 'PATCH', 'PATCH'].map((method) => meet(run, { method }).rules);
  expect(rules).toEqual([[], [1], [0], [1]]);
});

test('a rule can count the requests for each record separately', () => {
  const run = runOf([rule(down.then, { occurrence: { kind: 'first', count: 1, per: 'record' } })]);
  const about = (collection: string | null, id: string | null) => meet(run, { collection, id }).response !== null;
  expect([about('users', '1'), about('users', '1'), about('users', '2'), about('orders', '1')]).toEqual([
    true,
    false,
    true,
    true,
  ]);
  expect(about('users', null)).toBe(false);
});

test('a percentage applies to that share of requests, chosen by the seed', () => {
  const when: RuleCondition = { occurrence: { kind: 'percent', count: 20 } };
  const share = applies(when, 5000).filter(Boolean).length / 5000;
  expect(share).toBeGreaterThan(0.17);
  expect(share).toBeLessThan(0.23);
  expect(applies(when, 200, 7)).toEqual(applies(when, 200, 7));
  expect(applies(when, 200, 7)).not.toEqual(applies(when, 200, 8));
  expect(applies({ occurrence: { kind: 'percent', count: 100 } }, 100)).not.toContain(false);
});

test('random choices of a rule do not depend on other rules', () => {
  const drawn = rule(slow.then, { method: 'GET', occurrence: { kind: 'percent', count: 50 } });
  const alone = runOf([drawn]);
  const beside = runOf([drawn, rule(down.then, { occurrence: { kind: 'percent', count: 50 } })]);
  for (let place = 0; place < 100; place += 1) {
    meet(beside, { method: 'POST' });
    expect(meet(beside).rules.includes(0)).toBe(meet(alone).rules.includes(0));
  }
});

test('a uniform delay stays within its bounds and reaches both', () => {
  const run = runOf([rule({ kind: 'delay', milliseconds: 10, spread: { kind: 'uniform', most: 13 } })]);
  const drawn = Array.from({ length: 400 }, () => meet(run).delivery.delay);
  expect(new Set(drawn)).toEqual(new Set([10, 11, 12, 13]));
});

test('a log-normal delay has its median, in whole milliseconds up to the maximum', () => {
  const run = runOf([rule({ kind: 'delay', milliseconds: 100, spread: { kind: 'log-normal', sigma: 0.5 } })]);
  const drawn = Array.from({ length: 2001 }, () => meet(run).delivery.delay).toSorted((a, b) => a - b);
  expect(drawn[1000]).toBeGreaterThan(94);
  expect(drawn[1000]).toBeLessThan(106);
  expect(drawn[1682]).toBeGreaterThan(150);
  expect(drawn.every(Number.isInteger)).toBe(true);
  const wild = runOf([rule({ kind: 'delay', milliseconds: 600_000, spread: { kind: 'log-normal', sigma: 5 } })]);
  expect(Math.max(...Array.from({ length: 50 }, () => meet(wild).delivery.delay))).toBe(600_000);
});

test('a rate limit refuses further requests until the next window', () => {
  const run = runOf([rule({ kind: 'rate-limit', requests: 2, seconds: 10 })]);
  const responses = [0, 100, 400, 9_999, 10_000].map((now) => meet(run, { now }).response);
  expect(responses).toEqual([
    null,
    null,
    { kind: 'rate-limit', milliseconds: 9_600 },
    { kind: 'rate-limit', milliseconds: 1 },
    null,
  ]);
});

test('a fault replaces the response, except commit-then-reset and cut', () => {
  const outcome = (fault: Extract<RuleEffect, { kind: 'fault' }>['fault']) => {
    const { response, delivery } = meet(runOf([rule({ kind: 'fault', fault })]));
    return [response?.kind, delivery.fault];
  };
  expect(outcome('reset')).toEqual(['fault', 'reset']);
  expect(outcome('hang')).toEqual(['fault', 'hang']);
  expect(outcome('commit-then-reset')).toEqual([undefined, 'reset']);
  expect(outcome('cut')).toEqual([undefined, 'cut']);
});

test('a ghost write applies to and counts only writes of a record', () => {
  const run = runOf([rule({ kind: 'ghost-write' }, { occurrence: { kind: 'first', count: 1, per: 'record' } })]);
  const ghosts = (
    [
      ['GET', '1'],
      ['POST', null],
      ['PATCH', '1'],
      ['PATCH', '1'],
      ['DELETE', '2'],
    ] as const
  ).map(([method, id]) => meet(run, { method, id }).ghostWrite);
  expect(ghosts).toEqual([null, null, { patch: {} }, null, { patch: {} }]);
});

test('quirks add up, and every other request reverses ties', () => {
  const quirk = (name: 'weak-tags' | 'no-tie-break' | 'pages-from-zero') => rule({ kind: 'quirk', quirk: name });
  const capped = rule({ kind: 'quirk', quirk: 'page-size-capped', size: 5 });
  const run = runOf([quirk('weak-tags'), quirk('no-tie-break'), quirk('pages-from-zero'), capped]);
  const list = { ...noQuirks.list, firstPage: 0, pageCap: 5 };
  expect(meet(run).quirks).toEqual({ ...noQuirks, weakTags: true, list });
  expect(meet(run).quirks).toEqual({ ...noQuirks, weakTags: true, list: { ...list, tiesReversed: true } });
});

const effects: readonly RuleEffect[] = [
  { kind: 'delay', milliseconds: 5, spread: { kind: 'uniform', most: 50 } },
  { kind: 'delay', milliseconds: 5, spread: { kind: 'log-normal', sigma: 1 } },
  { kind: 'answer', status: 503 },
  { kind: 'rate-limit', requests: 3, seconds: 60 },
  { kind: 'fault', fault: 'reset' },
  { kind: 'ghost-write' },
  { kind: 'quirk', quirk: 'no-tie-break' },
];
const occurrences = fc.record(
  {
    kind: fc.constantFrom('first' as const, 'every' as const, 'percent' as const),
    count: fc.integer({ min: 1, max: 5 }),
    per: fc.constant('record' as const),
  },
  { requiredKeys: ['kind', 'count'] },
);
const rules = fc.array(
  fc.record({
    when: fc.record(
      { method: fc.constantFrom('GET', 'PATCH'), id: fc.constantFrom('1', '2'), occurrence: occurrences },
      { requiredKeys: [] },
    ),
    then: fc.constantFrom(...effects),
  }),
  { minLength: 1, maxLength: 6 },
);
const requests = fc.array(
  fc.record({ method: fc.constantFrom('GET', 'PATCH'), id: fc.constantFrom('1', '2', '3'), now: fc.nat(100_000) }),
  { maxLength: 30 },
);

test('equal runs give equal outcomes, and a preview predicts them without counting', () => {
  fc.assert(
    fc.property(rules, requests, fc.nat(), (given, sent, seed) => {
      const [first, second] = [runOf(given, seed), runOf(given, seed)];
      for (const request of sent) {
        const { method, id, now } = request;
        const asked = { method, path: '/users/42', query: '', header: () => undefined, body: undefined };
        const [foreseen] = second.preview(asked, { collection: 'users', id }, () => now);
        const met = meet(first, request);
        expect(foreseen?.outcome).toEqual(met);
        expect(foreseen?.verdicts.flatMap(({ touches }, index) => (touches ? [index] : []))).toEqual(met.rules);
        expect(meet(second, request)).toEqual(met);
      }
    }),
  );
});

test('a preview gives the effect of each rule on each request, or the reason against it', () => {
  const run = runOf([
    rule(slow.then, { method: 'PATCH' }),
    rule(slow.then, { path: '/api/{collection}/**' }),
    rule(slow.then, { headers: { Accept: 'text/html' } }),
    rule(slow.then, { query: { expand: null } }),
    rule({ kind: 'rate-limit', requests: 1, seconds: 60 }),
    rule(down.then, { occurrence: { kind: 'first', count: 1 } }),
    rule({ kind: 'ghost-write' }),
  ]);
  const asked = { method: 'GET', path: '/users/42', query: '', header: () => undefined, body: undefined };
  const rows = run.preview(asked, { collection: 'users', id: '42' }, () => 0, 2);
  expect(rows.map(({ verdicts }) => verdicts.map(({ note }) => note))).toEqual([
    [
      'only for PATCH',
      'only for the path /api/{collection}/**',
      'only with the header Accept: text/html',
      'only with the query expand',
      'the 1st request, within the limit',
      'answered 503',
      'only for PUT, PATCH and DELETE of one record',
    ],
    expect.arrayContaining([
      'refused beyond 1 request in 60 s',
      'the 2nd request since the activation; this rule is for the 1st',
    ]),
  ]);
});

test('a rule that matches a request that was refused before it is said to match', () => {
  const asked = { method: 'GET', path: '/users/42', query: '', header: () => undefined, body: undefined };
  const reason = reasonAgainst(slow, 0, { missed: [] }, asked, { collection: 'users', id: '42' });
  expect(reason).toBe('the rule matches, but the request was refused for its headers');
});
