import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../server/domain/json/json.ts';
import type { DialectName, Settings } from '../../../../server/domain/model/settings.ts';
import { describeApi } from '../../../../server/domain/openapi/document.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { acceptedAt } from './accepted-at.ts';
import { contextOf } from './arbitrary-context.ts';

function documentOf(settings: Partial<Settings> = {}): JsonObject {
  const definition = { name: 'things', key: 'id', sort: null, time: null, schema: null };
  return describeApi(contextOf([new SharedCollection(definition, [{ id: 1 }])], settings));
}

const user = { userId: '1', name: 'Ada', status: 'active' };
const inactive = { message: 'Not found', status: 'inactive' };
const fault = { type: '/problems/odd', title: 'Odd', status: 400, detail: 'This is odd.' };

/** The value without each of its members in turn. */
const lacking = (value: JsonObject): readonly Json[] =>
  Object.keys(value).map((name) => Object.fromEntries(Object.entries(value).filter(([other]) => other !== name)));

/** The value with each of its members in turn replaced by one that it cannot have. */
const spoiled = (value: JsonObject, by: Json): readonly Json[] =>
  Object.keys(value).map((name) => ({ ...value, [name]: by }));

test.each<[string, readonly Json[], readonly Json[]]>([
  [
    'ActiveUser',
    [user],
    [...lacking(user), ...spoiled(user, 1), { ...user, status: 'inactive' }, { ...user, age: 3 }, []],
  ],
  [
    'InactiveUser',
    [inactive],
    [...lacking(inactive), ...spoiled(inactive, 1), { ...inactive, status: 'active' }, { ...inactive, age: 3 }, []],
  ],
  [
    'Problem',
    [fault, { ...fault, errors: [] }],
    [...lacking(fault), ...spoiled(fault, 1.5), { ...fault, type: 'no URI' }, []],
  ],
  [
    'JsonPatch',
    [
      [],
      [
        { op: 'add', path: '/a', value: 1 },
        { op: 'remove', path: '/a' },
      ],
      ['replace', 'test'].map((op) => ({ op, path: '', value: null })),
      ['move', 'copy'].map((op) => ({ op, path: '/a', from: '/b' })),
    ],
    [
      ...[{}, [1], [{ op: 'add' }], [{ path: '/a' }], [{ op: 'swap', path: '/a' }], [{ op: 'add', path: 1 }]],
      [{ op: 'move', path: '/a', from: 1 }],
    ],
  ],
])('the schema %s accepts what the server sends or takes, and nothing else', (name, right, wrong) => {
  const accepts = acceptedAt(documentOf(), ['components', 'schemas', name]);
  for (const value of right) expect([value, accepts(value)]).toEqual([value, true]);
  for (const value of wrong) expect([value, accepts(value)]).toEqual([value, false]);
});

const json = 'application/json';
const page = { items: [{ id: 1 }], total: 1, limit: 20, offset: 0, page: 1, next: null, prev: '/a', next_cursor: null };
const numbered = { first: 1, prev: null, next: 2, last: 3, pages: 3, items: 5, data: [{ id: 1 }] };
const scim = { totalResults: 1, startIndex: 1, itemsPerPage: 1, Resources: [{ id: 1 }] };
const urn = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const resource = { type: 'things', id: '1', attributes: {} };
const links = { first: '/a', prev: null, next: null, last: '/a' };

test.each<[string, Partial<Settings>, string, readonly Json[], readonly Json[]]>([
  ['the default', {}, json, [page, { items: [] }], [...spoiled(page, true), ...spoiled(page, {}), {}, [{ id: 1 }]]],
  ['an envelope with names', { envelope: { items: 'rows', total: 'all' } }, json, [{ rows: [] }], [{ items: [] }]],
  ['no envelope', { envelope: 'array' }, json, [[], [{ id: 1 }]], [page, [{}]]],
  ['json-server 0.17', { dialect: 'json-server-0.17' }, json, [[], [{ id: 1 }]], [page, [{}]]],
  [
    'json-server 1',
    { dialect: 'json-server-1' },
    json,
    [[{ id: 1 }], numbered],
    [...spoiled(numbered, {}), 1, [{}], { ...numbered, data: [{}] }],
  ],
  [
    'SCIM',
    { dialect: 'scim' },
    'application/scim+json',
    [{ ...scim, schemas: [urn] }],
    [...spoiled(scim, {}), { ...scim, schemas: [] }, { ...scim, Resources: [{}] }, [{ id: 1 }]],
  ],
  [
    'JSON:API',
    { dialect: 'json-api' },
    'application/vnd.api+json',
    [{ data: [resource], links, meta: { total: 1 } }],
    [
      ...[...spoiled(links, {}).map((one) => ({ links: one })), { links: 1 }, { meta: 1 }, { meta: { total: {} } }],
      ...[{ data: {} }, { data: [{}] }, [resource]],
    ],
  ],
])('the schema of a page fits the lists of %s', (_, settings, type, right, wrong) => {
  const place = ['paths', '/api/things', 'get', 'responses', '200', 'content', type, 'schema'];
  const accepts = acceptedAt(documentOf(settings), place);
  for (const value of right) expect([value, accepts(value)]).toEqual([value, true]);
  for (const value of wrong) expect([value, accepts(value)]).toEqual([value, false]);
});

