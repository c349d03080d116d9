import { expect, test } from 'vitest';
import { finish } from '../../../../../server/domain/basics/work.ts';
import type { Json } from '../../../../../server/domain/json/json.ts';
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

test('leaves out a path with a parameter that is no member, with a note', () => {
  const imported = finish(importOpenApi({ openapi: '3.1.0', paths: { '/shops/{shop}/orders/{id}': one } }));
  expect(imported).toMatchObject({
    value: { notes: [{ sentence: expect.stringContaining('/shops/{shop}/orders/{id} at /api/orders') }, {}] },
  });
});

test('reads the paths back that a description of this program has', () => {
  const paths = [list('/v1/people'), list('/v1/{team}/people/{id}'), { path: '/v1/me', record: '42' }];
  const definition = { name: 'users', key: 'userId', sort: null, time: null, schema: null, paths };
  const users = new SharedCollection(definition, [{ userId: '42', name: 'Ada', status: 'active', team: 'a' }]);
  expect(pathsIn(describeApi(contextOf([users])))).toEqual([paths]);
});
