import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import type { Json, JsonObject } from '../../../../server/domain/json/json.ts';
import { readRecording } from '../../../../server/domain/recording/recording.ts';

function seen(target: string, body: Json, more: { readonly method?: string; readonly status?: number } = {}) {
  const [path = '', query = ''] = target.split('?');
  const { method = 'GET', status = 200 } = more;
  return { method, path, query, status, body: JSON.stringify(body), hasNext: false, session: null };
}

/** The collections with their paths and records, by name. */
function read(...exchanges: readonly ReturnType<typeof seen>[]) {
  const { collections, settings, notes } = finish(readRecording(exchanges));
  const found = collections.map(({ definition, records }) => ({
    ...definition,
    paths: definition.paths?.map(({ path, record }) => (record === null ? path : `${path} = ${record}`)),
    records: records(definition.key).map(({ value }) => value),
  }));
  return { found, settings, notes };
}

const list = (ids: readonly number[], more: JsonObject = {}) => ids.map((id) => ({ id, ...more }));

test('an id in a path becomes a parameter if the records have it', () => {
  const { found, notes } = read(
    seen('/v2/users/5/orders', list([1, 2], { userId: 5 })),
    seen('/v2/users/6/orders', list([3], { userId: 6 })),
    seen('/v2/orders', list([1, 2, 3], { userId: 5 })),
    seen('/v2/users/7/friends', list([9])),
  );
  expect(found).toMatchObject([
    { name: 'orders', key: 'id', paths: ['/v2/orders', '/v2/orders/{id}', '/v2/users/{userId}/orders'] },
  ]);
  expect(found[0]?.records).toHaveLength(3);
  expect(notes).toEqual(['1 exchange not used: its body is neither a record nor a list of records.']);
});

test('a word in a path becomes a parameter if a member is named like the word before it', () => {
  const { found } = read(seen('/teams/red/players', list([1, 2], { teamName: 'red', colour: 'red' })));
  expect(found[0]?.paths).toEqual(['/teams/{teamName}/players']);
});

test.each([
  ['/api/users', undefined],
  ['/v1/users', ['/v1/users', '/v1/users/{id}']],
  ['/users.json', ['/users.json', '/users.json/{id}']],
] as const)('the list at %s has the paths %j', (path, paths) => {
  expect(read(seen(path, list([1]))).found).toMatchObject([{ name: 'users', ...(paths && { paths }) }]);
  expect(read(seen(path, list([1]))).found[0]?.paths).toEqual(paths);
});

test('the member in the path of a record is the key, and the record replaces its summary', () => {
  const { found } = read(
    seen('/items', [{ name: 'a', code: 'x-1' }]),
    seen('/items/x-1', { name: 'a', code: 'x-1', size: 3 }),
    seen('/items', [{ name: 'b', code: 'x-1' }]),
  );
  expect(found).toMatchObject([{ key: 'code', paths: ['/items', '/items/{code}'] }]);
  expect(found[0]?.records).toEqual([{ name: 'b', code: 'x-1', size: 3 }]);
});

test('lists of one name with other records become collections of their own', () => {
  const { found } = read(
    seen('/orders/items', [{ id: 1, price: 2, amount: 3 }]),
    seen('/carts/items', [{ id: 1, label: 'a', since: 'b' }]),
  );
  expect(found.map(({ name, paths }) => [name, paths?.[0]])).toEqual([
    ['items', '/orders/items'],
    ['cart-items', '/carts/items'],
  ]);
});

test('an object at a path of its own is one record, also of a list', () => {
  const { found } = read(
    seen('/me', { login: 'ada', plan: 'free' }),
    seen('/users', list([4])),
    seen('/users/me', { id: 4 }),
  );
  expect(found.map(({ name, paths }) => [name, paths])).toEqual([
    ['users', ['/users', '/users/me = 4', '/users/{id}']],
    ['me', ['/me = ada']],
  ]);
});

