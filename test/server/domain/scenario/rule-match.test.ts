import { expect, test } from 'vitest';
import {
  describeMismatch,
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
  [{ headers: { 'X-Flag': 'on' } }, target, null],
  [{ headers: { 'X-Flag': null } }, target, null],
  [{ headers: { 'X-Flag': 'off' } }, target, 'only with the header X-Flag: off'],
  [{ headers: { 'X-Other': null } }, target, 'only with the header X-Other'],
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
