import { expect, test } from 'vitest';
import { routeOf, targetOf } from '../../../../server/domain/endpoints/endpoints.ts';
import type { CollectionPath } from '../../../../server/domain/model/collection-path.ts';
import type { Settings } from '../../../../server/domain/model/settings.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { PathTable } from '../../../../server/domain/request/path-table.ts';
import type { RuleEffect } from '../../../../server/domain/scenario/scenario.ts';
import type { MockContext } from '../../../../server/domain/session/context.ts';
import { ask, mockOf } from './ask.ts';

const orders = [
  { id: 1, user: 'ada', total: 3 },
  { id: 2, user: 'bob', total: 4 },
  { id: 3, user: 'ada', total: 5 },
];

/** A mock whose orders are at these paths; a path may end with the id of its one record, after an equals sign. */
function mockAt(
  paths: readonly string[],
  settings: Partial<Settings> = {},
  ...effects: readonly RuleEffect[]
): MockContext {
  const own = paths.map((text): CollectionPath => {
    const [path = '', record = null] = text.split('=');
    return { path, record };
  });
  const definition = { name: 'orders', key: 'id', sort: null, time: null, schema: null, paths: own };
  const collection = new SharedCollection(definition, orders);
  const context = mockOf({}, settings, ...effects);
  return {
    ...context,
    collections: new Map([['orders', collection]]),
    paths: new PathTable([definition], context.settings),
  };
}

const all = ['/v2/orders', '/v2/orders/{id}', '/users/{user}/orders', '/users/{user}/orders/{id}', '/latest=3'];

test.each([
  ['/v2/orders', '/v2/orders', null, [1, 2, 3]],
  ['/users/ada/orders', '/users/{user}/orders', null, [1, 3]],
  ['/users/a%64a/orders', '/users/{user}/orders', null, [1, 3]],
  ['/users/none/orders', '/users/{user}/orders', null, []],
])('the list at %s has the records of its path', (path, pattern, id, keys) => {
  const { status, body, route } = ask(mockAt(all), `GET ${path}`);
  expect([status, body.items.map((one: { id: number }) => one.id)]).toEqual([200, keys]);
  expect(route).toEqual({ pattern, collection: 'orders', id });
});

test.each([
  ['/v2/orders/2', '/v2/orders/{id}', '2'],
  ['/v2/orders/%32', '/v2/orders/{id}', '2'],
  ['/users/bob/orders/2', '/users/{user}/orders/{id}', '2'],
  ['/latest', '/latest', '3'],
])('%s is a record', (path, pattern, id) => {
  const { status, body, route } = ask(mockAt(all), `GET ${path}`);
  expect([status, String(body.id), route]).toEqual([200, id, { pattern, collection: 'orders', id }]);
});

test.each([
  ['GET', 404, '/problems/unknown-record'],
  ['PATCH', 404, '/problems/unknown-record'],
  ['DELETE', 404, '/problems/unknown-record'],
  ['PUT', 409, '/problems/conflict'],
])('a %s of a record at a path of others is refused, and the record stays', (method, status, type) => {
  const context = mockAt(all, {}, { kind: 'ghost-write', patch: { total: 9 } });
  expect(ask(context, `${method} /users/ada/orders/2`, { body: { total: 1 } })).toMatchObject({
    status,
    body: { type, detail: 'Record 2 of orders has another path.' },
  });
  expect(context.collections.get('orders')?.revision).toBe(0);
});

test('a record is elsewhere as soon as the write of another client has moved it', () => {
  const context = mockAt(all, {}, { kind: 'ghost-write', patch: { user: 'bob' } });
  expect(ask(context, 'PATCH /users/ada/orders/1', { body: { total: 1 } }).status).toBe(404);
  expect(context.collections.get('orders')?.get('1')?.value).toEqual({ ...orders[0], user: 'bob' });
});

test.each([
  ['GET', '/users/%zz/orders'],
  ['GET', '/users/%zz/orders/1'],
  ['GET', '/users/ada/orders/%zz'],
  ['GET', '/v2/orders/%00'],
])('%s %s is refused as a bad path, also if the scenario has a response', (method, path) => {
  const context = mockAt(all, {}, { kind: 'answer', status: 418 });
  expect(ask(context, `${method} ${path}`)).toMatchObject({ status: 400, body: { type: '/problems/bad-path' } });
  expect(ask(context, `${method} /v2/orders`).status).toBe(418);
});

