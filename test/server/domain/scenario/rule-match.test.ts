import { expect, test } from 'vitest';
import { accept } from '../../../../server/domain/basics/result.ts';
import type { Json } from '../../../../server/domain/json/json.ts';
import {
  describeMismatch,
  describeMiss,
  matches,
  matchesPath,
  type RuleRequest,
} from '../../../../server/domain/scenario/rule-match.ts';
import type { Rule } from '../../../../server/domain/scenario/scenario.ts';

const request: RuleRequest = {
  method: 'PATCH',
  path: '/api/users/42',
  query: 'a=1&b',
  header: (name) => (name === 'x-flag' ? 'on' : undefined),
  body: accept('{"status":"active","tags":["a","b"],"address":{"city":"Ulm","zip":89073}}'),
};
const target = { collection: 'users', id: '42' };
const noRecord = { collection: 'users', id: null };
const delay: Rule['then'] = { kind: 'delay', milliseconds: 1 };

test.each<[string, string, boolean]>([
  ['/a/b', '/a/b', true],
  ['/a/b', '/a/c', false],
  ['/a/b', '/a', false],
  ['/a', '/a/b', false],
  ['/a/{id}', '/a/b', true],
  ['/a/{id}', '/a/', false],
  ['/a/{id}', '/a', false],
  ['/a/{id}', '/a/b/c', false],
  ['/a/{id', '/a/b', false],
  ['/a/id}', '/a/b', false],
  ['/a/**', '/a/b/c', true],
  ['/a/**', '/a/', true],
  ['/a/**', '/a', true],
  ['/a/**', '/b/c', false],
  ['/a/{id}/**', '/a/b', true],
  ['/a/{id}/**', '/a', false],
  ['/**/c', '/b/c', false],
  ['/**/c', '/**/c', true],
])('the pattern %s and the path %s: %s', (pattern, path, isMatch) => {
  expect(matchesPath(pattern, path)).toBe(isMatch);
});

test.each<[Rule['when'], typeof target | typeof noRecord, string | null]>([
  [{}, target, null],
  [{ method: 'PATCH' }, target, null],
  [{ method: 'GET' }, target, 'only for GET'],
  [{ id: '42' }, target, null],
  [{ id: '7' }, target, 'only for the record 7'],
  [{ id: '7' }, noRecord, 'only for the record 7'],
  [{ path: '/api/users/{id}' }, target, null],
  [{ path: '/api/orders/**' }, target, 'only for the path /api/orders/**'],
  [{ query: { a: '1', b: null } }, target, null],
  [{ query: { a: null } }, target, null],
  [{ query: { a: '2', c: null } }, target, 'only with the query a=2, c'],
  [{ query: { a: '1', c: null } }, target, 'only with the query a=1, c'],
  [{ headers: { 'X-Flag': 'on' } }, target, null],
  [{ headers: { 'X-Flag': null } }, target, null],
  [{ headers: { 'X-Flag': 'off' } }, target, 'only with the header X-Flag: off'],
  [{ headers: { 'X-Other': null } }, target, 'only with the header X-Other'],
  [{ headers: { 'X-Flag': 'on', 'X-Other': null } }, target, 'only with the header X-Flag: on, X-Other'],
  [{ body: [{ pointer: '/status', equals: 'active' }] }, target, null],
  [{ body: [{ pointer: '/status', contains: 'act' }] }, target, null],
  [{ body: [{ pointer: '/tags', contains: 'b' }] }, target, null],
  [{ body: [{ pointer: '/tags', contains: ['b', 'a'] }] }, target, null],
  [{ body: [{ pointer: '', contains: { address: { zip: 89073 } } }] }, target, null],
  [{ body: [{ pointer: '/address/zip', equals: '89073' }] }, target, 'only with /address/zip equal to "89073"'],
  [{ body: [{ pointer: '/tags', contains: 'c' }] }, target, 'only with /tags that contains "c"'],
  [{ body: [{ pointer: '/none', contains: '' }] }, target, 'only with /none that contains ""'],
  [
    {
      body: [
        { pointer: '/status', equals: 'active' },
        { pointer: '', contains: 5 },
      ],
    },
    target,
    'only with /status equal to "active" and a body that contains 5',
  ],
  [{ occurrence: { kind: 'first', count: 1, per: 'record' } }, target, null],
  [{ occurrence: { kind: 'first', count: 1, per: 'record' } }, noRecord, 'only for requests about one record'],
  [{ occurrence: { kind: 'first', count: 1 } }, noRecord, null],
])('the condition %j of a rule for %j: %s', (when, about, reason) => {
  expect(describeMismatch({ when, then: delay }, request, about)).toBe(reason);
  expect(matches({ when, then: delay }, request, about)).toBe(reason === null);
});

test.each<[string, string | null, boolean]>([
  ['PUT', '42', true],
  ['PATCH', '42', true],
  ['DELETE', '42', true],
  ['GET', '42', false],
  ['POST', '42', false],
  ['PATCH', null, false],
])('a ghost write matches %s of the record %s: %s', (method, id, isMatch) => {
  const rule: Rule = { when: {}, then: { kind: 'ghost-write' } };
  const reason = describeMismatch(rule, { ...request, method }, { collection: 'users', id });
  expect(reason).toBe(isMatch ? null : 'only for PUT, PATCH and DELETE of one record');
});

