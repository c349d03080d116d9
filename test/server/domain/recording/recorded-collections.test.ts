import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../server/domain/json/json.ts';
import {
  keyOf,
  pathName,
  type Read,
  RecordedCollections,
  sampleOf,
} from '../../../../server/domain/recording/recorded-collections.ts';
import { keySample } from '../../../../server/domain/records/recognize-key.ts';

type Step = readonly [request: string, json: Json];

/** Adds exchanges such as `['GET /users', […]]`; returns what became of each. */
function recorded(...steps: readonly Step[]) {
  const collections = new RecordedCollections();
  const outcomes = steps.map(([request, json], number) => {
    const [method = '', path = ''] = request.split(' ');
    const read = { method, segments: path.split('/').slice(1), json, number, query: '', hasNext: false };
    return collections.addList(read as unknown as Read) ? 'list' : collections.addRecord(read as unknown as Read);
  });
  const found = [...collections.found()];
  return {
    found,
    outcomes,
    paths: Object.fromEntries(found.map(({ name, paths }) => [name, [...paths.keys()]])),
    kinds: found.map(({ observations }) => observations.map(({ kind }) => kind).join(' ')),
  };
}

const one: readonly JsonObject[] = [{ id: 1, name: 'a' }];

test('lists are responses to GET and HEAD', () => {
  const { outcomes, kinds } = recorded(['GET /users', one], ['HEAD /users', one], ['PUT /users', one]);
  expect(outcomes).toEqual(['list', 'list', 'its body is neither a record nor a list of records']);
  expect(kinds).toEqual(['list list']);
});

test('a list may have the last name of the path as the member of its envelope', () => {
  const people = { people: one, kind: 'x' };
  const { outcomes, found } = recorded(['GET /v1/people', people], ['GET /people/all', people]);
  expect(outcomes[0]).toBe('list');
  expect(found[0]?.observations).toMatchObject([{ kind: 'list', list: { records: one } }]);
  expect(outcomes[1]).not.toBe('list');
});

test('a removal belongs to the list that its path names', () => {
  const players = [{ id: 5, teamName: 'red' }];
  const unseen = 'it removes a record that was not seen';
  const { found, outcomes, kinds } = recorded(
    ['DELETE /users/1', null],
    ['GET /users', one],
    ['GET /teams/red/players', players],
    ['DELETE /users/1', null],
    ['DELETE /teams/blue/players/5', null],
    ['DELETE /teams/blue/coaches/5', null],
    ['DELETE /teams/blue/players/5/goals', null],
  );
  expect(outcomes).toEqual([unseen, 'list', 'list', null, null, unseen, unseen]);
  expect(kinds).toEqual(['list removal', 'list removal']);
  expect(found.map(({ observations }) => observations.at(-1))).toMatchObject([{ id: '1' }, { id: '5' }]);
});

test('a record is found at a path that has its key, also in an envelope', () => {
  const { outcomes, paths, found } = recorded(
    ['GET /items/x-1', { data: { code: 'x-1', size: 1 } }],
    ['GET /shops/7', { data: { id: 3 }, id: 7 }],
    ['GET /teams/red', { data: 'x', id: 'red' }],
  );
  expect(outcomes).toEqual([null, null, null]);
  expect(paths).toEqual({
    items: ['/items', '/items/{code}'],
    shops: ['/shops', '/shops/{id}'],
    teams: ['/teams', '/teams/{id}'],
  });
  expect(found.map(sampleOf)).toEqual([
    [{ code: 'x-1', size: 1 }],
    [{ data: { id: 3 }, id: 7 }],
    [{ data: 'x', id: 'red' }],
  ]);
});

test('the member in the path of a record is the key, whatever other members could be', () => {
  const { found } = recorded(['GET /items/x-1', { label: 'z', name: 'x-1', id: 3 }]);
  expect(found.map(keyOf)).toEqual(['name']);
});

test('only an object is taken out of its envelope', () => {
  const { found } = recorded(['GET /motto', { data: 'x' }]);
  expect(found.map((one) => [one.name, keyOf(one), sampleOf(one)])).toEqual([['motto', 'data', [{ data: 'x' }]]]);
});

test('a POST to a list creates a record, and one elsewhere none', () => {
  const { outcomes, kinds } = recorded(
    ['GET /users', one],
    ['POST /users', { id: 2 }],
    ['POST /users/search', { total: 1 }],
    ['POST /login', { token: 'x' }],
  );
  const elsewhere = 'a POST elsewhere than to a list creates no record';
  expect([outcomes, kinds]).toEqual([['list', null, elsewhere, elsewhere], ['list record']]);
});

test('an object at a path of its own is a record of the list before it, or of its own collection', () => {
  const { outcomes, paths, found } = recorded(
    ['GET /users', one],
    ['GET /users/me', { id: 1, name: 'a' }],
    ['GET /users/status', { id: null, login: 'ada' }],
    ['GET /switch', { on: true }],
    ['GET /', { login: 'x' }],
  );
  expect(outcomes.slice(0, 4)).toEqual(['list', null, null, 'the record has no member that could be its key']);
  expect(paths).toMatchObject({ users: ['/users', '/users/me'], status: ['/users/status'] });
  expect(found.find(({ name }) => name === 'status')?.key).toBe('login');
});

