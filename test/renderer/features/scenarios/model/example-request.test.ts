import { expect, test } from 'vitest';
import {
  documentedUser,
  exampleRequest,
  namedCollection,
} from '../../../../../renderer/features/scenarios/model/example-request.ts';
import { matchesPath } from '../../../../../server/domain/scenario/rule-match.ts';
import type { Rule, RuleCondition, RuleEffect } from '../../../../../server/domain/scenario/scenario.ts';

const delay: RuleEffect = { kind: 'delay', milliseconds: 1 };

test.each<[RuleCondition, RuleEffect, string]>([
  [{}, delay, 'GET /users/42'],
  [{ id: '7' }, delay, 'GET /users/7'],
  [{ method: 'PUT', path: '/api/orders/{id}' }, delay, 'PUT /api/orders/42'],
  [{ path: '/api/orders/{id}', id: '1001' }, delay, 'GET /api/orders/1001'],
  [{ path: '/api/orders' }, delay, 'GET /api/orders'],
  [{ path: '/api/**' }, delay, 'GET /api/users/42'],
  [{ path: '/**' }, delay, 'GET /users/42'],
  [{ path: '/users/**' }, delay, 'GET /users/42'],
  [{ path: '/api/orders/**' }, delay, 'GET /api/orders/42'],
  [{ path: '/api/orders', query: { status: 'paid', page: null } }, delay, 'GET /api/orders?status=paid&page=1'],
  [{}, { kind: 'user-status', userId: '43', status: 'inactive' }, 'GET /users/43'],
  [{}, { kind: 'ghost-write' }, 'PATCH /api/users/42'],
])('the example of %j and %j is %s', (when, then, request) => {
  const { method, target } = exampleRequest({ when, then }, documentedUser);
  expect(`${method} ${target}`).toBe(request);
  if (when.path !== undefined) expect(matchesPath(when.path, target.replace(/\?.*/, ''))).toBe(true);
});

test('an example has the headers of its rule; without a rule it reads the record', () => {
  const rule: Rule = { when: { headers: { 'X-A': 'b', Accept: null } }, then: delay };
  expect(exampleRequest(rule, documentedUser).headers).toBe('X-A: b; Accept: 1');
  expect(exampleRequest(undefined, documentedUser)).toEqual({ method: 'GET', target: '/users/42', headers: '' });
});

test('an example is about a record of the workspace', () => {
  const book = { collection: 'books', id: 'b 1', isUser: false, paths: [] };
  const targetOf = (when: RuleCondition, then: RuleEffect = delay) => exampleRequest({ when, then }, book).target;
  expect(exampleRequest(undefined, book).target).toBe('/api/books/b%201');
  expect(targetOf({ path: '/**' })).toBe('/api/books/b%201');
  expect(targetOf({ path: '/api/**' })).toBe('/api/books/b%201');
  expect(targetOf({ path: '/books/{id}' })).toBe('/books/b%201');
  expect(targetOf({ id: '7' })).toBe('/api/books/7');
  expect(targetOf({}, { kind: 'ghost-write' })).toBe('/api/books/b%201');
  expect(targetOf({}, { kind: 'user-status', userId: '43', status: 'inactive' })).toBe('/users/43');
});

test('an example has the own path of its collection', () => {
  const book = { collection: 'books', id: '1', isUser: false, paths: [{ path: '/books/{id}', record: null }] };
  const rule = (path: string): Rule => ({ when: { path }, then: delay });
  expect(exampleRequest(undefined, book).target).toBe('/books/1');
  expect(exampleRequest(rule('/**'), book).target).toBe('/books/1');
  expect(exampleRequest(rule('/api/**'), book).target).toBe('/api/books/1');
});

test('a path names the collection of its example', () => {
  const ruleAt = (path?: string): Rule => ({ when: path === undefined ? {} : { path }, then: delay });
  expect(namedCollection(ruleAt('/api/orders/{id}'), ['users', 'orders'])).toBe('orders');
  expect(namedCollection(ruleAt('/shop/orders/**'), ['users', 'orders'])).toBe('orders');
  expect(namedCollection(ruleAt('/**'), ['users'])).toBeNull();
  expect(namedCollection(ruleAt(), ['users'])).toBeNull();
  expect(namedCollection(undefined, ['users'])).toBeNull();
});
