import { expect, test } from 'vitest';
import { finish } from '../../../../../server/domain/basics/work.ts';
import { importOpenApi } from '../../../../../server/domain/openapi/import/import.ts';
import { collectionOf, imported, openApi, ref, resource, responds, schemas, sentences } from './imported.ts';

const pet = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: { type: 'string' }, created_at: { type: 'string' } },
};
const rex = { id: 1, name: 'Rex' };

test('a list without a path for its records becomes a collection if they have a key', () => {
  const stations = { '/stations': { get: responds({ properties: { data: { type: 'array', items: pet } } }) } };
  expect(collectionOf(openApi(stations)).definition).toMatchObject({ name: 'stations', key: 'id' });
  const found = { '/pets/findByStatus': { get: responds({ type: 'array', items: pet }) } };
  expect(collectionOf(openApi({ ...resource('/pets', 'id', pet), ...found })).definition.name).toBe('pets');
  expect(imported(openApi({ '/login': { post: responds(pet) }, '/me': { get: responds(pet) } })).collections).toEqual(
    [],
  );
});

test('finds a record in an envelope', () => {
  const envelope = { properties: { data: ref('Pet') } };
  const document = openApi({ '/pets/{id}': { get: responds(envelope, { example: { data: rex } }) } }, { Pet: pet });
  expect(collectionOf(document)).toMatchObject({ definition: { key: 'id', schema: pet }, records: [rex] });
});

test.each(['/pets.json', '/pets.{format}'])('ignores the format at the end of a path: %s', (list) => {
  const document = openApi({ [list]: { get: responds({ items: pet }) }, [list.replace('.', '/{id}.')]: {} });
  expect(collectionOf(document).definition.name).toBe('pets');
});

test('$id and $ref are ordinary members of example data', () => {
  const link = { $id: 'https://example.test/1', $ref: '#/nowhere', $schema: 'none' };
  const linked = {
    properties: { id: {}, link: { default: link, examples: [link], 'x-link': link }, $ref: {}, $id: {} },
  };
  const record = { id: 1, link, $ref: '#/missing', $id: 'x' };
  const document = openApi(resource('/api/pets', 'id', linked, { example: record }));
  expect(collectionOf(document).records).toEqual([record]);
  expect(sentences(document)).toEqual([]);
});

test('makes up records from the schema on wish', () => {
  const document = openApi(resource('/api/pets', 'id', pet));
  const made = () => finish(importOpenApi(document, schemas, 3));
  expect(made()).toMatchObject({
    ok: true,
    value: {
      collections: [{ records: [{ id: 1 }, { id: 2 }, { id: 3 }] }],
      notes: [{ sentence: expect.stringContaining('are made up, because the document has no examples') }],
    },
  });
  expect(made()).toEqual(made());
});

test('Swagger 2.0 is read like OpenAPI', () => {
  const Pet = { ...pet, properties: { ...pet.properties, weight: { minimum: 0, exclusiveMinimum: true } } };
  const document = {
    swagger: '2.0',
    info: { title: 'Shop', version: '1' },
    host: 'shop.example.test',
    basePath: '/api',
    parameters: { Body: { in: 'body', name: 'body', schema: { $ref: '#/definitions/Pet' } } },
    responses: {
      One: { description: '', schema: { $ref: '#/definitions/Pet' }, examples: { 'application/json': rex } },
    },
    definitions: { Pet },
    paths: {
      '/api/pets': { post: { parameters: [{ $ref: '#/parameters/Body' }], responses: { 201: { description: '' } } } },
      '/api/pets/{id}': { get: { responses: { 200: { $ref: '#/responses/One' } } } },
    },
  };
  expect(collectionOf(document)).toMatchObject({
    definition: { name: 'pets', key: 'id', schema: { properties: { weight: { exclusiveMinimum: 0 } } } },
    records: [rex],
  });
  const bodyOnly = {
    ...document,
    paths: { '/api/pets': document.paths['/api/pets'], '/api/pets/{id}': { delete: {} } },
  };
  expect(collectionOf(bodyOnly).definition.schema).toMatchObject({ required: ['id', 'name'] });
});

test('a document in several files is refused with the way to bundle it', () => {
  const document = openApi(resource('/pets', 'id', { $ref: './schemas/pet.yaml' }));
  expect(finish(importOpenApi(document))).toMatchObject({
    ok: false,
    problem: { detail: expect.stringMatching(/another file, "\.\/schemas\/pet\.yaml"\. Bundle it .*redocly.* bundle/) },
  });
});

test.each([
  ['museum_id', 'museumId'],
  ['number', 'uuid'],
  ['number', 'gid'],
  ['number', '_id'],
  ['number', 'coinCode'],
])('finds the key of records by {%s}: %s', (parameter, key) => {
  const document = openApi(resource('/coins', parameter, { properties: { name: {}, [key]: {} } }));
  expect(collectionOf(document).definition.key).toBe(key);
});

test.each(['13.1.0', '3.10.0', '3.3.0', '4.0.0', ''])('refuses OpenAPI %j with a sentence', (version) => {
  const result = finish(importOpenApi(openApi({}, {}, version), schemas));
  expect(result).toMatchObject({
    ok: false,
    problem: { detail: expect.stringMatching(/^This is OpenAPI .*; OpenAPI 3\.0 to 3\.2/) },
  });
});
