import { expect, test } from 'vitest';
import { accept } from '../../../../server/domain/basics/result.ts';
import {
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
