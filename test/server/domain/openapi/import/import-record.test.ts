import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../../server/domain/json/json.ts';
import { JsonCursor } from '../../../../../server/domain/json/json-cursor.ts';
import { OpenApiDocument } from '../../../../../server/domain/openapi/import/import-document.ts';
import {
  hasMember,
  listPlace,
  memberNames,
  wrappedRecord,
} from '../../../../../server/domain/openapi/import/import-record.ts';
import { id, imported, openApi, responds } from './imported.ts';

const record = { properties: { id, name: { type: 'string' } } };
const other = { properties: { id, price: { type: 'number' } } };
const document = new OpenApiDocument({ Record: record, List: { items: record } }, '3.1');
const at = (schema: Json) => new JsonCursor(schema, document.root, 'schema');
const form = { schema: at(record), key: 'id' };

test.each<[string, Json, string | null | undefined]>([
  ['the whole body', { items: record }, null],
  ['of texts, the whole body', { type: 'array', items: id }, null],
  ['a member', { properties: { total: {}, rows: { items: record } } }, 'rows'],
  ['a member by a reference', { properties: { rows: { $ref: '#/List' } } }, 'rows'],
  ['a member with elements by a reference', { properties: { rows: { items: { $ref: '#/Record' } } } }, 'rows'],
  [
    'a member of a part',
    { allOf: [{ properties: { total: {} } }, { properties: { rows: { items: record } } }] },
    'rows',
  ],
  ['a member with named members', { properties: { rows: { items: { additionalProperties: {} } } } }, 'rows'],
  ['a member with alternatives', { properties: { rows: { items: { oneOf: [record] } } } }, 'rows'],
  ['a member with any alternatives', { properties: { rows: { items: { anyOf: [record] } } } }, 'rows'],
  ['nothing without objects', { properties: { rows: { items: id }, tags: { items: {} } } }, undefined],
  ['nothing without a list', { properties: { rows: record } }, undefined],
  ['nothing in two lists', { properties: { rows: { items: record }, more: { items: other } } }, undefined],
  ['nothing in two parts', { allOf: [{ items: record }, { items: record }] }, undefined],
])('the list of a body is %s', (_, schema, member) => {
  expect(listPlace(document, at(schema))?.member).toBe(member);
});

test('of two lists, the one with the records of the form is found', () => {
  const memberOf = (properties: JsonObject) => listPlace(document, at({ properties }), form)?.member;
  expect(memberOf({ rows: { items: other }, more: { items: record } })).toBe('more');
  expect(memberOf({ rows: { items: record }, more: { items: record } })).toBeUndefined();
  expect(memberOf({ rows: { items: other }, more: { items: other } })).toBeUndefined();
  expect(memberOf({ rows: { items: other } })).toBe('rows');
});

test.each<[Json, readonly string[]]>([
  [{ properties: { a: {}, b: {} }, required: ['b', 'c', 5] }, ['a', 'b', 'c']],
  [{ properties: ['a'], required: 'b' }, []],
  [{ $ref: '#/Record', properties: { a: {} } }, ['a', 'id', 'name']],
  [{ allOf: [{ required: ['a'] }, { required: ['b'] }] }, ['a', 'b']],
  [{ required: ['a'], oneOf: [record, other] }, ['a', 'id']],
  [{ anyOf: [record, { $ref: '#/Record' }] }, ['id', 'name']],
  [{ oneOf: [record] }, ['id', 'name']],
  [{ oneOf: [record, {}] }, []],
  [{ oneOf: [{ anyOf: [record, other] }, record] }, ['id']],
  [{ oneOf: [{ oneOf: [{ oneOf: [record] }] }] }, []],
  [{ oneOf: [], anyOf: 'none' }, []],
])('every record of %j has the members %j', (schema, names) => {
  expect(memberNames(document, at(schema))).toEqual(names);
  for (const name of ['a', 'id', 'price']) expect(hasMember(document, at(schema), name)).toBe(names.includes(name));
});