test('a whole record replaces what was known of it, and a list adds to it', () => {
  const { found } = read(
    seen('/things/1', { id: 1, name: 'a', size: 1 }),
    seen('/things', [{ id: 1, name: 'b' }]),
    seen('/things', [{ id: 2, name: 'c' }]),
    seen('/things/2', { id: 2, size: 2 }),
  );
  expect(found[0]?.records).toEqual([
    { id: 1, name: 'b', size: 1 },
    { id: 2, size: 2 },
  ]);
});

test('a record has the number of the latest exchange with it, from 1', () => {
  const exchanges = [seen('/things', list([1, 2])), seen('/other', 'x'), seen('/things/2', { id: 2 })];
  const [things] = finish(readRecording(exchanges)).collections;
  expect(things?.records('id').map(({ exchange }) => exchange)).toEqual([1, 3]);
});

test.each([
  [{ status: 199 }, 'its response has status 199'],
  [{ status: 200 }, null],
  [{ status: 299 }, null],
  [{ status: 300 }, 'its response has status 300'],
  [{ path: '/%zz' }, 'its path names no collection'],
  [{ path: '/' }, 'its path names no collection'],
  [{ body: '' }, 'its response has no JSON'],
  [{ body: '{' }, 'its body is not JSON that can be kept unchanged'],
  [{ body: '[{"id":12345678901234567890}]' }, 'its body is not JSON that can be kept unchanged'],
])('with %j, the reason why an exchange is not used is %j', (change, reason) => {
  const { notes } = read({ ...seen('/all', list([1])), ...change });
  expect(notes).toEqual(reason === null ? [] : [`1 exchange not used: ${reason}.`]);
});

test('a removal counts, whatever its response says', () => {
  const removal = (body: string) => ({ ...seen('/things/1', null, { method: 'DELETE' }), body });
  for (const body of ['', 'gone', '{"id":1}', '[]']) {
    expect(read(seen('/things', list([1, 2])), removal(body)).found[0]?.records).toEqual([{ id: 2 }]);
  }
});

test('a list has a path of its records, unless a path has too many segments', () => {
  const paths = (...exchanges: readonly ReturnType<typeof seen>[]) => read(...exchanges).found[0]?.paths;
  const parents = seen('/folders', [{ id: 1 }, { id: 7 }]);
  expect(paths(parents, seen('/folders/7/folders', [{ id: 8, folderId: 7 }]))).toEqual([
    ...['/folders', '/folders/{id}', '/folders/{folderId}/folders'],
  ]);
  expect(paths(seen('/orders', [{ id: 7, userId: 5 }]), seen('/users/5/orders/7', { id: 7, userId: 5 }))).toEqual([
    ...['/orders', '/orders/{id}', '/users/{userId}/orders', '/users/{userId}/orders/{id}'],
  ]);
  expect(paths(seen('/a/b/c/d/e/f/g/h/i/j/k', list([1])))).toHaveLength(2);
  expect(paths(seen('/a/b/c/d/e/f/g/h/i/j/k/l', list([1])))).toHaveLength(1);
});

test('writes count as the service responds to them, and actions are no records', () => {
  const { found, notes } = read(
    seen('/things', list([1, 2])),
    seen('/things', { id: 3 }, { method: 'POST', status: 201 }),
    seen('/things/1', { id: 1, name: 'a' }, { method: 'PATCH' }),
    seen('/things/2', null, { method: 'DELETE', status: 204 }),
    seen('/things/9', { message: 'none' }, { status: 404 }),
    seen('/login', { token: '***' }, { method: 'POST' }),
  );
  expect(found[0]?.records).toEqual([{ id: 1, name: 'a' }, { id: 3 }]);
  expect(notes).toEqual([
    '1 exchange not used: its response has status 404.',
    '1 exchange not used: a POST elsewhere than to a list creates no record.',
  ]);
});

