import { expect, test } from 'vitest';
import { PathTable } from '../../../../server/domain/request/path-table.ts';

const list = (path: string) => ({ path, record: null });
const one = (path: string, record: string) => ({ path, record });

const users = { name: 'users', paths: [list('/v2/users'), list('/v2/users/{id}'), one('/me', '7')] };
const orders = {
  name: 'orders',
  paths: [list('/v2/users/{userId}/orders'), list('/v2/users/{userId}/orders/{orderId}'), list('/orders')],
};
const latest = { name: 'latest', paths: [list('/v2/users/latest'), one('/v2/{area}/latest/item', 'a/b')] };
const all = [orders, users, latest, { name: 'plain' }];

const table = (collections: ConstructorParameters<typeof PathTable>[0] = all, userService = true) =>
  new PathTable(collections, { userService });

const match = (pattern: string, collection: string, more: object) => ({
  ...{ pattern, collection, id: null, members: [], hasRecords: false, recordPath: null },
  ...more,
});
const sent = (text: string) => ({ text, from: 'request' });
const userId = { name: 'userId', text: '7' };

test.each([
  ['/v2/users', match('/v2/users', 'users', { hasRecords: true, recordPath: '/v2/users/{id}' })],
  ['/v2/users/a%2Fb', match('/v2/users/{id}', 'users', { id: sent('a%2Fb'), recordPath: '/v2/users/{id}' })],
  ['/me', match('/me', 'users', { id: { text: '7', from: 'workspace' }, recordPath: '/v2/users/{id}' })],
  ['/v2/users/7/orders', match('/v2/users/{userId}/orders', 'orders', { members: [userId], hasRecords: true })],
  [
    '/v2/users/7/orders/9',
    match('/v2/users/{userId}/orders/{orderId}', 'orders', { id: sent('9'), members: [userId] }),
  ],
  ['/orders', match('/orders', 'orders', {})],
  [
    '/v2/x/latest/item',
    match('/v2/{area}/latest/item', 'latest', {
      id: { text: 'a/b', from: 'workspace' },
      members: [{ name: 'area', text: 'x' }],
    }),
  ],
])('%s is a path of a collection', (path, meaning) => {
  expect(table().find(path)).toEqual(meaning);
});

test.each(['/', '/v2', '/v2/users/', '/v2/users//orders', '/V2/users', '/v2/users/7/bills', '/a/b/c/d/e/f', '/me/7'])(
  '%s is not',
  (path) => {
    expect(table().find(path)).toBe('other');
    expect(table().routeOf(path)).toEqual({ pattern: null, collection: null, id: null });
  },
);

test('a fixed text goes before a parameter, from the left, in any order of the paths', () => {
  const paths = ['/a/{x}/{y}', '/{x}/b/{y}', '/{x}/{y}/c', '/a/{x}/c', '/a/b/{y}', '/{x}/b/c', '/a/b/c'];
  const expected = {
    '/a/b/c': '/a/b/c',
    '/a/b/z': '/a/b/{y}',
    '/a/z/c': '/a/{x}/c',
    '/a/z/z': '/a/{x}/{y}',
    '/z/b/c': '/{x}/b/c',
    '/z/b/z': '/{x}/b/{y}',
    '/z/z/c': '/{x}/{y}/c',
  };
  for (let first = 0; first < paths.length; first += 1) {
    const turned = [...paths.slice(first), ...paths.slice(0, first)];
    for (const order of [turned, turned.toReversed()]) {
      const found = table([{ name: 'all', paths: order.map(list) }]);
      for (const [path, pattern] of Object.entries(expected)) expect(found.find(path)).toMatchObject({ pattern });
    }
  }
});

test('paths of the mock API go before parameters of collections, but not before their fixed texts', () => {
  const own = { name: 'own', paths: [list('/{any}/7'), list('/users/7'), list('/api/own')] };
  const served = table([own]);
  expect(served.find('/users/7')).toMatchObject({ pattern: '/users/7' });
  expect(served.find('/users/8')).toBe('other');
  expect(served.find('/problems/7')).toBe('other');
  expect(served.find('/api/7')).toBe('other');
  expect(served.find('/api/own')).toMatchObject({ pattern: '/api/own' });
  expect(served.find('/else/7')).toMatchObject({ pattern: '/{any}/7', members: [{ name: 'any', text: 'else' }] });
});

test('without the User Information Service, nothing serves its path except a collection', () => {
  const other = { name: 'people', paths: [list('/users/{id}')] };
  for (const collections of [[], all]) {
    expect(table(collections, false).find('/users/7')).toBe('unserved');
    expect(table(collections, false).find('/users')).toBe('other');
    expect(table(collections, true).find('/users/7')).toBe('other');
  }
  expect(table([other], false).find('/users/7')).toMatchObject({ collection: 'people', id: sent('7') });
});

test.each([
  ['/v2/users/a%2Fb', '/v2/users/{id}', 'users', 'a/b'],
  ['/v2/users/50%', '/v2/users/{id}', 'users', null],
  ['/v2/users', '/v2/users', 'users', null],
  ['/me', '/me', 'users', '7'],
  ['/v2/x/latest/item', '/v2/{area}/latest/item', 'latest', 'a/b'],
])('the route of %s has its record', (path, pattern, collection, id) => {
  expect(table().routeOf(path)).toEqual({ pattern, collection, id });
});

test('the route of a path does not need the table that it belongs to', () => {
  const { routeOf } = table();
  expect(routeOf('/orders')).toEqual({ pattern: '/orders', collection: 'orders', id: null });
});

test('the path of a record is the first one with its key alone', () => {
  const recordPathOf = (...paths: readonly string[]) => {
    const found = table([{ name: 'a', paths: paths.map(list) }]).find('/list');
    return typeof found === 'string' ? found : found.recordPath;
  };
  expect(recordPathOf('/list')).toBeNull();
  expect(recordPathOf('/list', '/of/{b}/list')).toBeNull();
  expect(recordPathOf('/list', '/of/{b}/list/{id}')).toBeNull();
  expect(recordPathOf('/list', '/of/{b}/list/{id}', '/one/{id}', '/two/{id}')).toBe('/one/{id}');
});

test('a list has records below it if one of its own paths is its own with a parameter', () => {
  const hasRecords = (...paths: readonly string[]) => {
    const found = table([{ name: 'a', paths: ['/list', ...paths].map(list) }]).find('/list');
    return typeof found !== 'string' && found.hasRecords;
  };
  expect(hasRecords()).toBe(false);
  expect(hasRecords('/other/{id}', '/list/{key}/more')).toBe(false);
  expect(hasRecords('/other/{id}', '/list/{key}')).toBe(true);
  const record = { name: 'a', paths: [one('/list', '7'), list('/list/{id}')] };
  expect(table([record]).find('/list')).toMatchObject({ hasRecords: false });
});