test('records of JSON:API are resource objects, and a new one may do without all but its place', () => {
  const operation = ['paths', '/api/things/{id}', 'put'];
  const type = ['content', 'application/vnd.api+json', 'schema'];
  const document = documentOf({ dialect: 'json-api' });
  const isRecord = acceptedAt(document, [...operation, 'responses', '200', ...type]);
  const isNew = acceptedAt(document, [...operation, 'requestBody', ...type]);
  const both = (data: Json) => [isRecord({ data }), isNew({ data })];
  expect(both(resource)).toEqual([true, true]);
  expect(both({ attributes: { a: 1 } })).toEqual([false, true]);
  expect(both({ type: 'things', attributes: {} })).toEqual([false, true]);
  expect(both({ id: '1', attributes: {} })).toEqual([false, true]);
  expect(both({ type: 'things', id: '1' })).toEqual([false, true]);
  expect(both({ ...resource, id: 1 })).toEqual([false, true]);
  expect(both({ ...resource, type: 1 })).toEqual([false, true]);
  expect(both({ ...resource, attributes: 1 })).toEqual([false, false]);
  expect(both([])).toEqual([false, false]);
  expect([isRecord({}), isNew({}), isRecord([]), isNew([])]).toEqual([false, false, false, false]);
});

test('a description names the workspace, its own place, and the conventions that are not the default', () => {
  expect(documentOf()).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Test', version: '1.0.0', description: expect.stringContaining('from the current workspace. W') },
    servers: [{ url: '/' }],
  });
  const titles: readonly [DialectName, string][] = [
    ['json-server-1', ', with the conventions of json-server 1. W'],
    ['json-api', ', with the conventions of JSON:API. W'],
  ];
  for (const [dialect, words] of titles) {
    expect(documentOf({ dialect }).info).toMatchObject({ description: expect.stringContaining(words) });
  }
});

test('collections whose names differ in a tilde have schemas of their own', () => {
  const collections = ['a_b', 'a~b', 'a~~c'].map(
    (name) => new SharedCollection({ name, key: 'id', sort: null, time: null, schema: null }, []),
  );
  const document = describeApi(contextOf(collections));
  const names = Object.keys((document.components as Record<string, JsonObject>).schemas ?? {});
  expect(names.filter((name) => name.startsWith('record.'))).toEqual(['record.a_b', 'record.a_b_', 'record.a__c']);
  expect(names.filter((name) => name.startsWith('new.'))).toEqual(['new.a_b', 'new.a_b_', 'new.a__c']);
  for (const [path, name] of [
    ['/api/a_b', 'a_b'],
    ['/api/a~b', 'a_b_'],
  ]) {
    expect(JSON.stringify((document.paths as JsonObject)[path ?? ''])).toContain(`/schemas/record.${name}"`);
  }
});

test('a record of a request and one of a response have schemas of their own, and only a response needs the key', () => {
  const schema = { required: ['id'], properties: { next: { $ref: '#' } } };
  const described = [schema, null].map((given) => {
    const things = new SharedCollection({ name: 'things', key: 'id', sort: null, time: null, schema: given }, []);
    const { schemas } = describeApi(contextOf([things])).components as JsonObject;
    const { 'record.things': record, 'new.things': fresh } = schemas as Readonly<Record<string, JsonObject>>;
    return [record, fresh];
  });
  const next = (kind: string) => ({ properties: { next: { $ref: `#/components/schemas/${kind}.things` } } });
  expect(described).toMatchObject([
    [
      { required: ['id'], ...next('record') },
      { required: [], ...next('new') },
    ],
    [{ required: ['id'] }, { required: [] }],
  ]);
});

test('the example of a user is the first active one that has a name, and none is missed', () => {
  const exampleOf = (name: string, records: readonly JsonObject[]) => {
    const users = new SharedCollection({ name, key: 'id', sort: null, time: null, schema: null }, records);
    const { paths } = describeApi(contextOf([users]));
    return JSON.stringify((paths as JsonObject)['/users/{userId}']).match(/"example":(\{.*?\})/)?.[1];
  };
  const active = { id: 1, name: 'Ada', status: 'active' };
  expect(exampleOf('users', [active, { ...active, id: 2 }])).toBe('{"userId":"1","name":"Ada","status":"active"}');
  expect(exampleOf('users', [{ ...active, status: 'away' }])).toBeUndefined();
  expect(exampleOf('people', [active])).toBeUndefined();
});