test('below a version, too, an object belongs to the list before it or has a key named like its path', () => {
  const { outcomes, paths, found } = recorded(
    ['GET /v1/users', one],
    ['GET /v1/users/me', { id: 1, name: 'a' }],
    ['GET /v1/profile', { label: 'z', profileId: 4 }],
    ['GET /users/5/profile', { label: 'z' }],
  );
  expect(outcomes).toEqual(['list', null, null, 'no member of the record has a value of its path']);
  expect(paths).toEqual({ users: ['/v1/users', '/v1/users/me'], profile: ['/v1/profile'] });
  expect(found.map(keyOf)).toEqual(['id', 'profileId']);
});

test('a path has no parameter twice', () => {
  const { paths } = recorded(['GET /users/5/orders/5', { id: 5 }]);
  expect(paths).toEqual({ orders: ['/users/{id}/orders'] });
});

const wide = { id: 1, p: 1, q: 1 };
const other = { id: 2, r: 1, s: 1 };

test.each<[string, readonly Step[], readonly string[]]>([
  [
    'a path, whatever else,',
    [
      ['GET /a/x', [wide]],
      ['GET /a/x', [other]],
    ],
    ['x'],
  ],
  [
    'nothing, because the first is empty',
    [
      ['GET /a/x', []],
      ['GET /b/x', [other]],
    ],
    ['x'],
  ],
  [
    'nothing, because the second is empty',
    [
      ['GET /a/x', [wide]],
      ['GET /b/x', []],
    ],
    ['x'],
  ],
  [
    'their key alone',
    [
      ['GET /x', [wide]],
      ['GET /users/7/x', [{ ...other, userId: 7 }]],
    ],
    ['x', 'user-x'],
  ],
  [
    'their key alone, below no other word',
    [
      ['GET /a/x', [wide]],
      ['GET /x', [other]],
    ],
    ['x', 'x-2'],
  ],
  [
    'their key alone, while one is seen by itself',
    [
      ['GET /a/x/1', wide],
      ['GET /b/x/2', other],
    ],
    ['x', 'b-x'],
  ],
  [
    'their key alone, while one is the only record at its path',
    [
      ['GET /a/x', [wide]],
      ['GET /b/x', other],
    ],
    ['x', 'b-x'],
  ],
  [
    'half of their members',
    [
      ['GET /a/x', [{ id: 1, p: 1 }]],
      ['GET /b/x', [{ id: 2, q: 1 }]],
    ],
    ['x'],
  ],
  [
    'fewer of the first',
    [
      ['GET /a/x', [{ id: 1, p: 1, q: 1 }]],
      ['GET /b/x', [{ id: 2 }]],
    ],
    ['x', 'b-x'],
  ],
  [
    'fewer of the second',
    [
      ['GET /a/x', [{ id: 1 }]],
      ['GET /b/x', [{ id: 2, p: 1, q: 1 }]],
    ],
    ['x', 'b-x'],
  ],
])('lists of one name whose records share %s', (_, steps, names) => {
  expect(recorded(...steps).found.map(({ name }) => name)).toEqual(names);
});

test('every collection has a name of its own', () => {
  const { paths } = recorded(
    ['GET /orders/items', [{ id: 1, price: 2, amount: 3 }]],
    ['GET /carts/items', [{ id: 1, label: 'a', since: 'b' }]],
    ['GET /old/carts/items', [{ id: 1, p: 1, q: 2, r: 3 }]],
    ['GET /new/carts/items', [{ id: 1, s: 1, t: 2, u: 3 }]],
  );
  expect(Object.keys(paths)).toEqual(['items', 'cart-items', 'cart-items-2', 'cart-items-3']);
});

test.each([
  ['/users.json', 'users'],
  ['/users.jsonl', 'users.jsonl'],
  ['/my,users', 'my-users'],
  ['/7up', 'collection-7up'],
])('the list at %s is called %s', (path, name) => {
  expect(recorded([`GET ${path}`, one]).found[0]?.name).toBe(name);
});

test('ids in the path of a record become parameters that its members have', () => {
  const { outcomes, paths } = recorded(
    ['GET /users/5/orders/7', { id: 7, userId: 5 }],
    ['POST /users/6/orders', { id: 8, userId: 6 }],
    ['GET /users/5/notes/7', { id: 7 }],
  );
  expect(outcomes).toEqual([null, null, 'no member of the record has a value of its path']);
  expect(paths).toEqual({ orders: ['/users/{userId}/orders', '/users/{userId}/orders/{id}'] });
});

test('a path of a record stays with the first record that was seen there', () => {
  const { found } = recorded(['GET /users', one], ['GET /users/me', { id: 1 }], ['GET /users/me', { id: 2 }]);
  expect(found[0]?.paths.get('/users/me')?.record).toBe('1');
});

test('a sample has a limit, also over several lists', () => {
  const many = Array.from({ length: keySample - 1 }, (_, id) => ({ id }));
  const { found } = recorded(['GET /users', many], ['GET /users', many], ['GET /users/1', { id: 1 }]);
  expect(found.map((one) => sampleOf(one).length)).toEqual([keySample]);
});

test('records without a recognizable key have the key "id"', () => {
  const { found } = recorded(['GET /logs', [{ text: 'a' }, { text: 'a' }]]);
  expect(found.map(keyOf)).toEqual(['id']);
});

test.each([
  ['user-id', 'user-id'],
  ['_id2', '_id2'],
  ['2nd', 'id'],
  ['a b', 'id'],
])('the key "%s" is the parameter {%s} of a path', (key, name) => {
  expect(pathName(key)).toBe(name);
});
