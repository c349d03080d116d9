import { expect, test } from 'vitest';
import { finish } from '../../../../../server/domain/basics/work.ts';
import type { JsonObject } from '../../../../../server/domain/json/json.ts';
import { OpenApiDocument } from '../../../../../server/domain/openapi/import/import-document.ts';
import { bodiesOf, pathsOf, resourcesAmong } from '../../../../../server/domain/openapi/import/import-resources.ts';

function resourcesOf(paths: JsonObject) {
  const document = new OpenApiDocument({ paths }, '3.1');
  return { document, resources: finish(resourcesAmong(finish(pathsOf(document)))) };
}

/** The resources as `segments: list, record by parameter`. */
function found(...paths: readonly string[]): readonly string[] {
  return resourcesOf(Object.fromEntries(paths.map((path) => [path, {}]))).resources.map(
    ({ segments, parameter, list, record }) =>
      `${segments.join('/')}: ${list?.path ?? 'no list'}, ${record?.path ?? 'no record'} by ${parameter ?? 'nothing'}`,
  );
}

test.each<[string, readonly string[], readonly string[]]>([
  ['a list and its records', ['/a', '/a/{id}'], ['a: /a, /a/{id} by id']],
  ['a list below a record', ['/a/{x}/b', '/a/{x}/b/{id}'], ['a/b: /a/{x}/b, /a/{x}/b/{id} by id']],
  ['other names of parameters', ['/a/{x}/b', '/a/{y}/b/{id}'], ['a/b: /a/{x}/b, /a/{y}/b/{id} by id']],
  ['the same path twice', ['/a', '/a/{id}', '/a/{key}'], ['a: /a, /a/{id} by id']],
  ['a path with a slash at the end', ['/a/', '/a/{id}/'], ['a: /a/, /a/{id}/ by id']],
  ['formats in paths', ['/a.json', '/a/{id}.{format}'], ['a: /a.json, /a/{id}.{format} by id']],
  ['a name with a format within', ['/a.jsonp', '/a.jsonp/{id}'], ['a.jsonp: /a.jsonp, /a.jsonp/{id} by id']],
  ['a list below a record alone', ['/a/{x}/b'], ['a/b: /a/{x}/b, no record by nothing']],
  ['no resource', ['/{id}', '/a/{x}/{y}', '/a/x{y}', 'x-note'], []],
  [
    'the fullest resources first',
    ['/c', '/b/{id}', '/a', '/a/{id}'],
    ['a: /a, /a/{id} by id', 'b: no list, /b/{id} by id', 'c: /c, no record by nothing'],
  ],
])('finds %s', (_, paths, expected) => {
  expect(found(...paths)).toEqual(expected);
});

test('a document names the key of its records', () => {
  const { resources } = resourcesOf({ '/a/{id}': { 'x-key': 'code' }, '/b/{id}': {} });
  expect(resources.map(({ key }) => key)).toEqual(['code', undefined]);
});

const body = (schema: string, type = 'application/json') => ({ content: { [type]: { schema } } });
const operation = (name: string) => ({
  responses: { 200: body(`${name} response`) },
  requestBody: body(`${name} request`),
});

/** The schemas of the bodies, with what they hold. */
function schemasOf(paths: JsonObject): readonly string[] {
  const { document, resources } = resourcesOf(paths);
  const [only] = resources;
  return only ? bodiesOf(document, only).map(({ holds, media }) => `${media.member('schema').text}: ${holds}`) : [];
}

test('the bodies of a resource begin with those that have a whole record', () => {
  const operations = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, operation(name)]));
  expect(
    schemasOf({
      '/a': operations('get', 'post', 'put'),
      '/a/{id}': { ...operations('put', 'patch', 'post'), get: operation('one') },
    }),
  ).toEqual([
    'one response: record',
    'get response: list',
    'post response: record',
    'put response: record',
    'patch response: record',
    'post request: record',
    'put request: record',
    'patch request: change',
  ]);
  expect(schemasOf({ '/a': {}, '/a/{id}': {} })).toEqual([]);
});

test.each([
  ['200', true],
  ['201', true],
  ['2XX', true],
  ['1200', false],
  ['2000', false],
  ['404', false],
  ['default', false],
])('a response of the status %s has a record: %s', (status, has) => {
  const get = { responses: { [status]: body('one') } };
  expect(schemasOf({ '/a/{id}': { get } })).toEqual(has ? ['one: record'] : []);
});

test.each([
  ['application/json', true],
  ['*/*', true],
  ['application/*', true],
  ['application/vnd.api+json; charset=utf-8', true],
  ['APPLICATION/JSON ;v=1', true],
  ['x-application/json', false],
  ['application/jsonp', false],
  ['application/ndjson', false],
  ['application/vnd api+json', false],
  ['text/json', false],
  ['application/xml', false],
])('a body of the type %s is JSON: %s', (type, isJson) => {
  const get = { responses: { 200: body('one', type) } };
  expect(schemasOf({ '/a/{id}': { get } })).toEqual(isJson ? ['one: record'] : []);
});
