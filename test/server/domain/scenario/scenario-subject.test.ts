import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { PathTable } from '../../../../server/domain/request/path-table.ts';
import { scenarioSubject, usualSubject } from '../../../../server/domain/scenario/scenario-subject.ts';

function collectionOf(name: string, records: readonly JsonObject[], ...paths: readonly string[]): SharedCollection {
  const key = name === 'users' ? 'userId' : 'id';
  const own = paths.map((path) => ({ path, record: null }));
  const definition = { name, key, sort: null, time: null, schema: null, ...(own.length > 0 && { paths: own }) };
  return new SharedCollection(definition, records);
}

function subjectOf(collections: readonly SharedCollection[], userService = true) {
  const definitions = collections.map(({ definition }) => definition);
  return scenarioSubject(collections, new PathTable(definitions, { userService }));
}

const orders = collectionOf('orders', [{ id: 1 }]);
const users = collectionOf('users', [{ userId: 'a' }, { userId: '42' }]);
const ownOrders = collectionOf('orders', [{ id: 1 }], '/shop/orders', '/shop/orders/{id}');
const ownUsers = collectionOf('users', [{ userId: 7 }], '/v2/people', '/v2/person/{id}');

test('the usual subject is user 42 of the user service', () => {
  expect(subjectOf([orders, users])).toEqual(usualSubject);
});

test('the user is the first one if there is no 42', () => {
  const others = collectionOf('users', [{ userId: 'b' }, { userId: 'a' }]);
  expect(subjectOf([others]).user).toEqual({ ...usualSubject.user, id: 'b' });
});

test('without the user service, the user is a record of the collection', () => {
  const subject = subjectOf([orders, users], false);
  expect(subject.user).toEqual({ id: '42', path: '/api/users/{id}', isService: false });
  expect(subject.service).toEqual({ name: 'users', one: '/api/users/{id}', all: '/api/users/**' });
  expect(subject).toMatchObject({ lists: usualSubject.lists, records: usualSubject.records });
});

test('without users, the first collection is the service, and a sentence tells why there is no user', () => {
  expect(subjectOf([orders])).toMatchObject({
    user: 'The workspace has no collection "users".',
    service: { name: 'orders', one: '/api/orders/{id}', all: '/api/orders/**' },
  });
  expect(subjectOf([])).toMatchObject({ user: 'The workspace has no collection "users".', service: null });
  expect(subjectOf([collectionOf('users', [])]).user).toBe('The collection users has no record.');
});

test('names the paths that collections have instead', () => {
  expect(subjectOf([orders, ownOrders, ownUsers], false)).toEqual({
    user: { id: '7', path: '/v2/person/{id}', isService: false },
    service: { name: 'users', one: '/v2/person/{id}', all: '/v2/people/**' },
    lists: [...usualSubject.lists, '/shop/orders', '/v2/people'],
    records: {},
  });
});

test('the kind of a path counts, not its place among the paths', () => {
  const reversed = collectionOf('orders', [{ id: 1 }], '/shop/order/{id}', '/shop/orders');
  expect(subjectOf([reversed]).service).toEqual({ name: 'orders', one: '/shop/order/{id}', all: '/shop/orders/**' });
});
