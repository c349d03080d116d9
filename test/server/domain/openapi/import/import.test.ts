import { expect, test } from 'vitest';
import { finish } from '../../../../../server/domain/basics/work.ts';
import type { Json, JsonObject } from '../../../../../server/domain/json/json.ts';
import { importOpenApi } from '../../../../../server/domain/openapi/import/import.ts';
import { collectionOf, imported, json, openApi, ref, resource, responds, sentences } from './imported.ts';

const pet = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: { type: 'string' }, created_at: { type: 'string' } },
};
const rex = { id: 1, name: 'Rex' };
const tom = { id: 2, name: 'Tom' };

test('a list and its records become a collection, with the schema of the document', () => {
  const document = openApi(resource('/api/pets', 'id', ref('Pet'), { example: rex }), { Pet: pet });
  expect(imported(document)).toEqual({
    title: 'Shop',
    collections: [
      { definition: { name: 'pets', key: 'id', sort: null, time: 'created_at', schema: pet }, records: [rex] },
    ],
    notes: [],
  });
});

test.each<[string, string, string]>([
  ['the parameter of the path', '/members/{login}', 'login'],
  ['id', '/members/{number}', 'id'],
  ['the name of the thing with Id', '/parts/{id}', 'partId'],
])('the key is %s', (_, path, key) => {
  const schema = { properties: { [key]: { type: 'string' }, name: { type: 'string' } } };
  expect(collectionOf(openApi({ [path]: { get: responds(schema) } })).definition.key).toBe(key);
});

test('recognizes the key of a collection whose name ends in ies', () => {
  const document = openApi(resource('/categories', 'id', { properties: { categoryId: {} } }));
  expect(collectionOf(document).definition.key).toBe('categoryId');
});

test('notes a key that differs from the path parameter', () => {
  expect(sentences(openApi(resource('/api/pets', 'petId', pet, { example: rex })))).toEqual([
    'The key of these records is not the parameter of their path: pets has id for petId.',
  ]);
});

test('gives records without a recognizable key the parameter of their path', () => {
  const coin = { properties: { symbol: {}, name: {} }, additionalProperties: false };
  const document = openApi(resource('/api/coins', 'ref', coin));
  expect(collectionOf(document).definition).toMatchObject({
    key: 'ref',
    schema: { ...coin, properties: { ...coin.properties, ref: {} } },
  });
  expect(imported(document).notes[0]).toEqual({
    pointer: '/paths/~1api~1coins',
    sentence:
      'None of the members of these records is their key, so they get the parameter of their path: /api/coins by ref.',
  });
});

test('finds the list in an envelope', () => {
  const envelope = {
    properties: { data: { type: 'array', items: ref('Pet') }, total: { type: 'integer' }, links: { items: {} } },
  };
  const document = openApi(
    { '/pets': { get: responds(envelope, { example: { data: [rex, tom], total: 2 } }) }, '/pets/{id}': { delete: {} } },
    { Pet: pet },
  );
  expect(collectionOf(document)).toMatchObject({ definition: { name: 'pets', schema: pet }, records: [rex, tom] });
});

test('chooses between two lists in an envelope by the schema of the record', () => {
  const envelope = { properties: { pets: { items: ref('Pet') }, errors: { items: { properties: { id: {} } } } } };
  const list = { get: responds(envelope, { example: { pets: [rex], errors: [{ id: 9 }] } }) };
  const schemas = { Pet: pet };
  expect(imported(openApi({ '/pets': list, '/pets/{id}': {} }, schemas)).collections).toEqual([]);
  const document = openApi({ '/pets': list, '/pets/{id}': { get: responds(ref('Pet')) } }, schemas);
  expect(collectionOf(document).records).toEqual([rex]);
});

test('takes the schema of a write-only resource from the request body', () => {
  const document = openApi({
    '/pets': { post: { requestBody: json(pet, { example: rex }), responses: {} } },
    '/pets/{id}': { put: { requestBody: json(pet, { example: tom }), responses: {} } },
  });
  expect(collectionOf(document)).toMatchObject({ definition: { schema: pet }, records: [rex, tom] });
});

test('follows references to bodies, responses and path items', () => {
  const document = {
    openapi: '3.1.0',
    paths: { '/pets/{id}': { $ref: '#/components/pathItems/Pet' } },
    components: {
      pathItems: { Pet: { get: { responses: { '2XX': { $ref: '#/components/responses/Pet' } } } } },
      responses: { Pet: json(ref('Pet'), { examples: { rex: { $ref: '#/components/examples/Rex' } } }) },
      examples: { Rex: { summary: 'A dog', value: rex } },
      schemas: { Pet: pet },
    },
  };
  expect(collectionOf(document)).toMatchObject({ definition: { name: 'pets', schema: pet }, records: [rex] });
});

