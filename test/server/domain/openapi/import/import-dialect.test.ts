import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../../server/domain/json/json.ts';
import { keywordOf30, withoutOneWay } from '../../../../../server/domain/openapi/import/import-dialect.ts';

const above = { minimum: 1, exclusiveMinimum: true };
const below = { maximum: 9, exclusiveMaximum: true };

test.each<[string, JsonObject, ReturnType<typeof keywordOf30>]>([
  ['type', { type: 'string', nullable: true }, [['type', ['string', 'null']]]],
  ['type', { type: 'string', nullable: false }, undefined],
  ['type', { type: 'string', nullable: 'yes' }, undefined],
  ['type', { type: ['string'], nullable: true }, undefined],
  ['type', { type: 'string' }, undefined],
  ['format', { type: 'string', nullable: true, format: 'date' }, undefined],
  ['nullable', { type: 'string', nullable: true }, []],
  ['nullable', { nullable: false }, []],
  ['nullable', { nullable: true }, undefined],
  ['minimum', above, []],
  ['exclusiveMinimum', above, [['exclusiveMinimum', 1]]],
  ['maximum', below, []],
  ['exclusiveMaximum', below, [['exclusiveMaximum', 9]]],
  ['minimum', { minimum: 1, exclusiveMinimum: false }, undefined],
  ['exclusiveMinimum', { minimum: 1, exclusiveMinimum: false }, []],
  ['maximum', { maximum: 9, exclusiveMaximum: false }, undefined],
  ['exclusiveMaximum', { maximum: 9, exclusiveMaximum: false }, []],
  ['exclusiveMinimum', { exclusiveMinimum: true }, []],
  ['exclusiveMaximum', { maximum: '9', exclusiveMaximum: true }, []],
  ['exclusiveMinimum', { exclusiveMinimum: 1 }, undefined],
  ['minimum', { minimum: 1, exclusiveMinimum: 1 }, undefined],
  ['minimum', { minimum: 1, ...below }, undefined],
  ['maximum', { maximum: 9, ...above }, undefined],
  ['title', { title: 'Size', ...above, ...below }, undefined],
])('OpenAPI 3.0 has %s of %j in its own way: %j', (name, schema, members) => {
  expect(keywordOf30(name, schema)).toEqual(members);
});

const properties = {
  a: { readOnly: true },
  b: { writeOnly: true },
  c: { readOnly: false },
  d: { readOnly: 1 },
  e: true,
};

test('members of one direction are not required', () => {
  const schema = { title: 'Thing', required: ['a', 'b', 'c', 'd', 'e', 'f'], properties };
  expect(withoutOneWay(schema)).toEqual({ ...schema, required: ['c', 'd', 'e', 'f'] });
  expect(withoutOneWay({ required: [1], properties: { 1: { readOnly: true } } })).toMatchObject({ required: [] });
});

test.each<JsonObject>([
  { required: ['c', 'e'], properties },
  { required: [], properties },
  { required: 'a', properties },
  { required: ['a'] },
  { required: ['a'], properties: [] },
])('the schema %j stays as it is', (schema) => {
  expect(withoutOneWay(schema)).toBe(schema);
});