test.each([
  ['ascending keys', [{ id: 2 }, { id: 10 }], null],
  ['descending keys', [{ id: 10 }, { id: 2 }], '-id'],
  [
    'descending times',
    [
      { id: 2, at: 1, createdAt: '2026-02-02' },
      { id: 3, at: 2, createdAt: '2026-01-01' },
      { id: 1, at: 1, createdAt: '2025-01-01' },
    ],
    '-createdAt',
  ],
  [
    'a member with ties',
    [
      { id: 9, name: 'a' },
      { id: 1, name: 'b' },
      { id: 2, name: 'b' },
    ],
    'name',
  ],
] as const)('the order is that of %s', (_, records, sort) => {
  const { found, notes } = read(seen('/all', records as Json));
  expect([found[0]?.sort, notes]).toEqual([sort, []]);
});

test('an order of no member is noted, and a list with an order of its request tells nothing', () => {
  const records = [{ id: 2 }, { id: 1 }, { id: 3 }];
  expect(read(seen('/all', records)).notes).toEqual([
    'The order of "all" is that of no member; the mock lists them by key.',
  ]);
  for (const query of ['_sort=x', 'sort=x', 'a=1&list_order=asc', 'OrderBy=x']) {
    expect(read(seen(`/all?${query}`, records), seen('/all', list([1, 2, 3]))).notes).toEqual([]);
  }
});

test.each([
  ['a bare array', '/all', list([1]), { dialect: 'default', envelope: 'array' }],
  ['json-server 0.17', '/all?_page=1&_limit=1', list([1]), { dialect: 'json-server-0.17' }],
  [
    'json-server 1',
    '/all?_page=1',
    { first: 1, prev: null, next: 2, last: 2, pages: 2, items: 2, data: list([1]) },
    { dialect: 'json-server-1' },
  ],
  [
    'SCIM',
    '/all',
    { totalResults: 1, startIndex: 1, itemsPerPage: 1, Resources: list([1]) },
    { dialect: 'scim', pageSize: 1 },
  ],
  [
    'our envelope',
    '/all?limit=1',
    { items: list([1]), total: 2, limit: 1, offset: 0, next: 'x', prev: null },
    { dialect: 'default', envelope: 'object' },
  ],
  [
    'names of its own',
    '/all?page=2',
    { results: list([1]), total_count: 9, page: 2, per_page: 1, next: null, previous: null },
    {
      dialect: 'default',
      envelope: {
        items: 'results',
        total: 'total_count',
        limit: 'per_page',
        page: 'page',
        next: 'next',
        prev: 'previous',
      },
      pageSize: 1,
    },
  ],
  [
    'cursors',
    '/all?cursor=a',
    { data: list([1, 2]), next_cursor: 'b' },
    {
      dialect: 'default',
      envelope: { items: 'data', total: null, limit: null, next: null, prev: null, next_cursor: 'next_cursor' },
    },
  ],
] as const)('the settings for %s', (_, target, body, settings) => {
  expect(read(seen(target, body as Json)).settings).toEqual(settings);
});

test('what the mock cannot do is noted', () => {
  const { notes } = read(seen('/a?_page=1&startIndex=4', { items: list([1]), total: 1, took: 3, facets: {} }));
  expect(notes).toEqual([
    'The mock does not page by _page, startIndex in the way of this service.',
    `The mock's lists have no "took", "facets".`,
  ]);
});

test.each([
  ['a record with a list in it', '/cart/7', { id: 7, lines: [{ sku: 'a' }], note: 'x' }, ['7']],
  ['numbers that lose digits', '/all', '[{"id":1,"n":12345678901234567890}]', []],
  ['text', '/all', 'plain', []],
  ['an empty list', '/all', [], []],
  ['lists of lists', '/all', [[1], [2]], []],
] as const)('%s', (_, path, body, ids) => {
  const exchange = { ...seen(path, null), body: typeof body === 'string' ? body : JSON.stringify(body) };
  expect(read(exchange).found.flatMap(({ records }) => records.map(({ id }) => String(id)))).toEqual(ids);
});