test('imports a resource without a list', () => {
  const user = { properties: { userId: { type: 'string' }, name: {}, status: {} } };
  const ada = { userId: '42', name: 'Ada', status: 'active' };
  const document = openApi({ '/users/{userId}': { get: responds(user, { example: ada }) } });
  expect(imported(document)).toMatchObject({
    collections: [{ definition: { name: 'users', key: 'userId' }, records: [ada] }],
    notes: [],
  });
});

test('ignores trailing slashes and parameter names in paths', () => {
  const document = openApi({
    '/teams/{team}/pets/': { get: responds({ items: pet }) },
    '/teams/{teamId}/pets/{id}/': { delete: {} },
  });
  expect(collectionOf(document).definition).toMatchObject({ name: 'pets', key: 'id' });
});

test('merges paths with the same records and separates other records of the same name', () => {
  const document = openApi(
    {
      ...resource('/pets', 'id', ref('Pet'), { example: rex }),
      ...resource('/shops/{shop}/pets', 'id', ref('Pet'), { example: tom }),
      ...resource('/films/{film}/pets', 'id', { properties: { id: {}, role: {} } }),
    },
    { Pet: pet },
  );
  const { collections, notes } = imported(document);
  expect(collections.map(({ definition, records }) => [definition.name, records])).toEqual([
    ['pets', [rex, tom]],
    ['films-pets', []],
  ]);
  expect(notes.map(({ sentence }) => sentence)).toEqual([
    'These collections have a longer name, because another collection has the short one: films-pets.',
    'These paths cannot be kept and have another one: /shops/{shop}/pets at /api/pets, /films/{film}/pets at /api/films-pets.',
    'These collections start empty, because the document has no examples of whole records: films-pets.',
  ]);
});

test('notes paths without a usable name', () => {
  const document = openApi({
    ...resource('/2024', 'id', pet),
    ...resource('/my%20pets', 'id', pet),
    '/{tenant}': { get: responds(pet) },
    '/repos/{owner}/{repo}': { get: responds(pet) },
  });
  expect(imported(document)).toMatchObject({
    collections: [],
    notes: [
      { sentence: expect.stringMatching(/^These paths give no .*: \/2024\/\{id\}, \/my%20pets\/\{id\}\.$/) },
      { sentence: expect.stringMatching(/GET \/2024, GET \/2024\/\{id\}, GET \/my%20pets and 3 others\.$/) },
    ],
  });
});

test('takes records from every kind of example', () => {
  const documents = {
    'a media type': resource('/pets', 'id', pet, { example: rex }),
    'named examples': resource('/pets', 'id', pet, { examples: { one: { value: rex }, two: { value: rex } } }),
    'a schema': resource('/pets', 'id', { ...pet, examples: [rex] }),
    'the old example of a schema': resource('/pets', 'id', { ...pet, example: rex }),
    'a default': resource('/pets', 'id', { ...pet, default: rex }),
    'the schema of a list': {
      '/pets': { get: responds({ type: 'array', items: pet, examples: [[rex]] }) },
      '/pets/{id}': {},
    },
    'the schema of a list in an envelope': {
      '/pets': { get: responds({ properties: { data: { items: pet, example: [rex] } } }) },
      '/pets/{id}': {},
    },
    'what was created': {
      '/pets': { post: { responses: { 201: json(pet, { example: rex }) } } },
      '/pets/{id}': {},
    },
  };
  for (const [place, paths] of Object.entries(documents)) {
    expect([place, collectionOf(openApi(paths)).records]).toEqual([place, [rex]]);
  }
});

test('notes examples that are not records, with the reason', () => {
  const record = responds(pet, {
    examples: {
      good: { value: rex },
      again: { value: { name: 'Rex', id: 1 } },
      other: { value: { id: 1, name: 'Rover' } },
      keyless: { value: { name: 'Nobody' } },
      text: { value: '{"id": 3}' },
      wrong: { value: { id: 4, name: 5 } },
      elsewhere: { externalValue: 'https://example.com/pet.json' },
    },
  });
  const document = openApi({ '/api/pets/{id}': { get: record } });
  const example = (name: string) =>
    `/paths/~1api~1pets~1{id}/get/responses/200/content/application~1json/examples/${name}`;
  expect(collectionOf(document).records).toEqual([rex]);
  expect(imported(document).notes).toEqual([
    {
      pointer: example('elsewhere'),
      sentence: 'These references lead out of the document: https://example.com/pet.json.',
    },
    {
      pointer: `${example('other')}/value`,
      sentence: 'These examples were skipped, because an earlier one has the same key: pets 1.',
    },
    {
      pointer: `${example('keyless')}/value`,
      sentence: expect.stringMatching(/^These examples have no usable key: \/paths/),
    },
    { pointer: `${example('text')}/value`, sentence: expect.stringMatching(/^These examples are not records: /) },
    {
      pointer: `${example('wrong')}/value`,
      sentence: 'These examples do not fit the schema of their collection: pets 4 (/name must be text).',
    },
  ]);
});

