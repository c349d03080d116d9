import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../../server/domain/json/json.ts';
import { valueAt } from '../../../../../server/domain/json/pointer.ts';
import { fromSwagger, isSwagger } from '../../../../../server/domain/openapi/import/import-swagger.ts';

test.each<[Json, boolean]>([
  [{ swagger: '2.0' }, true],
  [{ swagger: '2.0.1' }, true],
  [{ swagger: '1.2' }, false],
  [{ swagger: '12.0' }, false],
  [{ swagger: '2-0' }, false],
  [{ swagger: 2 }, false],
  [{ openapi: '3.0.0' }, false],
  [['2.0'], false],
  [null, false],
])('%j is a document of Swagger 2.0: %j', (document, is) => {
  expect(isSwagger(document)).toBe(is);
});

const json = 'application/json';
const pet = { $ref: '#/definitions/Pet' };
const definitions = { Pet: { type: 'object' } };

/** The operation of a document after it was rewritten. */
function operationIn(operation: Json, document: JsonObject = {}, item: JsonObject = {}): Json | undefined {
  const paths = { '/pets': { ...item, get: operation } };
  return valueAt(fromSwagger({ swagger: '2.0', ...document, paths }), ['paths', '/pets', 'get']);
}

test('the rest of a document stays as it is', () => {
  const rest = { info: { title: 'Shop' }, definitions, parameters: { Body: {} } };
  expect(fromSwagger({ swagger: '2.0', ...rest })).toEqual({ openapi: '3.0.3', ...rest, paths: {}, responses: {} });
  expect(fromSwagger({ swagger: '2.0', basePath: '/v1', host: 'a.test' })).toEqual({
    ...{ openapi: '3.0.3', host: 'a.test', servers: [{ url: '/v1' }], paths: {}, responses: {} },
  });
  expect(fromSwagger({ swagger: '2.0', paths: [], responses: 'none' })).toMatchObject({ paths: {}, responses: {} });
});

test('what is no path item, operation or response stays as it is', () => {
  const paths = { '/a': 'none', '/b': { parameters: [1], summary: 'B', get: { responses: { 200: 'none', 204: {} } } } };
  expect(fromSwagger({ swagger: '2.0', paths })).toMatchObject({ paths });
  expect(operationIn({ summary: 'A' })).toEqual({ summary: 'A', parameters: [], responses: {} });
});

test('a response has its schema and examples as content', () => {
  const response = { description: 'A pet', schema: pet, examples: { [json]: { id: 1 }, 'text/csv': 'a,b' } };
  const media = { schema: pet, example: { id: 1 } };
  const responses = { 200: response, 404: { description: 'None' }, 500: { schema: pet, examples: 'none' } };
  expect(operationIn({ responses })).toEqual({
    parameters: [],
    responses: {
      200: { ...response, content: { [json]: media } },
      404: { description: 'None' },
      500: { schema: pet, examples: 'none', content: { [json]: { schema: pet } } },
    },
  });
  expect(fromSwagger({ swagger: '2.0', produces: ['text/csv'], responses: { One: response } }).responses).toEqual({
    One: { ...response, content: { 'text/csv': { schema: pet, example: 'a,b' } } },
  });
  expect(fromSwagger({ swagger: '2.0', responses: { One: { schema: pet } } }).responses).toEqual({
    One: { schema: pet, content: { [json]: { schema: pet } } },
  });
});

test.each<[string, JsonObject, JsonObject, readonly string[]]>([
  ['JSON, if none is named', {}, {}, [json]],
  ['those of the document', {}, { types: ['a/b', 'a/c'] }, ['a/b', 'a/c']],
  ['its own before those of the document', { types: ['a/b'] }, { types: ['a/c'] }, ['a/b']],
  ['those of the document, if it has an empty list', { types: [] }, { types: ['a/c'] }, ['a/c']],
  ['only those that are texts', { types: [1, 'a/b'] }, {}, ['a/b']],
  ['JSON, if there is no list', { types: 'a/b' }, { types: {} }, [json]],
])('the media types of an operation are %s', (_, own, shared, expected) => {
  const named = (name: string, { types }: JsonObject) => (types === undefined ? {} : { [name]: types });
  const body = { parameters: [{ in: 'body', schema: pet }] };
  const sent = operationIn(
    { ...named('produces', own), responses: { 200: { schema: pet } } },
    { ...named('produces', shared), consumes: ['x/y'] },
  );
  expect(Object.keys(valueAt(sent ?? null, ['responses', '200', 'content']) as JsonObject)).toEqual(expected);
  const accepted = operationIn(
    { ...named('consumes', own), ...body },
    { ...named('consumes', shared), produces: ['x/y'] },
  );
  expect(Object.keys(valueAt(accepted ?? null, ['requestBody', 'content']) as JsonObject)).toEqual(expected);
});

test.each<[string, readonly Json[], Json | undefined]>([
  [
    'the one in the body',
    [
      { in: 'query', schema: 1 },
      { in: 'body', schema: 2 },
    ],
    2,
  ],
  [
    'the first in the body',
    [
      { in: 'body', schema: 1 },
      { in: 'body', schema: 2 },
    ],
    1,
  ],
  ['one that a reference leads to', [{ $ref: '#/parameters/Body' }], 'shared'],
  ['one without a schema', [{ in: 'body' }], {}],
  ['none without one in the body', [{ in: 'query', schema: 1 }, 'body', null, ['body']], undefined],
  ['none in another document', [{ $ref: 'other.json#/parameters/Body' }, { $ref: '/parameters/Body' }], undefined],
  ['none without a target', [{ $ref: '#/parameters/None' }, { $ref: '#parameters/Body' }, { $ref: 5 }], undefined],
])('the body of a request is that of %s', (_, parameters, schema) => {
  const document = { parameters: { Body: { in: 'body', schema: 'shared' } } };
  const content = schema === undefined ? undefined : { [json]: { schema } };
  for (const operation of [operationIn({ parameters }, document), operationIn({}, document, { parameters })]) {
    expect(valueAt(operation ?? null, ['requestBody'])).toEqual(content && { content });
  }
  expect(operationIn({ parameters }, document)).toMatchObject({ parameters });
  expect(operationIn({}, document, { parameters })).toMatchObject({ parameters: [] });
});

test('the body of an operation comes before that of its path', () => {
  const own = { parameters: [{ in: 'body', schema: 'own' }] };
  const operation = operationIn(own, {}, { parameters: [{ in: 'body', schema: 'shared' }] });
  expect(operation).toMatchObject({ ...own, requestBody: { content: { [json]: { schema: 'own' } } } });
});
