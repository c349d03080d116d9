import { expect, test } from 'vitest';
import { finish } from '../../../../../server/domain/basics/work.ts';
import type { Json, JsonObject } from '../../../../../server/domain/json/json.ts';
import { importOpenApi } from '../../../../../server/domain/openapi/import/import.ts';
import { OpenApiDocument } from '../../../../../server/domain/openapi/import/import-document.ts';
import { SchemaImport } from '../../../../../server/domain/openapi/import/import-schema.ts';
import { openApi, responds } from './imported.ts';

/** The schema for records that have the schema `Root` among these, and the notes. */
function translated(schemas: JsonObject, version: '3.0' | '3.1' = '3.1') {
  const document = new OpenApiDocument(schemas, version);
  const schema = new SchemaImport(document).translate(document.root.member('Root'));
  return { schema, notes: document.notes.list().map(({ sentence }) => sentence) };
}

const id = { type: 'string' };
const Base = { type: 'object', required: ['id'], properties: { id } };
const base = { $ref: '#/Base' };

test.each<[string, JsonObject, JsonObject]>([
  ['of one type', { type: 'object', ...base }, { type: 'object', required: ['id'], properties: { id } }],
  ['with members of both', { ...base, properties: { a: id } }, { ...Base, properties: { a: id, id } }],
  ['with what both require', { ...base, required: ['a', 'id'] }, { ...Base, required: ['a', 'id'] }],
  [
    'with the words of the first',
    {
      title: 'A',
      description: 'B',
      default: 1,
      deprecated: true,
      allOf: [base, { title: 'C', description: 'D', default: 2 }],
    },
    { ...Base, title: 'A', description: 'B', default: 1, deprecated: true },
  ],
  ['with its examples', { ...base, examples: [1] }, { ...Base, examples: [1] }],
  ['with its old example', { ...base, example: 1 }, { ...Base, examples: [1] }],
  ['without what has no meaning for records', { ...base, 'x-a': 1, xml: {}, externalDocs: {} }, Base],
  [
    'that requires no member of one direction',
    { ...base, required: ['a'], allOf: [{ properties: { a: { readOnly: true } } }] },
    { ...Base, properties: { a: { readOnly: true }, id } },
  ],
])('a schema that only adds members to others becomes one %s', (_, Root, expected) => {
  expect(translated({ Root, Base })).toEqual({ schema: expected, notes: [] });
});

test('what is no keyword of JSON Schema is noted also where schemas become one', () => {
  const Root = { ...base, discriminator: {}, required: 'a' };
  expect(translated({ Root, Base })).toEqual({
    schema: Base,
    notes: [
      'These schema keywords are not supported: discriminator.',
      'These schema keywords have an invalid value: required.',
    ],
  });
});

test.each<[string, JsonObject]>([
  ['is no object', { type: 'string' }],
  ['may be something else', { type: ['object', 'null'] }],
  ['limits its members', { minProperties: 1 }],
  ['has alternatives', { anyOf: [true] }],
  ['has a member of the other', { properties: { id: { minLength: 1 } } }],
])('a schema that %s stays beside the one that it extends', (_, more) => {
  const { schema } = translated({ Root: { allOf: [base, more] }, Base });
  expect(schema).toEqual({ allOf: [{ $ref: '#/$defs/Base' }, more], $defs: { Base } });
  expect(translated({ Root: { ...base, ...more }, Base }).schema).toEqual({
    ...{ $ref: '#/$defs/Base', ...more, $defs: { Base } },
  });
});

test('a schema that extends no other keeps its words', () => {
  const Root = { allOf: [], title: 'A', xml: {}, properties: { id } };
  expect(translated({ Root })).toMatchObject({ schema: { title: 'A', properties: { id } } });
  expect(translated({ Root: { ...base, title: 'A' }, Base }, '3.0').schema).toEqual({
    ...{ $ref: '#/$defs/Base', $defs: { Base } },
  });
});

test('the names of definitions have no signs with a meaning, and numbers where they are the same', () => {
  const refs = ['#/a/x y', '#/b/x y', '#/c/x_y', '#/a/x y', '#/c/z.1-b'].map(($ref) => ({ $ref }));
  const schemas = { a: { 'x y': { const: 1 } }, b: { 'x y': { const: 2 } }, c: { x_y: { const: 3 }, 'z.1-b': true } };
  expect(translated({ Root: { prefixItems: refs }, ...schemas }).schema).toEqual({
    prefixItems: ['x_y', 'x_y-2', 'x_y-3', 'x_y', 'z.1-b'].map((name) => ({ $ref: `#/$defs/${name}` })),
    $defs: { x_y: { const: 1 }, 'x_y-2': { const: 2 }, 'x_y-3': { const: 3 }, 'z.1-b': true },
  });
});

test('a reference to the whole schema leads to its root', () => {
  const Root = { properties: { next: { $ref: '#/Root' } }, items: { not: { $ref: '#/Root' } } };
  const root = { $ref: '#' };
  expect(translated({ Root })).toEqual({ schema: { properties: { next: root }, items: { not: root } }, notes: [] });
});

test.each<[string, Json, readonly string[]]>([
  ['itself', { minLength: 1, $ref: '#/Root' }, ['#/Root']],
  ['itself in a part', { allOf: [{ $ref: '#/Root' }], minLength: 1 }, ['#/Root']],
  ['one that leads back', { $ref: '#/A', minLength: 1 }, ['#/A']],
])('a reference that applies to the same value is left out if it leads to %s', (_, Root, circles) => {
  const A = { anyOf: [{ $ref: '#/B' }] };
  const B = { anyOf: [{ $ref: '#/A' }] };
  expect(translated({ Root, A, B }).notes).toEqual([`These references are circular: ${circles.join(', ')}.`]);
});

test('references that apply to the same value are followed 200 schemas deep, and no further', () => {
  /** A schema with others within it, the innermost of which has the reference. */
  const around = (levels: number, $ref: string): JsonObject =>
    levels === 0 ? { $ref } : { anyOf: [around(levels - 1, $ref)] };
  const chain = Array.from({ length: 30 }, (_, index) => [`S${index}`, around(9, `#/S${index + 1}`)] as const);
  const schemas = { ...Object.fromEntries(chain), S30: true };
  const followed = (levels: number) => {
    const { schema, notes } = translated({ Root: around(levels, '#/S0'), ...schemas });
    return [Object.keys(schema.$defs as JsonObject).length, ...notes];
  };
  const note = (last: string) => `These references were omitted, because they lead to too many schemas: #/${last}.`;
  expect(followed(9)).toEqual([20, note('S20')]);
  expect(followed(10)).toEqual([19, note('S19')]);
});

test('the collections of a document have 1,000 definitions together', () => {
  const members = (at: number) =>
    Object.fromEntries(Array.from({ length: 49 }, (_, n) => [`m${n}`, { $ref: `#/components/schemas/S${at}-${n}` }]));
  const schemas: Record<string, Json> = {};
  const paths: Record<string, Json> = {};
  for (let at = 0; at < 21; at += 1) {
    paths[`/api/things${at}/{id}`] = { get: responds({ properties: { id, ...members(at) } }) };
    for (let n = 0; n < 49; n += 1) schemas[`S${at}-${n}`] = { const: n };
  }
  const result = finish(importOpenApi(openApi(paths, schemas)));
  if (!result.ok) throw new Error(result.problem.detail);
  const counts = result.value.collections.map(({ definition }) => Object.keys(definition.schema?.$defs ?? {}).length);
  expect(counts).toEqual([...Array(20).fill(49), 20]);
});
