import { expect, test } from 'vitest';
import { listedMethods, servedPatterns } from '../../../renderer/exchange/path-patterns.tsx';
import type { ConsoleState } from '../../../server/contract/schema/state.ts';
import { defaultSettings } from '../../../server/domain/model/settings.ts';

test('suggests the list, a record and everything below of each collection, and its own paths', () => {
  const collection = { key: 'id', count: 0, fixtures: 0, changed: 0, revision: 0, defined: 0 };
  const orders = { ...collection, name: 'orders', paths: [{ path: '/v2/orders/{orderId}', record: null }] };
  const workspace = (userService: boolean) =>
    ({ settings: { ...defaultSettings, userService } }) as ConsoleState['workspace'];
  expect(servedPatterns({ collections: [orders], workspace: workspace(true) })).toEqual([
    '/users/{userId}',
    '/api/orders',
    '/api/orders/{id}',
    '/api/orders/**',
    '/v2/orders/{orderId}',
  ]);
  expect(servedPatterns({ collections: [], workspace: workspace(false) })).toEqual([]);
});

test('lists a method of its own beside the usual ones', () => {
  expect(listedMethods('GET')).toEqual(listedMethods(''));
  expect(listedMethods('PURGE').at(-1)).toBe('PURGE');
});