test.each<[string, JsonObject, boolean]>([
  ['an object', { data: record }, true],
  ['an object by a reference', { data: { $ref: '#/Record' }, links: {} }, true],
  ['a text', { data: id }, false],
  ['missing', { result: record }, false],
  ['beside an id', { data: record, id }, false],
  ['beside an _id', { data: record, _id: id }, false],
  ['beside the id of something', { data: record, userId: id }, false],
  ['beside other members', { data: record, __id: id, ids: id, grid: id, userid: id, userIds: id }, true],
])('a record is in the member data of an envelope if that is %s', (_, properties, isWrapped) => {
  const wrapped = wrappedRecord(document, at({ properties }));
  expect(wrapped?.value).toEqual(isWrapped ? properties.data : undefined);
});

/** The key of the only collection of a document, or else the notes. */
function keyIn(paths: JsonObject): string {
  const { collections, notes } = imported(openApi(paths));
  const [only] = collections;
  return only?.definition.key ?? notes.map(({ sentence }) => sentence).join(' ');
}

test.each<[string, string, JsonObject]>([
  ['the key', 'a text', { code: id }],
  ['the key', 'an integer', { code: { type: 'integer' } }],
  ['the key', 'a number', { code: { type: 'number' } }],
  ['the key', 'of several types', { code: { type: ['string', 'null'] } }],
  ['the key', 'of no type', { code: {} }],
  ['the key', 'anything', { code: true }],
  ['no key', 'a truth value', { code: { type: 'boolean' } }],
  ['no key', 'an object', { code: { type: 'object' } }],
  ['no key', 'one of a few', { code: { type: 'string', enum: ['a', 'b'] } }],
  ['no key', 'always the same', { code: { const: 'a' } }],
  ['no key', 'one of a few in a part', { code: { allOf: [{ enum: ['a'] }] } }],
])('a member with the name of a key is %s if it is %s', (is, _, properties) => {
  const key = keyIn({ '/things/{thing}': { get: responds({ properties }) } });
  expect(key).toBe(is === 'the key' ? 'code' : 'thing');
});

const coded = { properties: { code: id } };
const none = 'These operations have no counterpart in the mock API: ';
const content = { 'application/json': { schema: coded } };

test.each<[string, JsonObject, string]>([
  ['responds with an array', { get: responds({ type: 'array', items: coded }) }, 'code'],
  ['responds with an array in an envelope', { get: responds({ properties: { rows: { items: coded } } }) }, 'code'],
  [
    'responds with an array beside an id',
    { get: responds({ properties: { id, rows: { items: coded } } }) },
    `${none}GET /things.`,
  ],
  ['responds with an object', { get: responds(coded) }, `${none}GET /things.`],
  [
    'responds with objects without a key',
    { get: responds({ items: { properties: { name: id } } }) },
    `${none}GET /things.`,
  ],
  ['creates records', { post: { responses: { 201: { content } } } }, 'code'],
  [
    'creates records, and responds with no array',
    { get: {}, post: { responses: { 201: { content } } } },
    `${none}GET /things, POST /things.`,
  ],
  ['only does something', { post: { responses: { 200: { content } } } }, `${none}POST /things.`],
])('a path without one for its records, which %s, is a list or is noted', (_, item, key) => {
  expect(keyIn({ '/things': item })).toBe(key);
});

test('a path of records that have no JSON schema, or are no objects, is noted', () => {
  const path = '/things/{thing}';
  const operation = `${none}GET ${path}.`;
  expect(keyIn({ [path]: { get: {} } })).toBe(
    `These paths have no JSON schema of their records: ${path}. ${operation}`,
  );
  expect(keyIn({ [path]: { get: responds(id) } })).toBe(
    `The records of these paths have no recognizable key: ${path}. ${operation}`,
  );
});

test('the first schema with a key counts, whichever body has it', () => {
  const get = responds({ properties: { name: id } });
  expect(keyIn({ '/things/{thing}': { get, put: { requestBody: { content } } } })).toBe('code');
});
