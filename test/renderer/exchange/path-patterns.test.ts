import { expect, test } from 'vitest';
import { listedMethods, servedPatterns } from '../../../renderer/exchange/path-patterns.tsx';

test('suggests the list, a record and everything below of each collection, and the other paths', () => {
  const served = { userService: true, collections: ['orders'], paths: ['/v2/orders/{orderId}'] };
  expect(servedPatterns(served)).toEqual([
    '/users/{userId}',
    '/api/orders',
    '/api/orders/{id}',
    '/api/orders/**',
    '/v2/orders/{orderId}',
  ]);
  expect(servedPatterns({ ...served, userService: false, collections: [] })).toEqual(['/v2/orders/{orderId}']);
});

test('lists a method of its own beside the usual ones', () => {
  expect(listedMethods('GET')).toEqual(listedMethods(''));
  expect(listedMethods('PURGE').at(-1)).toBe('PURGE');
});
