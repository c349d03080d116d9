import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../../server/domain/json/json.ts';
import { loosened } from '../../../../../server/domain/openapi/import/import-loosened.ts';

const a = { const: 1 };
const b = { const: 2 };
/** A schema that refuses more when its parts accept more, and what is left of it. */
const strict = { title: 'Strict', not: a };
const loose = { title: 'Strict' };

test.each(['not', 'if', 'then', 'else', 'unevaluatedItems', 'unevaluatedProperties', 'maxContains'])(
  'a loosened schema is without %s',
  (name) => {
    expect(loosened({ ...loose, [name]: a })).toEqual(loose);
  },
);

test.each<[string, JsonObject, JsonObject]>([
  ['one of its schemas, it has any', { oneOf: [a, b] }, { allOf: [{ anyOf: [a, b] }] }],
  ['others beside them, all apply', { allOf: [a], oneOf: [b], title: 'T' }, { allOf: [a, { anyOf: [b] }], title: 'T' }],
  ['no list beside them, they apply', { allOf: 5, oneOf: [b] }, { allOf: [{ anyOf: [b] }] }],
])('instead of %s', (_, schema, expected) => {
  expect(loosened(schema)).toEqual(expected);
});

test.each<[string, (inner: JsonObject) => JsonObject]>([
  ['items', (inner) => ({ items: inner, additionalProperties: inner, contains: inner })],
  ['lists of schemas', (inner) => ({ allOf: [inner, true], anyOf: [inner], prefixItems: [false, inner] })],
  ['maps of schemas', (inner) => ({ properties: { not: inner, b: true }, patternProperties: { '^a': inner } })],
  ['definitions', (inner) => ({ $defs: { if: inner, oneOf: false } })],
  ['schemas in schemas', (inner) => ({ items: { anyOf: [{ properties: { a: inner } }] } })],
])('%s are loosened too', (_, around) => {
  expect(loosened(around(strict))).toEqual(around(loose));
});

test.each<JsonObject>([
  { const: strict, enum: [strict], default: strict, examples: [strict] },
  { 'x-data': strict, anyOf: strict, properties: [strict], items: [strict], $defs: [strict] },
  { items: true, additionalProperties: false, minContains: 1, required: ['not'] },
])('what is no schema stays as it is: %j', (schema) => {
  expect(loosened(schema)).toEqual(schema);
});
