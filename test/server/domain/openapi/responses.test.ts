import { expect, test } from 'vitest';
import { dialects } from '../../../../server/domain/dialect/dialects.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../../server/domain/json/json.ts';
import { valueAt } from '../../../../server/domain/json/pointer.ts';
import type { DialectName } from '../../../../server/domain/model/settings.ts';
import { describeApi } from '../../../../server/domain/openapi/document.ts';
import { sharedHeaders, sharedResponses, withMediaType } from '../../../../server/domain/openapi/responses.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { contextOf } from './arbitrary-context.ts';

const definition = { name: 'things', key: 'id', sort: null, time: null, schema: null };
const objectOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});
const schemaPlace = '#/components/schemas/';

/** The media types of a content with their schemas; `one such as` before those with the first record as their example. */
function bodiesIn(content: Json | undefined): string {
  return Object.entries(objectOf(content))
    .map(([type, media]) => {
      const { schema, example } = objectOf(media);
      if (example !== undefined) expect(example).toEqual({ id: 1 });
      const reference = objectOf(schema).$ref;
      const name = typeof reference === 'string' ? reference.replace(schemaPlace, '') : JSON.stringify(schema);
      return `${type}: ${example === undefined ? '' : 'such as '}${name}`;
    })
    .join(' and ');
}

/** The headers of a response without the one that all have, and its bodies. */
function told(response: Json | undefined): string {
  const { headers, content } = objectOf(response);
  const names = Object.keys(objectOf(headers));
  for (const name of names) expect(objectOf(headers)[name]).toEqual({ $ref: `#/components/headers/${name}` });
  expect(names.at(-1)).toBe('Preference-Applied');
  return [...names.slice(0, -1), bodiesIn(content)].filter((part) => part !== '').join(', ');
}

/** What the responses of an operation tell that are no refusals, by status. */
function toldAt(dialect: DialectName, path: string, method: string): Readonly<Record<string, string>> {
  const things = new SharedCollection(definition, [{ id: 1 }]);
  const responses = valueAt(describeApi(contextOf([things], { dialect })), ['paths', path, method, 'responses']);
  const [own, shared] = [false, true].map((isShared) =>
    Object.entries(objectOf(responses)).filter(([, response]) => '$ref' in objectOf(response) === isShared),
  );
  for (const [status, response] of shared ?? []) {
    expect(response).toEqual({ $ref: `#/components/responses/refusal.${status}` });
  }
  return Object.fromEntries((own ?? []).map(([status, response]) => [status, told(response)]));
}

const validators = 'ETag, X-Resource-Version';
const record = 'application/json: such as record.things';

test.each<[string, string, Readonly<Record<string, string>>]>([
  ['/users/{userId}', 'get', { 200: 'application/json: ActiveUser', 404: 'application/json: InactiveUser' }],
  ['/users/{userId}', 'head', { 200: '', 404: 'application/json: InactiveUser' }],
  ['/api/things', 'head', { 200: 'ETag, X-Total-Count, Link', 304: validators }],
  ['/api/things', 'post', { 201: `${validators}, Location, ${record}` }],
  ['/api/things/{id}', 'get', { 200: `${validators}, ${record}`, 304: validators }],
  ['/api/things/{id}', 'head', { 200: validators, 304: validators }],
  [
    '/api/things/{id}',
    'put',
    { 200: `${validators}, ${record}`, 201: `${validators}, Location, ${record}`, 204: validators },
  ],
  ['/api/things/{id}', 'patch', { 200: `${validators}, ${record}`, 204: validators }],
  ['/api/things/{id}', 'delete', { 204: '' }],
])('the responses of %s to %s have these headers and bodies', (path, method, expected) => {
  expect(toldAt('default', path, method)).toEqual(expected);
});

test.each<[DialectName, string, string, string]>([
  ['json-server-0.17', 'ETag, X-Total-Count, Link', record, 'application/json: {"type":"object"}'],
  ['json-server-1', 'ETag', record, 'application/json: record.things'],
  ['scim', 'ETag', 'application/scim+json: such as record.things', ''],
])('a list, a record and a deletion of the dialect %s', (dialect, list, whole, deleted) => {
  expect(toldAt(dialect, '/api/things', 'head')[200]).toBe(list);
  expect(toldAt(dialect, '/api/things/{id}', 'get')[200]).toBe(`${validators}, ${whole}`);
  expect(Object.values(toldAt(dialect, '/api/things/{id}', 'delete'))).toEqual([deleted]);
});