test.each([
  ['POST', '/v2/orders', '/v2/orders/4', { id: 4, user: 'eve' }],
  ['POST', '/users/eve/orders', '/users/eve/orders/4', { id: 4, user: 'eve' }],
  ['PUT', '/users/eve/orders/9', '/users/eve/orders/9', { id: 9, user: 'eve' }],
  ['PUT', '/v2/orders/a%2Fb', '/v2/orders/a%2Fb', { id: 'a/b', user: 'eve' }],
])('a %s to %s creates a record at %s', (method, path, location, value) => {
  const body = path.startsWith('/v2') ? { user: 'eve' } : {};
  const created = ask(mockAt(all), `${method} ${path}`, { body });
  expect([created.status, created.headers.Location, created.body]).toEqual([201, location, value]);
});

test('a record that is created below a list gets the path of its text', () => {
  const created = ask(mockAt(all), 'POST /v2/orders', { body: { id: 'a/b' } });
  expect(created.headers.Location).toBe('/v2/orders/a%2Fb');
});

test.each([
  [['/v2/orders'], '/api/orders/4'],
  [['/v2/orders', '/all/{id}'], '/all/4'],
  [['/v2/orders', '/users/{user}/orders/{id}'], '/api/orders/4'],
])('of the paths %j, a record that is created at a list without records below it is at %s', (paths, location) => {
  const created = ask(mockAt(paths), 'POST /v2/orders', { body: { user: 'eve' } });
  expect([created.status, created.headers.Location]).toEqual([201, location]);
});

test('a record that is created at a list of some has the members of its path, wherever it is', () => {
  const created = ask(mockAt(['/users/{user}/orders']), 'POST /users/eve/orders', { body: {} });
  expect([created.headers.Location, created.body]).toEqual(['/api/orders/4', { id: 4, user: 'eve' }]);
  const refused = ask(mockAt(['/users/{user}/orders']), 'POST /users/eve/orders', { body: { user: 'ada' } });
  expect([refused.status, refused.verdict]).toEqual([422, 'user must be "eve", as the path says.']);
});

test('a path that the user service leaves is served by nobody', () => {
  const context = mockAt(['/v2/orders'], { userService: false });
  expect(ask(context, 'GET /users/1')).toMatchObject({
    status: 404,
    isMissing: true,
    verdict: 'No endpoint has this path. GET / lists the collections.',
  });
  expect(ask(mockAt(['/v2/orders']), 'GET /users/1').body).toEqual({
    message: 'User 1 was not found.',
    status: 'inactive',
  });
});

test('the paths below /api stay beside those of the workspace', () => {
  const context = mockAt(all);
  expect(ask(context, 'GET /api/orders/1').route.pattern).toBe('/api/{collection}/{id}');
  expect(ask(context, 'GET /').status).toBe(200);
  expect(ask(context, 'GET /v2/none').status).toBe(404);
});

test('a POST with an Idempotency-Key is carried out once, if the workspace honours it', () => {
  const post = (context: MockContext) =>
    ask(context, 'POST /v2/orders', { headers: { 'idempotency-key': 'k' }, body: {} }).body.id;
  const once = mockAt(all, { idempotencyKeys: true });
  expect([post(once), post(once)]).toEqual([4, 4]);
  const often = mockAt(all);
  expect([post(often), post(often)]).toEqual([4, 5]);
});

test.each([
  ['/v2/orders/2', '/v2/orders/{id}', 'orders', '2'],
  ['/users/ada/orders', '/users/{user}/orders', 'orders', null],
  ['/users/1', null, null, null],
  ['/api/users/1', '/api/{collection}/{id}', 'users', '1'],
  ['/api/orders', '/api/{collection}', 'orders', null],
  ['/', '/', null, null],
  ['/nowhere', null, null, null],
])('the path %s is that of %s', (path, pattern, collection, id) => {
  const context = mockAt(all, { userService: false });
  expect(routeOf(context, path)).toEqual({ pattern, collection, id });
  expect(targetOf(context, path)).toEqual({ collection, id });
});
