import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../../server/domain/json/json.ts';
import { collectionOf, id, imported, json, notesOf, openApi, responds } from './imported.ts';

const pet = { properties: { id, name: { type: 'string' } } };
const rex = { id: 'rex', name: 'Rex' };
const tom = { id: 'tom', name: 'Tom' };
const empty = { id: 'none' };

/** The records and the notes of a document with these operations of a list and of its records. */
function found(list: JsonObject, record: JsonObject) {
  const document = openApi({ '/api/pets': list, '/api/pets/{id}': record });
  const places = imported(document).notes.map(({ pointer }) => pointer);
  return { records: collectionOf(document).records, notes: notesOf(document), places };
}

const one = (schema: Json, rest: JsonObject = {}) => found({}, { get: responds(schema, rest) });
const many = (schema: Json, rest: JsonObject = {}) => found({ get: responds(schema, rest) }, {});
const wrapped = { properties: { data: pet } };
const enveloped = { properties: { rows: { type: 'array', items: pet }, total: {} } };

test.each<[string, ReturnType<typeof found>, readonly JsonObject[]]>([
  ['a body and its schema, in this order', one({ ...pet, example: tom }, { example: rex }), [rex, tom]],
  [
    'the example, the examples and the default of a schema',
    one({ ...pet, default: empty, examples: [tom], example: rex }),
    [rex, tom, empty],
  ],
  ['an example and named ones', one(pet, { example: rex, examples: { t: { value: tom } } }), [rex, tom]],
  ['an envelope of one', one(wrapped, { example: { data: rex } }), [rex]],
  ['the schema in an envelope of one', one({ properties: { data: { ...pet, example: rex } } }), [rex]],
  [
    'an envelope of one beside one without data',
    one(wrapped, { examples: { a: { value: { meta: 1 } }, b: { value: { data: rex } } } }),
    [rex],
  ],
  ['an envelope of one with nothing in it', one(wrapped, { example: { data: null } }), []],
  ['a list', many({ items: pet }, { example: [rex, tom] }), [rex, tom]],
  ['the schema of a list', many({ items: pet, example: [rex] }), [rex]],
  ['the schema of the elements of a list', many({ items: { ...pet, example: rex } }), [rex]],
  ['an envelope of many', many(enveloped, { example: { rows: [rex, tom] } }), [rex, tom]],
  ['a list where an envelope is expected', many(enveloped, { example: [rex] }), [rex]],
  ['the list in the schema of an envelope', many({ properties: { rows: { items: pet, example: [rex] } } }), [rex]],
  ['an empty list', many({ items: pet }, { example: [] }), []],
  ['no value', many({ items: pet }, { example: null, examples: { a: { value: null }, b: {} } }), []],
])('takes records from %s', (_, { records, notes }, expected) => {
  expect([records, notes]).toEqual([expected, []]);
});

const place = '/paths/~1api~1pets/get/responses/200/content/application~1json';

test.each<[string, ReturnType<typeof found>, string]>([
  ['where a list is expected', many({ items: pet }, { example: rex }), `${place}/example`],
  ['in an envelope', many(enveloped, { example: { rows: rex } }), `${place}/example/rows`],
  [
    'missing in an envelope',
    many(enveloped, { examples: { a: { value: { total: 1 } } } }),
    `${place}/examples/a/value/rows`,
  ],
  ['in a list', many({ items: pet }, { example: [5] }), `${place}/example/0`],
])('notes what is no record %s', (_, { records, notes, places }, pointer) => {
  expect(records).toEqual([]);
  expect(notes).toEqual([expect.stringMatching(/^These examples are not records: /)]);
  expect(places[0]).toBe(pointer);
});

test('the same record twice is no reason for a note, and another with its key is', () => {
  const twice = (second: JsonObject) => one(pet, { examples: { a: { value: rex }, b: { value: second } } });
  expect(twice({ name: 'Rex', id: 'rex' })).toMatchObject({ records: [rex], notes: [] });
  expect(twice({ ...rex, name: 'Max' })).toMatchObject({
    records: [rex],
    notes: [expect.stringMatching(/: pets rex\.$/)],
  });
});

test('an example elsewhere is noted with its address, if it is one', () => {
  const elsewhere = (externalValue: Json) => one(pet, { examples: { a: { externalValue, value: rex } } });
  expect(elsewhere('https://a.test/rex')).toMatchObject({
    records: [rex],
    notes: ['These references lead out of the document: https://a.test/rex.'],
  });
  expect(elsewhere(5)).toMatchObject({ records: [rex], notes: [] });
});

test('the bodies of requests and of what was created have records, and changes have none', () => {
  const list = { post: { requestBody: json(pet, { example: rex }), responses: { 201: json(pet, { example: tom }) } } };
  const change = { patch: { requestBody: json(pet, { example: { ...empty, name: 'None' } }) } };
  expect(found(list, change)).toMatchObject({ records: [tom, rex], notes: [] });
});