test('a body that is not JSON is one text, and a request without a body has none', () => {
  const rule: Rule = { when: { body: [{ pointer: '', contains: 'abc' }] }, then: delay };
  expect(matches(rule, { ...request, body: accept('xabcx') }, target)).toBe(true);
  expect(matches(rule, { ...request, body: undefined }, target)).toBe(false);
  const inside: Rule = { when: { body: [{ pointer: '/a', contains: 'abc' }] }, then: delay };
  expect(matches(inside, { ...request, body: accept('xabcx') }, target)).toBe(false);
});

test.each<[Json, Json, boolean]>([
  ['abc', 'b', true],
  ['a5', 5, false],
  ['abc', ['a'], false],
  ['abc', {}, false],
  [['a', 'b'], 'b', true],
  [['a', 'b'], ['b', 'a'], true],
  [['a', 'b'], ['b', 'c'], false],
  [[['a']], ['a'], false],
  [{ a: 1, b: { c: 2, d: 3 } }, { b: { c: 2 } }, true],
  [{ a: 1, b: { c: 2, d: 3 } }, { a: 1, b: { c: 3 } }, false],
  [{ a: 1 }, { a: 2 }, false],
  [{ a: 1 }, { b: { c: 2 } }, false],
  [{ a: 1 }, 'a', false],
  [{ a: 1 }, 5, false],
  [5, 5, true],
  [null, null, true],
])('the body %j contains %j: %s', (body, contains, isContained) => {
  const rule: Rule = { when: { body: [{ pointer: '', contains }] }, then: delay };
  expect(matches(rule, { ...request, body: accept(JSON.stringify(body)) }, target)).toBe(isContained);
});

test.each<[Rule['then'], 'limit' | 'end' | 'earlier' | 'occurrence', string]>([
  [{ kind: 'rate-limit', requests: 3, seconds: 1 }, 'limit', 'the 2nd request, within the limit'],
  [{ kind: 'sequence', answers: [{ status: 503 }, { status: 200 }] }, 'end', 'all 2 responses were sent'],
  [delay, 'earlier', 'an earlier rule decides that'],
  [delay, 'end', 'all responses were sent'],
  [delay, 'occurrence', 'the 2nd request since the activation; this rule is for others'],
])('says why %j did not apply: %s', (then, cause, reason) => {
  expect(describeMiss({ when: {}, then }, { index: 0, place: 1, cause })).toBe(reason);
});

test.each<[NonNullable<Rule['when']['occurrence']>, string]>([
  [{ kind: 'first', count: 3 }, 'the 2nd request since the activation; this rule is for the first 3'],
  [{ kind: 'first', count: 1 }, 'the 2nd request since the activation; this rule is for the 1st'],
  [{ kind: 'nth', count: 3 }, 'the 2nd request since the activation; this rule is for the 3rd'],
  [{ kind: 'from', count: 3 }, 'the 2nd request since the activation; this rule is for the 3rd and later'],
  [
    { kind: 'every', count: 3, per: 'record' },
    'the 2nd request for this record since the activation; this rule is for every 3rd',
  ],
  [{ kind: 'percent', count: 5 }, 'the 2nd request since the activation; this rule is for 5 % of them'],
])('says why the occurrence %j left a request out', (occurrence, reason) => {
  const rule: Rule = { when: { occurrence }, then: delay };
  expect(describeMiss(rule, { index: 0, place: 1, cause: 'occurrence' })).toBe(reason);
});

test('masks secret headers and parameters of a rule', () => {
  const when: Rule['when'] = { headers: { Authorization: 'Bearer abc' } };
  expect(describeMismatch({ when, then: delay }, request, target)).toBe('only with the header Authorization: …');
  const query: Rule['when'] = { query: { token: 'abc' } };
  expect(describeMismatch({ when: query, then: delay }, request, target)).toBe('only with the query token=…');
});

test('the first demand that a request fails is the reason', () => {
  const when: Rule['when'] = { method: 'GET', id: '7', path: '/b', query: { z: null }, headers: { Z: null } };
  const reasons = ['only for GET', 'only for the record 7', 'only for the path /b', 'only with the query z'];
  const names = ['method', 'id', 'path', 'query', 'headers'] as const;
  const left: Record<string, unknown> = { ...when };
  for (const [index, reason] of reasons.entries()) {
    expect(describeMismatch({ when: left as Rule['when'], then: delay }, request, target)).toBe(reason);
    delete left[names[index] ?? ''];
  }
  expect(describeMismatch({ when: left as Rule['when'], then: delay }, request, target)).toBe('only with the header Z');
});

test('a query that cannot be decoded has no parameters', () => {
  const rule: Rule = { when: { query: { a: null } }, then: delay };
  expect(matches(rule, { ...request, query: 'a=%zz' }, target)).toBe(false);
  expect(matches({ ...rule, when: { query: {} } }, { ...request, query: 'a=%zz' }, target)).toBe(true);
});

test('a query or a header must have the value that is expected', () => {
  const first: Rule = { when: { query: { a: '1' }, headers: { 'X-Flag': 'on' } }, then: delay };
  expect(matches(first, { ...request, query: 'a=2&a=1' }, target)).toBe(true);
  expect(matches(first, { ...request, query: 'b=1&a=2' }, target)).toBe(false);
  expect(matches(first, { ...request, header: () => 'off' }, target)).toBe(false);
});

test('parses a body once', () => {
  let read = 0;
  const body = {
    ok: true as const,
    get value() {
      read += 1;
      return '{"a":1}';
    },
  };
  const rule: Rule = { when: { body: [{ pointer: '/a', equals: 1 }] }, then: delay };
  expect([matches(rule, { ...request, body }, target), matches(rule, { ...request, body }, target)]).toEqual([
    true,
    true,
  ]);
  expect(read).toBe(1);
});