test('ignores examples of patches and of single members', () => {
  const schema = { properties: { id: { type: 'integer', example: 7 }, name: { type: 'string', example: 'Rex' } } };
  const document = openApi({
    '/api/pets/{id}': {
      get: responds(schema),
      patch: { requestBody: json(schema, { example: { id: 1, name: 'Rover' } }), responses: {} },
    },
  });
  expect(collectionOf(document).records).toEqual([]);
  expect(sentences(document)).toEqual([
    'These collections start empty, because the document has no examples of whole records: pets.',
  ]);
});

test('notes unsupported operations, security, callbacks, links and webhooks', () => {
  const document: JsonObject = {
    ...openApi({
      '/api/pets': {
        get: { ...responds({ items: pet }), callbacks: { seen: {} } },
        post: { security: [{ oauth: ['write'] }], responses: {} },
      },
      '/api/pets/{id}': {
        get: { responses: { 200: { ...json(pet, { example: rex }), links: { owner: {} } } } },
        trace: {},
        options: {},
      },
      '/health': { get: {} },
      'x-internal': { get: {} },
    }),
    security: [{ apiKey: [] }, {}],
    webhooks: { newPet: { post: {} } },
  };
  expect(sentences(document)).toEqual([
    'The callbacks of these operations are not called: GET /api/pets.',
    'These security requirements are not checked: oauth, apiKey.',
    'The links of these operations are not sent: GET /api/pets/{id}.',
    'These operations have no counterpart in the mock API: TRACE /api/pets/{id}, GET /health.',
    'These webhooks are not called: newPet.',
  ]);
});

test('notes query parameters that the mock API would refuse', () => {
  const parameters = ['name', 'name_contains', 'limit', 'verbose', 'owner.city'].map((name) => ({ name, in: 'query' }));
  const verbose = { name: 'X-Verbose', in: 'header' };
  const document = openApi({
    '/api/pets': {
      parameters: [{ $ref: '#/components/parameters/Expand' }, verbose],
      get: { ...responds({ items: pet }, { example: [{ ...rex, owner: { city: 'Rome' } }] }), parameters },
    },
    '/api/pets/{id}': {},
  });
  const components = { parameters: { Expand: { name: 'expand', in: 'query' } } };
  expect(sentences({ ...document, components })).toEqual([
    'These query parameters name no field of the records, so they are refused: expand of pets, verbose of pets.',
  ]);
});

test('many subjects with one reason share one note', () => {
  const paths = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`/task${index}`, { post: {} }]));
  expect(sentences(openApi(paths))).toEqual([
    'These operations have no counterpart in the mock API: POST /task0, POST /task1, POST /task2 and 497 others.',
  ]);
});

test.each<[string, Json, string]>([
  ['Swagger 1.2', { swagger: '1.2', paths: {} }, 'This is Swagger 1.2; OpenAPI 3.0 to 3.2 and Swagger 2.0 can'],
  ['another version', { openapi: '4.0.0' }, 'This is OpenAPI 4.0.0; OpenAPI 3.0 to 3.2'],
  ['a version that is no text', { openapi: [3, 1] }, 'This is OpenAPI an array of 2 elements;'],
  ['no version', { info: {} }, 'The document has no version'],
  ['no object', [], 'An OpenAPI document is an object'],
])('%s is refused', (_, document, sentence) => {
  const problem = { type: '/problems/invalid-workspace', detail: expect.stringContaining(sentence) };
  expect(finish(importOpenApi(document))).toMatchObject({ ok: false, problem });
});

test.each(['3.0.0', '3.0.4', '3.1.1', '3.1', '3.2.0'])('OpenAPI %s is accepted', (version) => {
  expect(imported(openApi({}, {}, version)).collections).toEqual([]);
});

test('imports nothing from a document without paths', () => {
  expect(imported({ openapi: '3.1.0' })).toEqual({ title: null, collections: [], notes: [] });
});
