import { expect, test } from 'vitest';
import { LocalCounters } from '../../../../server/domain/scenario/rule-counters.ts';
import type { Rule } from '../../../../server/domain/scenario/scenario.ts';
import { down, meet, rule, runOf, slow } from './run-of.ts';

test('a rate limit announces what is left if it is told to', () => {
  const run = runOf([
    rule({ kind: 'rate-limit', requests: 2, seconds: 10, announce: true }),
    rule({ kind: 'rate-limit', requests: 5, seconds: 60, announce: true }),
    rule({ kind: 'rate-limit', requests: 9, seconds: 60 }),
  ]);
  const policy = '"rule-1";q=2;w=10, "rule-2";q=5;w=60';
  const headers = (state: string) => ({ 'RateLimit-Policy': policy, RateLimit: state });
  expect(meet(run, { now: 0 }).headers).toEqual(headers('"rule-1";r=1;t=10, "rule-2";r=4;t=60'));
  expect(meet(run, { now: 1500 }).headers).toEqual(headers('"rule-1";r=0;t=9, "rule-2";r=3;t=59'));
  // The refusal of the first limit comes before the second one counts.
  const refused = meet(run, { now: 9999 });
  expect(refused.response).toEqual({ kind: 'rate-limit', milliseconds: 1 });
  expect(refused.headers).toEqual({ 'RateLimit-Policy': '"rule-1";q=2;w=10', RateLimit: '"rule-1";r=0;t=1' });
  expect(meet(run, { now: 10_000 }).headers).toEqual(headers('"rule-1";r=1;t=10, "rule-2";r=2;t=50'));
  expect(meet(runOf([rule({ kind: 'rate-limit', requests: 1, seconds: 1 })])).headers).toBe(null);
});

test.each<[Rule, Rule]>([
  [rule({ kind: 'dribble', milliseconds: 5, pieces: 2 }), rule({ kind: 'throttle', bytesPerSecond: 9 })],
  [rule({ kind: 'throttle', bytesPerSecond: 9 }), rule({ kind: 'dribble', milliseconds: 5, pieces: 2 })],
  [rule({ kind: 'ghost-write' }), rule({ kind: 'ghost-write', patch: { a: 1 } })],
  [down, rule({ kind: 'sequence', answers: [{ status: 200 }] })],
  [down, rule({ kind: 'rate-limit', requests: 1, seconds: 1 })],
  [down, rule({ kind: 'fault', fault: 'cut' })],
  [rule({ kind: 'fault', fault: 'cut' }), rule({ kind: 'fault', fault: 'reset' })],
  [rule({ kind: 'fault', fault: 'reset' }), down],
])('after %j, the rule %j comes too late', (first, second) => {
  const alone = meet(runOf([first]), { method: 'PATCH' });
  const both = meet(runOf([first, second]), { method: 'PATCH' });
  expect(both).toEqual({ ...alone, missed: [{ index: 1, place: 0, cause: 'earlier' }] });
  expect(alone.rules).toEqual([0]);
});

test.each<[Rule]>([
  [rule({ kind: 'dribble', milliseconds: 5, pieces: 2 })],
  [rule({ kind: 'throttle', bytesPerSecond: 9 })],
])('%j is the pace of the delivery', (one) => {
  expect(meet(runOf([one]))).toMatchObject({ delivery: { pace: one.then }, statuses: null });
});

test.each<[Rule, boolean]>([
  [slow, false],
  [down, false],
  [rule({ kind: 'delay', milliseconds: 1, spread: { kind: 'uniform', most: 2 } }), true],
  [rule({ kind: 'rate-limit', requests: 1, seconds: 1 }), true],
  [rule({ kind: 'quirk', quirk: 'no-tie-break' }), true],
  [rule({ kind: 'quirk', quirk: 'weak-tags' }), false],
  [rule({ kind: 'answer', status: 500 }, { occurrence: { kind: 'first', count: 1 } }), true],
])('the requests of %j are counted: %s', (one, isCounted) => {
  const run = runOf([one]);
  const asked: (readonly string[])[] = [];
  const own = new LocalCounters();
  const counters = {
    places: (keys: readonly string[]) => {
      asked.push(keys);
      return own.places(keys);
    },
    step: (key: string) => own.step(key),
    hit: (key: string, length: number, now: () => number) => own.hit(key, length, now),
  };
  const request = { method: 'GET', path: '/users/42', query: '', header: () => undefined, body: undefined };
  run.evaluate(request, { collection: 'users', id: '42' }, () => 0, counters);
  expect(asked).toEqual(isCounted ? [['0']] : []);
});

test('a scenario has rules or not', () => {
  expect([runOf([]).hasRules, runOf([slow]).hasRules]).toEqual([false, true]);
});
