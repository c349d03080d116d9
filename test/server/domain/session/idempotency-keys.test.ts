import { expect, test } from 'vitest';
import { accept } from '../../../../server/domain/basics/result.ts';
import {
  fingerprintOf,
  IdempotencyKeys,
  keyLifetime,
  mostKeyCharacters,
  mostKeys,
} from '../../../../server/domain/session/idempotency-keys.ts';

const request = (body = '{}', method = 'POST') => ({
  method,
  isSecure: false,
  path: '/api/users',
  query: '',
  header: () => undefined,
  scenario: 'Default',
  body: accept(body),
});
const created = { status: 201, headers: {}, body: '{}' };

test('a key is in progress until its response is there, which a retry then gets', () => {
  const keys = new IdempotencyKeys();
  expect(keys.begin('k', request(), 0)).toBe('new');
  expect(keys.begin('k', request(), 1)).toBe('in-progress');
  keys.end('k', request(), created);
  expect(keys.begin('k', request(), 2)).toBe(created);
  expect(keys.begin('k', request('{"a":1}'), 2)).toBe('reused');
  expect(keys.begin('k', request('{}', 'PATCH'), 2)).toBe('reused');
});

test('a key without a response is new again, and so is one after its lifetime or a reset', () => {
  const keys = new IdempotencyKeys();
  keys.begin('k', request(), 0);
  keys.end('k', request(), null);
  expect(keys.begin('k', request('1'), 0)).toBe('new');
  keys.end('k', request(), created);
  expect(keys.begin('k', request('1'), keyLifetime - 1)).toBe(created);
  expect(keys.begin('k', request('2'), keyLifetime)).toBe('new');
  keys.clear();
  expect(keys.begin('k', request('3'), keyLifetime)).toBe('new');
});

test('the oldest keys are forgotten beyond the limits of number and size', () => {
  const keys = new IdempotencyKeys();
  for (let index = 0; index <= mostKeys; index += 1) {
    keys.begin(`k${index}`, request(), 0);
    keys.end(`k${index}`, request(), created);
  }
  expect(keys.begin('k1', request(), 0)).toBe(created);
  expect(keys.begin('k0', request(), 0)).toBe('new');
  const large = { ...created, body: 'x'.repeat(mostKeyCharacters / 2) };
  for (const key of ['a', 'b', 'c']) {
    keys.begin(key, request(), 0);
    keys.end(key, request(), large);
  }
  expect(['k9', 'a', 'b', 'c'].map((key) => keys.begin(key, request(), 0))).toEqual(['new', 'new', 'new', large]);
});

test('a key is in progress until a delayed response is sent', () => {
  const keys = new IdempotencyKeys();
  keys.begin('k', request(), 0);
  keys.end('k', request(), created, false);
  expect(keys.begin('k', request(), 0)).toBe('in-progress');
  keys.end('k', request(), created, true);
  expect(keys.begin('k', request(), 0)).toBe(created);
});

test('a key lives from its first request on', () => {
  const keys = new IdempotencyKeys();
  keys.begin('k', request(), keyLifetime);
  expect(keys.begin('k', request(), 2 * keyLifetime - 1)).toBe('in-progress');
  expect(keys.begin('k', request(), 2 * keyLifetime)).toBe('new');
});

test('requests and responses may be without a body', () => {
  const keys = new IdempotencyKeys();
  const empty = { ...request(), body: undefined };
  const response = { ...created, body: null };
  keys.begin('k', empty, 0);
  keys.end('k', empty, response);
  expect(keys.begin('k', empty, 0)).toBe(response);
  expect(keys.begin('k', empty, keyLifetime)).toBe('new');
});

test('keys are kept up to exactly the limit of characters', () => {
  const keys = new IdempotencyKeys();
  const others = 'k'.length + fingerprintOf(request()).length;
  for (const length of [mostKeyCharacters - others, mostKeyCharacters - others + 1]) {
    const response = { ...created, body: 'x'.repeat(length) };
    keys.clear();
    keys.begin('k', request(), 0);
    keys.end('k', request(), response);
    expect(keys.begin('k', request(), 0)).toBe(length + others > mostKeyCharacters ? 'new' : response);
  }
});
