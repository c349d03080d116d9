import { expect, test } from 'vitest';
import { finish } from '../../../../../server/domain/basics/work.ts';
import type { Json, JsonObject } from '../../../../../server/domain/json/json.ts';
import { describeApi } from '../../../../../server/domain/openapi/document.ts';
import { importOpenApi } from '../../../../../server/domain/openapi/import/import.ts';
import { SharedCollection } from '../../../../../server/domain/records/shared-collection.ts';
import { contextOf } from '../arbitrary-context.ts';

const order = { type: 'object', properties: { id: { type: 'integer' }, customer_id: { type: 'string' } } };
const one = { get: { responses: { 200: { content: { 'application/json': { schema: order } } } } } };
const many = {
  get: { responses: { 200: { content: { 'application/json': { schema: { type: 'array', items: order } } } } } },
};

function pathsIn(document: Json): readonly unknown[] {
  const imported = finish(importOpenApi(document));
  return imported.ok ? imported.value.collections.map(({ definition }) => definition.paths) : [imported.problem];
}

const list = (path: string) => ({ path, record: null });

test.each([
  [[{ url: 'https://api.example.test/v2/' }], '/v2'],
  [[{ url: '/shop/{version}', variables: { version: { default: 'v3' } } }], '/shop/v3'],
  [[{ url: 'https://api.example.test' }], ''],
  [[{ url: 'HTTPS://API.example.test:8443/v2' }], '/v2'],
  [[{ url: 'git+ssh-2.0://api.example.test/v2' }], '/v2'],
  [[{ url: '//api.example.test/v2' }], '/v2'],
  [[{ url: 'https://{host}/v2' }], '/v2'],
  [[{ url: 'https://api.example.test?next=/v2' }], ''],
  [[{ url: 'https://api.example.test#/v2' }], ''],
  [[{ url: '/v2?next=/a#/b' }], '/v2'],
  [[{ url: '/v2#/b' }], '/v2'],
  [[{ url: '/shop/v2//' }], '/shop/v2'],
  [[{ url: '/{a}{b}', variables: { a: { default: 'x' }, b: { default: 'y' } } }], '/xy'],
  [[{ url: '/a{}{b}', variables: { b: { enum: ['y'] } } }], '/a'],
  [[{ url: '/v1' }, { url: '/v2' }], '/v1'],
  [[{ description: 'Here' }], ''],
  [[{ url: 5 }], ''],
  [undefined, ''],
])('keeps the paths below that of the first server: %j', (servers, base) => {
  const document = { openapi: '3.1.0', ...(servers && { servers }), paths: { '/orders': many, '/orders/{no}': one } };
  expect(pathsIn(document as Json)).toEqual([[list(`${base}/orders`), list(`${base}/orders/{id}`)]]);
});

test('keeps the base path of a Swagger document', () => {
  const responses = { 200: { schema: order } };
  const document = { swagger: '2.0', basePath: '/v1', paths: { '/orders/{id}': { get: { responses } } } };
  expect(pathsIn(document)).toEqual([[list('/v1/orders/{id}')]]);
});

test('gives a parameter before the end the name of its member', () => {
  const paths = { '/customers/{customerId}/orders': many, '/customers/{customerId}/orders/{id}': one };
  expect(pathsIn({ openapi: '3.1.0', paths })).toEqual([
    [list('/customers/{customer_id}/orders'), list('/customers/{customer_id}/orders/{id}')],
  ]);
});

/** The path of the records of customers with such a member, below the parameter. */
function pathBelow(parameter: string, member: string): readonly unknown[] {
  const schema = { properties: { id: { type: 'string' }, [member]: { type: 'string' } } };
  const get = { responses: { 200: { content: { 'application/json': { schema } } } } };
  return pathsIn({ openapi: '3.1.0', paths: { [`/of/{${parameter}}/orders/{id}`]: { get } } });
}

test.each([
  ['customer', 'customer'],
  ['customer', 'customerId'],
  ['customer', 'customer_id'],
  ['customerId', 'customer'],
  ['customer_id', 'customer'],
  ['customer-ID', 'customer'],
  ['customerid', 'Customer'],
])('the parameter {%s} stands for the member %s', (parameter, member) => {
  expect(pathBelow(parameter, member)).toEqual([[list(`/of/{${member}}/orders/{id}`)]]);
});

test.each([
  ['idCustomer', 'customer'],
  ['customer_idx', 'customer'],
  ['customer', 'custom'],
  ['', 'customer'],
  ['id', 'customer'],
])('the parameter {%s} does not stand for the member %s', (parameter, member) => {
  expect(pathBelow(parameter, member)).not.toContainEqual([list(`/of/{${member}}/orders/{id}`)]);
});

test.each<[string, JsonObject, string]>([
  ['a parameter that is no member', { '/shops/{shop}/orders/{id}': one }, '/shops/{shop}/orders/{id} at /api/orders'],
  ['a list at such a path', { '/shops/{shop}/orders': many, '/shops/{a}/orders/{id}': one }, '/shops/{shop}/orders at'],
  ['a format at its end', { '/orders/{id}.{format}': one }, '/orders/{id}.{format} at /api/orders'],
  ['a space', { '/my shop/orders/{id}': one }, '/my shop/orders/{id} at /api/orders'],
])('leaves out a path with %s, with a note', (_, paths, note) => {
  const imported = finish(importOpenApi({ openapi: '3.1.0', paths }));
  expect(imported).toMatchObject({
    value: { notes: [{ sentence: expect.stringContaining(note), pointer: expect.stringMatching(/^\/paths\/~1/) }, {}] },
  });
  expect(pathsIn({ openapi: '3.1.0', paths })).toEqual([undefined]);
});

test('keeps those paths of a collection that can be kept', () => {
  const paths = { '/orders': many, '/orders/{id}.{format}': one };
  expect(pathsIn({ openapi: '3.1.0', paths })).toEqual([[list('/orders')]]);
});

test('the paths that a collection has anyway are not kept twice', () => {
  const paths = { '/orders/': many, '/orders/{no}/': one };
  const below = (url: string) => pathsIn({ openapi: '3.1.0', servers: [{ url }], paths });
  expect(below('/api')).toEqual([undefined]);
  expect(below('/api/v1')).toEqual([[list('/api/v1/orders'), list('/api/v1/orders/{id}')]]);
  expect(below('/go//x')).toEqual([undefined]);
});

test('a document names other paths of its collections, of which only the usable ones are kept', () => {
  const named = (collection: string, record?: string) => ({ 'x-collection': collection, 'x-record': record ?? null });
  const paths = {
    ...{ '/api/orders/{id}': one, '/mine': named('orders', '5'), '/all': named('orders') },
    ...{ '/other': named('others'), '/one/{id}': named('orders', '5'), '/a b': named('orders') },
  };
  expect(pathsIn({ openapi: '3.1.0', paths })).toEqual([[{ path: '/mine', record: '5' }, list('/all')]]);
});

test('reads the paths back that a description of this program has', () => {
  const paths = [list('/v1/people'), list('/v1/{team}/people/{id}'), { path: '/v1/me', record: '42' }];
  const definition = { name: 'users', key: 'userId', sort: null, time: null, schema: null, paths };
  const users = new SharedCollection(definition, [{ userId: '42', name: 'Ada', status: 'active', team: 'a' }]);
  expect(pathsIn(describeApi(contextOf([users])))).toEqual([paths]);
});
