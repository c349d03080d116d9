import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../server/domain/json/json.ts';
import { recordSchema } from '../../../../server/domain/openapi/record-schema.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';

function schemaOf(
  use: 'request' | 'response',
  schema: JsonObject | null,
  records: readonly JsonObject[] = [],
): JsonObject {
  const things = new SharedCollection({ name: 'things', key: 'id', sort: null, time: null, schema }, records);
  return recordSchema(things, 'record.things', use);
}

test.each<[string, readonly JsonObject[], JsonObject]>([
  ['the type of its values', [{ v: 1 }, { v: 2 }], { type: 'number' }],
  ['several types', [{ v: 1 }, { v: 'a' }], { type: ['number', 'string'] }],
  ['null', [{ v: null }], { type: 'null' }],
  [
    'the members of an object',
    [{ v: { a: 1 } }, { v: { b: true } }],
    {
      type: 'object',
      properties: { a: { type: 'number' }, b: { type: 'boolean' } },
    },
  ],
  ['an object without members', [{ v: {} }], { type: 'object' }],
  ['an array, of any elements', [{ v: [{ a: 1 }] }], { type: ['array', 'object'] }],
])('without a schema, a member is described by %s', (_, records, expected) => {
  const all = records.map((record, id) => ({ id, ...record }));
  const described = { type: 'object', properties: { id: { type: 'number' }, v: expected } };
  expect(schemaOf('response', null, all)).toEqual({ ...described, required: ['id'] });
  expect(schemaOf('request', null, all)).toEqual({ ...described, required: [] });
});

test('a collection without records and schema has records with a key', () => {
  expect(schemaOf('response', null)).toEqual({ type: 'object', properties: { id: {} }, required: ['id'] });
});

test('a request may do without the key, and a response may not', () => {
  const schema = { required: ['id', 'name'], title: 'Thing' };
  expect(schemaOf('response', schema)).toEqual(schema);
  expect(schemaOf('request', schema)).toEqual({ required: ['name'], title: 'Thing' });
  for (const use of ['request', 'response'] as const) {
    expect(schemaOf(use, { title: 'Thing' })).toEqual({ title: 'Thing' });
  }
});

const base = '#/components/schemas/record.things';

test.each<[string, Json, Json]>([
  ['the root', { $ref: '#' }, { $ref: base }],
  ['a place', { $ref: '#/$defs/a' }, { $ref: `${base}/$defs/a` }],
  ['an anchor', { $ref: '#name' }, { $ref: '#name' }],
  ['another document', { $ref: 'other.json#/a' }, { $ref: 'other.json#/a' }],
  ['a value that is no text', { $ref: ['#'] }, { $ref: ['#'] }],
  ['nothing', { title: '#', description: '#/a' }, { title: '#', description: '#/a' }],
])('a reference to %s leads there from the description too', (_, given, expected) => {
  const all = (inner: Json) => ({
    items: inner,
    allOf: [inner, true],
    properties: { a: inner },
    not: { items: inner },
  });
  expect(schemaOf('response', all(given))).toEqual(all(expected));
});

test.each(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])(
  'the names in %s are names, whatever they are',
  (word) => {
    const inner = { $ref: '#', const: { $ref: '#' } };
    const moved = { $ref: base, const: { $ref: '#' } };
    const names = ['$id', '$schema', '$ref', 'const', 'items'];
    const all = (one: Json) => ({ [word]: Object.fromEntries(names.map((name) => [name, one])) });
    expect(schemaOf('response', all(inner))).toEqual(all(moved));
    expect(schemaOf('response', { [word]: [{ $ref: '#' }] })).toEqual({ [word]: [{ $ref: base }] });
  },
);

test.each(['const', 'enum', 'default', 'examples'])('the values of %s stay as they are', (word) => {
  const schema = { [word]: [{ $ref: '#', $id: 'a', $schema: 'b' }] };
  expect(schemaOf('response', schema)).toEqual(schema);
});

test('$id and $schema are left out at any depth', () => {
  const schema = { $id: 'a', $schema: 'b', type: 'object', items: { $id: 'c', $schema: 'd', anyOf: [{ $id: 'e' }] } };
  expect(schemaOf('response', schema)).toStrictEqual({ type: 'object', items: { anyOf: [{}] } });
});
