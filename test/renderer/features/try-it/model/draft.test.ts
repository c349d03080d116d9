import { expect, test } from 'vitest';
import { addressText, inCollection } from '../../../../../renderer/features/try-it/model/draft.ts';

test('a user of the User Information Service is the same record in its collection, and nothing in another', () => {
  const user = { kind: 'user', id: '42' } as const;
  expect(inCollection(user, 'users')).toEqual({ kind: 'record', collection: 'users', id: '42' });
  expect(inCollection(user, 'orders')).toEqual({ kind: 'list', collection: 'orders' });
  expect(inCollection({ ...user, kind: 'record', collection: 'users' }, 'orders')).toEqual({
    kind: 'list',
    collection: 'orders',
  });
});

test('an address field shows what was typed only while that is the target', () => {
  expect(addressText('localhost:80/users/1', '/localhost:80/users/1')).toBe('localhost:80/users/1');
  expect(addressText('/api/orders', '/users/42')).toBe('/users/42');
  expect(addressText(null, '/users/42')).toBe('/users/42');
});
