import { expect, test } from 'vitest';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../../server/domain/json/json.ts';
import { valueAt } from '../../../../server/domain/json/pointer.ts';
import { dialectNames, type Settings } from '../../../../server/domain/model/settings.ts';
import { describeApi } from '../../../../server/domain/openapi/document.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { contextOf } from './arbitrary-context.ts';

const paths = [
  { path: '/v2/{owner}/things', record: null },
  { path: '/v2/things/{thing}', record: null },
  { path: '/v2/thing', record: '7' },
];
const definition = { name: 'things', key: 'id', sort: null, time: null, schema: null, paths };

function documentOf(settings: Partial<Settings> = {}): JsonObject {
  const things = new SharedCollection(definition, [{ id: 7, size: 1 }]);
  const users = new SharedCollection({ ...definition, name: 'users', key: 'userId', paths: [] }, [
    { userId: '1', name: 'Bob', status: 'inactive' },
    { userId: '2', name: 5, status: 'active' },
    { userId: '3', name: 'Ada', status: 'active', plan: 'free' },
  ]);
  return describeApi(contextOf([things, users], settings));
}

function objectsIn(value: Json): readonly JsonObject[] {
  if (isJsonArray(value)) return value.flatMap(objectsIn);
  return isJsonObject(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
}

test.each(dialectNames)('a document of the dialect %s describes everything in sentences', (dialect) => {
  const objects = objectsIn(documentOf({ dialect, idempotencyKeys: true }));
  const textsOf = (name: string) => objects.map((one) => one[name]).filter((text) => text !== undefined);
  expect(textsOf('description').length).toBeGreaterThan(50);
  for (const text of textsOf('description')) expect(text).toMatch(/^[A-Z`].*[a-z0-9)`]\.$/s);
  for (const text of textsOf('summary')) expect(text).toMatch(/^[A-Z].*[a-z]$/);
  for (const one of objects.filter(({ operationId }) => operationId !== undefined)) {
    expect([typeof one.summary, (one.tags as string[])[0]]).toEqual([
      'string',
      expect.stringMatching(/^(things|users|User .*e)$/),
    ]);
  }
});

/** Id, statuses and media types of the requests, by method. */
function operationsAt(document: JsonObject, path: string) {
  const operations = Object.entries(valueAt(document, ['paths', path]) as JsonObject).filter(
    ([, one]) => isJsonObject(one) && one.operationId !== undefined,
  );
  return Object.fromEntries(
    operations.map(([method, one]) => {
      const { operationId, responses, requestBody } = one as Readonly<Record<string, JsonObject>>;
      const content = requestBody ? [[requestBody.required, ...Object.keys(requestBody.content as JsonObject)]] : [];
      return [method, [operationId, Object.keys(responses ?? {}).join(' '), ...content]];
    }),
  );
}

const types = ['application/json'];
const ofList = {
  get: ['list_things', '200 304 400 404 412 default'],
  head: ['listHead_things', '200 304 400 404 412 default'],
  post: ['create_things', '201 400 404 409 412 413 415 422 default', [true, ...types]],
};
const ofRecord = {
  get: ['get_things', '200 304 400 404 412 default'],
  head: ['getHead_things', '200 304 400 404 412 default'],
  put: ['put_things', '200 201 204 400 404 412 413 415 422 428 default', [true, ...types]],
  patch: [
    'patch_things',
    '200 204 400 404 409 412 413 415 422 428 default',
    [true, ...types, 'application/merge-patch+json', 'application/json-patch+json'],
  ],
  delete: ['delete_things', '204 400 404 412 428 default'],
};

test('a list and its records have operations', () => {
  const document = documentOf();
  expect(operationsAt(document, '/api/things')).toEqual(ofList);
  expect(operationsAt(document, '/api/things/{id}')).toEqual(ofRecord);
  expect(valueAt(document, ['paths', '/api/things/{id}'])).toMatchObject({
    'x-key': 'id',
    parameters: [
      {
        name: 'id',
        in: 'path',
        required: true,
        schema: { type: 'string' },
        description: 'Key of the record, its member id.',
      },
    ],
  });
});

test('other paths have the same operations under other ids, and name the collection', () => {
  const document = documentOf();
  const idsAt = (path: string) => Object.values(operationsAt(document, path)).map(([id]) => id);
  expect(idsAt('/v2/{owner}/things')).toEqual(Object.values(ofList).map(([id]) => `${id}_2`));
  expect(idsAt('/v2/things/{thing}')).toEqual(Object.values(ofRecord).map(([id]) => `${id}_3`));
  expect(idsAt('/v2/thing')).toEqual(Object.values(ofRecord).map(([id]) => `${id}_4`));
  expect(operationsAt(document, '/v2/thing').put?.[1]).toMatch(/ 409 /);
  expect(operationsAt(document, '/v2/thing').delete?.[1]).not.toMatch(/ 409 /);

  const at = (path: string) => valueAt(document, ['paths', path]) as JsonObject;
  const described = (name: string, description: string) => ({
    ...{ 'x-collection': 'things', parameters: [expect.objectContaining({ name, description })] },
  });
  expect(at('/v2/{owner}/things')).toMatchObject(described('owner', 'The owner of the records.'));
  expect(at('/v2/things/{thing}')).toMatchObject(described('thing', 'Key of the record.'));
  expect(at('/v2/thing')).toMatchObject({ 'x-record': '7' });
  expect(['parameters' in at('/v2/thing'), 'x-key' in at('/v2/thing'), 'x-record' in at('/v2/things/{thing}')]).toEqual(
    [...[false, false, false]],
  );
});

test('the User Information Service has the first active user as its example, if the workspace has it', () => {
  const document = documentOf();
  expect(operationsAt(document, '/users/{userId}')).toEqual({
    get: ['getUser', '200 400 404 default'],
    head: ['getHeadUser', '200 400 404 default'],
  });
  const example = ['paths', '/users/{userId}', 'get', 'responses', '200', 'content', 'application/json', 'example'];
  expect(valueAt(document, example)).toEqual({ userId: '3', name: 'Ada', status: 'active' });
  expect(document.tags).toEqual([{ name: 'User Information Service' }, { name: 'things' }, { name: 'users' }]);
  const without = documentOf({ userService: false });
  expect(without.tags).toEqual([{ name: 'things' }, { name: 'users' }]);
  expect(Object.keys(without.paths as JsonObject)).not.toContain('/users/{userId}');
});

test('the key of a user is the parameter of its path', () => {
  const path = {
    name: 'userId',
    in: 'path',
    required: true,
    schema: { type: 'string' },
    description: 'Key of the user.',
  };
  expect(valueAt(documentOf(), ['paths', '/users/{userId}', 'parameters'])).toEqual([path]);
});

test.each(['get', 'head'])(
  'the parameters of the method %s of a list are those of lists, filters and conditions',
  (method) => {
    const parameters = valueAt(documentOf(), ['paths', '/api/things', method, 'parameters']) as JsonObject[];
    const names = parameters.map(({ $ref, name }) => name ?? String($ref).split('/').at(-1));
    expect(names.slice(0, 2)).toEqual(['filter', 'sort']);
    expect(names).toContain('size_less_than');
    expect(names.slice(-6)).toEqual(['if_match', 'if_none_match', 'resource_version', 'prefer', 'scenario', 'session']);
  },
);

test('the header Idempotency-Key is described if the workspace honours it', () => {
  const reference = { $ref: '#/components/parameters/idempotency_key' };
  for (const idempotencyKeys of [true, false]) {
    const document = documentOf({ idempotencyKeys });
    const parametersOf = (path: string, method: string) =>
      valueAt(document, ['paths', path, method, 'parameters']) as Json[];
    const has = [parametersOf('/api/things', 'post'), parametersOf('/api/things/{id}', 'patch')].map((parameters) =>
      parameters.some((one) => JSON.stringify(one) === JSON.stringify(reference)),
    );
    expect(has).toEqual([idempotencyKeys, idempotencyKeys]);
    expect(parametersOf('/api/things/{id}', 'put')).not.toContainEqual(reference);
    expect('idempotency_key' in (valueAt(document, ['components', 'parameters']) as JsonObject)).toBe(idempotencyKeys);
  }
});

test.each([
  ['default', { type: 'object', required: ['items'] }, '204'],
  ['json-server-0.17', { type: 'array' }, '200'],
  ['scim', { type: 'object' }, '204'],
] as const)('the list of the dialect %s has its form, and a deletion its status', (dialect, form, deleted) => {
  const document = documentOf({ dialect });
  const { content = {} } = valueAt(document, ['paths', '/api/things', 'get', 'responses', '200']) as Record<
    string,
    JsonObject
  >;
  const [media] = Object.values(content);
  expect(media).toMatchObject({ schema: form });
  expect(operationsAt(document, '/api/things/{id}').delete?.[1]).toMatch(new RegExp(`^${deleted} `));
});

test('an envelope has the names of the settings, and leaves out members without a name', () => {
  const document = documentOf({ envelope: { items: 'rows', total: null, next: 'more' } });
  const schema = valueAt(document, [
    'paths',
    '/api/things',
    'get',
    'responses',
    '200',
    'content',
    'application/json',
    'schema',
  ]);
  const { required, properties } = schema as JsonObject;
  expect(required).toEqual(['rows']);
  expect(Object.keys(properties as JsonObject)).toEqual([
    'rows',
    'limit',
    'offset',
    'page',
    'more',
    'prev',
    'next_cursor',
  ]);
  expect(properties).toMatchObject({ limit: { type: 'integer' }, more: { type: ['string', 'null'] } });
});
