import { expect, test } from 'vitest';
import { pathClashes, withFreePaths } from '../../../../server/domain/request/path-clashes.ts';

const collection = (name: string, ...paths: readonly string[]) => ({
  name,
  ...(paths.length > 0 && { paths: paths.map((path) => ({ path, record: null })) }),
});
const settings = { userService: true };

test('a path clashes with an earlier one that matches the same requests', () => {
  const collections = [
    collection('orders', '/v2/orders', '/v2/orders/{id}'),
    collection('none'),
    collection('bills', '/v2/orders', '/v2/bills', '/v2/orders/{bill}', '/v2/orders/latest', '/v2/bills'),
  ];
  expect(pathClashes(collections, settings)).toEqual([
    { collection: 'bills', index: 0, path: '/v2/orders', reason: 'is a path of orders already' },
    {
      collection: 'bills',
      index: 2,
      path: '/v2/orders/{bill}',
      reason: 'is a path of orders already, as /v2/orders/{id}',
    },
    { collection: 'bills', index: 4, path: '/v2/bills', reason: 'is a path of bills already' },
  ]);
});

test('paths that the mock API has anyway are taken, and those of users while it serves them', () => {
  const own = collection('own', '/openapi.json', '/users/{id}', '/api/{list}', '/users', '/problems/all');
  const clash = (index: number, path: string, owner: string) => ({
    ...{ collection: 'own', index, path },
    reason: `is a path of ${owner}`,
  });
  const ofMock = [clash(0, '/openapi.json', 'the mock API already')];
  const lists = [clash(2, '/api/{list}', 'the mock API already, as /api/{collection}')];
  const users = [clash(1, '/users/{id}', 'the User Information Service already, as /users/{userId}')];
  expect(pathClashes([own], { userService: true })).toEqual([...ofMock, ...users, ...lists]);
  expect(pathClashes([own], { userService: false })).toEqual([...ofMock, ...lists]);
});

test('new collections keep the paths that are free', () => {
  const others = [collection('orders', '/a', '/b/{id}')];
  const added = [
    { ...collection('bills', '/c', '/a', '/d'), key: 'id' },
    { ...collection('taxes', '/b/{tax}', '/c'), key: 'no' },
    { ...collection('plain'), key: 'id' },
    { ...collection('free', '/e', '/f'), key: 'id' },
  ];
  expect(withFreePaths(others, added, settings)).toEqual([
    { ...collection('bills', '/c', '/d'), key: 'id' },
    { name: 'taxes', key: 'no' },
    { name: 'plain', key: 'id' },
    { ...collection('free', '/e', '/f'), key: 'id' },
  ]);
  expect(others).toEqual([collection('orders', '/a', '/b/{id}')]);
});