test('a request has its record as JSON, also under the media type of the dialect, and a patch in three forms', () => {
  const bodyAt = (dialect: DialectName, path: string, method: string) => {
    const document = describeApi(contextOf([new SharedCollection(definition, [{ id: 1 }])], { dialect }));
    return bodiesIn(valueAt(document, ['paths', path, method, 'requestBody', 'content']));
  };
  const isNew = 'application/json: such as new.things';
  for (const [path, method] of [
    ['/api/things', 'post'],
    ['/api/things/{id}', 'put'],
  ] as const) {
    expect(bodyAt('default', path, method)).toBe(isNew);
    expect(bodyAt('scim', path, method)).toBe(`${isNew} and application/scim+json: such as new.things`);
  }
  expect(bodyAt('default', '/api/things/{id}', 'patch').split(' and ')).toEqual([
    `application/json: {"anyOf":[{"type":"object"},{"$ref":"${schemaPlace}JsonPatch"}]}`,
    'application/merge-patch+json: {"type":"object"}',
    'application/json-patch+json: JsonPatch',
  ]);
});

const problem = 'application/problem+json: Problem';
const scimError = 'application/scim+json: {"type":"object","required":["schemas","status","detail"]}';
const anything = 'application/json: {}';

test.each<[DialectName, string, string, string]>([
  ['default', problem, problem, `${anything} and ${problem} and */*: undefined`],
  [
    'json-server-0.17',
    problem,
    'application/json: {"type":"object","required":[]}',
    `${anything} and ${problem} and */*: undefined`,
  ],
  [
    'json-server-1',
    problem,
    'application/json: {"type":"object","required":["error"]}',
    `${anything} and ${problem} and */*: undefined`,
  ],
  ['scim', scimError, scimError, `${anything} and ${problem} and application/scim+json: {} and */*: undefined`],
  [
    'json-api',
    'application/vnd.api+json: {"type":"object","required":["errors"]}',
    'application/vnd.api+json: {"type":"object","required":["errors"]}',
    `${anything} and ${problem} and application/vnd.api+json: {} and */*: undefined`,
  ],
])('the refusals of the dialect %s have its errors', (dialect, any, missing, other) => {
  const responses = sharedResponses(dialects[dialect]);
  const refusals = Object.entries(responses).map(([name, response]) => [name, told(response)]);
  expect(Object.fromEntries(refusals)).toEqual({
    'refusal.400': any,
    'refusal.404': missing,
    'refusal.409': any,
    'refusal.412': `${validators}, ${any}`,
    'refusal.413': any,
    'refusal.415': `Accept-Patch, ${any}`,
    'refusal.422': any,
    'refusal.428': any,
    'refusal.default': other,
  });
});

test('headers are texts, and versions and counts are integers', () => {
  const types = Object.entries(sharedHeaders).map(([name, { schema }]) => [name, objectOf(schema).type]);
  expect(Object.fromEntries(types)).toEqual({
    ETag: 'string',
    'X-Resource-Version': 'integer',
    'X-Total-Count': 'integer',
    Link: 'string',
    Location: 'string',
    'Accept-Patch': 'string',
    'Preference-Applied': 'string',
  });
});

test('only JSON in responses gets the media type of the dialect', () => {
  const media = { schema: { type: 'object' } };
  const operations = (type: string) => ({
    'x-key': 'id',
    get: { responses: { 200: { content: { [type]: media, 'text/csv': {} } }, 204: {}, 404: { $ref: '#/a' } } },
    put: { requestBody: { content: { 'application/json': media } } },
    post: { responses: { 200: { content: { 'text/csv': media } }, 400: 'none', 500: { content: 'none' } } },
  });
  const given = operations('application/json');
  expect(withMediaType(dialects.default, given)).toBe(given);
  expect(withMediaType(dialects.scim, given)).toStrictEqual(operations('application/scim+json'));
});
