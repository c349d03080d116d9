import { expect, test } from 'vitest';
import { finish } from '../../../../../server/domain/basics/work.ts';
import type { JsonObject } from '../../../../../server/domain/json/json.ts';
import { importOpenApi } from '../../../../../server/domain/openapi/import/import.ts';
import { id, openApi, responds } from './imported.ts';

const thing = { properties: { id, name: { type: 'string' } } };
const user = { properties: { userId: id } };
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** The notes about the collections of a document, without those about the records that it lacks. */
function notesOf(document: JsonObject) {
  const result = finish(importOpenApi(document));
  if (!result.ok) throw new Error(result.problem.detail);
  return result.value.notes.filter(({ sentence }) => !/^(These collections start empty|The key)/.test(sentence));
}

const noCounterpart = (operations: string) => ({
  pointer: expect.stringMatching(/^\/paths\/~1.*\/[a-z]+$/),
  sentence: `These operations have no counterpart in the mock API: ${operations}.`,
});

/** The methods that the mock API does not have at a path of the document. */
function withoutCounterpart(path: string, paths: JsonObject): readonly string[] {
  return methods.filter((method) => {
    const item = { ...(paths[path] as JsonObject), [method]: (paths[path] as JsonObject)[method] ?? {} };
    const notes = notesOf(openApi({ ...paths, [path]: item }));
    expect(notes).toEqual(notes.length === 0 ? [] : [noCounterpart(`${method.toUpperCase()} ${path}`)]);
    return notes.length > 0;
  });
}

test.each<[string, string, JsonObject, readonly string[]]>([
  ['a list', '/api/things', {}, ['put', 'delete', 'patch', 'trace']],
  ['records', '/api/things/{id}', {}, ['post', 'trace']],
  [
    'the users of the service',
    '/users/{userId}',
    {
      '/api/users': { get: responds({ items: user }) },
      '/api/users/{userId}': { get: responds(user) },
      '/users/{userId}': {},
    },
    ['put', 'post', 'delete', 'patch', 'trace'],
  ],
  ['nothing', '/health', {}, methods],
])('the path of %s lacks the methods that the mock API does not have there: %s', (_, path, more, expected) => {
  const paths = {
    '/api/things': { get: responds({ items: thing }) },
    '/api/things/{id}': { get: responds(thing) },
    '/health': {},
  };
  expect(withoutCounterpart(path, { ...paths, ...more })).toEqual(expected);
});

test('the path of the service has no counterpart without its users', () => {
  const paths = { '/api/things/{id}': { get: responds(thing) }, '/users/{userId}': { get: {} } };
  expect(notesOf(openApi(paths))).toContainEqual(noCounterpart('GET /users/{userId}'));
});

const record = '/api/things/{id}';

test.each<[string, JsonObject, JsonObject]>([
  [
    'filled callbacks',
    { callbacks: { seen: {} } },
    { pointer: '/callbacks', sentence: `The callbacks of these operations are not called: GET ${record}.` },
  ],
  ['empty callbacks', { callbacks: {} }, {}],
  [
    'a security scheme',
    { security: [{}, { key: [], token: [] }] },
    { pointer: '/security/1/key', sentence: 'These security requirements are not checked: key, token.' },
  ],
  ['no security', { security: [{}] }, {}],
])('an operation with %s has a note if something is not done', (_, more, { pointer, sentence }) => {
  const document = openApi({ [record]: { get: { ...responds(thing), ...more } } });
  const place = `/paths/~1api~1things~1{id}/get${pointer}`;
  expect(notesOf(document)).toEqual(sentence === undefined ? [] : [{ pointer: place, sentence }]);
});

test('links are noted where the response has them, also by a reference', () => {
  const content = { 'application/json': { schema: thing } };
  const linked = { content, links: { owner: {} } };
  const notesFor = (response: JsonObject) =>
    notesOf({
      ...openApi({ [record]: { get: { responses: { 200: response } } } }),
      components: { responses: { Linked: linked } },
    });
  const sentence = `The links of these operations are not sent: GET ${record}.`;
  expect(notesFor(linked)).toEqual([{ pointer: expect.stringMatching(/\/get\/responses\/200\/links$/), sentence }]);
  expect(notesFor({ $ref: '#/components/responses/Linked' })).toEqual([
    { pointer: '/components/responses/Linked/links', sentence },
  ]);
  expect(notesFor({ content, links: {} })).toEqual([]);
});

test('the security and the webhooks of the whole document are noted', () => {
  const document = { ...openApi({}), security: [{ key: [] }], webhooks: { made: {}, gone: {} } };
  expect(notesOf(document)).toEqual([
    { pointer: '/security/0/key', sentence: 'These security requirements are not checked: key.' },
    { pointer: '/webhooks/made', sentence: 'These webhooks are not called: made, gone.' },
  ]);
});

/** The parameters that are noted of a list, or of its records, with one example. */
function notedParameters(holder: 'path' | 'list' | 'record', parameters: readonly JsonObject[]): readonly string[] {
  const example = { id: '1', name: 'a', extra: 5 };
  const list = responds({ items: thing }, { example: [example] });
  const paths = {
    '/api/things': {
      get: { ...list, ...(holder === 'list' && { parameters }) },
      ...(holder === 'path' && { parameters }),
    },
    [record]: { get: { ...responds(thing), ...(holder === 'record' && { parameters }) } },
  };
  return notesOf(openApi(paths)).map(({ sentence }) => sentence);
}

test.each<[string, JsonObject, boolean]>([
  ['a field of the schema', { name: 'name', in: 'query' }, false],
  ['a field with a suffix', { name: 'name_contains', in: 'query' }, false],
  ['a field of an example', { name: 'extra_lt', in: 'query' }, false],
  ['a page', { name: 'per_page', in: 'query' }, false],
  ['a header', { name: 'X-Trace', in: 'header' }, false],
  ['something else', { name: 'verbose', in: 'query' }, true],
])('a query parameter of a list that names %s is noted only if it would be refused', (_, parameter, isNoted) => {
  const notes = isNoted
    ? [`These query parameters name no field of the records, so they are refused: ${parameter.name} of things.`]
    : [];
  expect(notedParameters('list', [parameter])).toEqual(notes);
  expect(notedParameters('path', [parameter])).toEqual(notes);
  expect(notedParameters('record', [parameter])).toEqual([]);
});
