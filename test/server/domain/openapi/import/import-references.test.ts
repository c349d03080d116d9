import { expect, test } from 'vitest';
import { finish } from '../../../../../server/domain/basics/work.ts';
import type { Json, JsonObject } from '../../../../../server/domain/json/json.ts';
import { collectionOf, fits, id, notesOf, openApi, recordsOf, ref, resource, schemas } from './imported.ts';

test('imports each referenced schema once and keeps circles', () => {
  const components = {
    Node: { properties: { id, tags: { items: ref('Tag') }, first: ref('Tag'), next: ref('Node') } },
    Tag: {
      properties: { name: { type: 'string' }, of: ref('Node'), deep: { $ref: '#/components/schemas/Odd~1name' } },
    },
    'Odd/name': { type: 'integer' },
  };
  const document = recordsOf(ref('Node'), components);
  expect(collectionOf(document).definition.schema).toEqual({
    properties: {
      id,
      tags: { items: { $ref: '#/$defs/Tag' } },
      first: { $ref: '#/$defs/Tag' },
      next: { $ref: '#' },
    },
    $defs: {
      Tag: { properties: { name: { type: 'string' }, of: { $ref: '#' }, deep: { $ref: '#/$defs/Odd_name' } } },
      Odd_name: { type: 'integer' },
    },
  });
  const deep = (value: Json): JsonObject => ({
    id: '1',
    next: { id: '2', first: { of: { id: '3', first: { deep: value } } } },
  });
  expect([fits(document, deep(1)), fits(document, deep('x'))]).toEqual([true, false]);
});

test('separates referenced schemas of the same name', () => {
  const document = recordsOf({
    properties: {
      id,
      a: { $ref: '#/components/parameters/Size/schema' },
      b: { $ref: '#/components/headers/Size/schema' },
    },
  });
  const components = {
    parameters: { Size: { schema: { type: 'integer' } } },
    headers: { Size: { schema: { type: 'string' } } },
  };
  expect(collectionOf({ ...document, components }).definition.schema).toMatchObject({
    properties: { a: { $ref: '#/$defs/schema' }, b: { $ref: '#/$defs/schema-2' } },
    $defs: { schema: { type: 'integer' }, 'schema-2': { type: 'string' } },
  });
});

test('omits and notes references without a target', () => {
  const schema = {
    properties: {
      id,
      outside: { $ref: 'urn:common#/Tag' },
      anchor: { $ref: '#Tag' },
      missing: ref('Nothing'),
      malformed: { $ref: '#/%' },
    },
  };
  expect(collectionOf(recordsOf(schema)).definition.schema?.properties).toEqual({
    id,
    outside: {},
    anchor: {},
    missing: {},
    malformed: {},
  });
  expect(notesOf(recordsOf(schema))).toEqual([
    'These references lead out of the document: urn:common#/Tag.',
    'These references have no target: #Tag, #/components/schemas/Nothing, #/%.',
  ]);
});

test('cuts circular references, so that validation ends', () => {
  const components = {
    A: { allOf: [ref('B')], properties: { id } },
    B: { anyOf: [ref('C'), { not: ref('A') }] },
    C: ref('D'),
    D: ref('C'),
    Self: { ...ref('Self') },
  };
  const document = recordsOf({ properties: { id, a: ref('A'), self: ref('Self') } }, components);
  expect(notesOf(document)).toEqual([
    'These references are circular: #/components/schemas/C, #/components/schemas/A, #/components/schemas/Self.',
  ]);
  expect(fits(document, { id: '1', a: { id: 'x' }, self: 5 })).toBe(true);
  expect(fits(document, { id: '1', a: { id: 5 } })).toBe(false);
});

test('keeps a circle through members', () => {
  const components = { A: { properties: { id, other: { allOf: [ref('A')], description: 'Another' } } } };
  const document = recordsOf(ref('A'), components);
  expect(notesOf(document)).toEqual([]);
  expect(fits(document, { id: '1', other: { id: '2', other: { id: 3 } } })).toBe(false);
});

test('omits references beyond the limit of definitions', () => {
  const many = Array.from({ length: 80 }, (_, index) => index);
  const components = Object.fromEntries(
    many.map((index) => [`S${index}`, { properties: { next: ref(`S${index + 1}`) } }]),
  );
  const document = recordsOf({ properties: { id, next: ref('S0') } }, components);
  const { definition } = collectionOf(document);
  expect(Object.keys(definition.schema?.$defs ?? {})).toHaveLength(50);
  expect(notesOf(document)).toEqual([
    'These references were omitted, because they lead to too many schemas: #/components/schemas/S50.',
  ]);
  expect(finish(schemas.tryCompile(definition))).toMatchObject({ ok: true });
});

test('notes responses whose references lead back to themselves', () => {
  const [there, back] = ['there', 'back'].map((name) => ({ $ref: `#/components/responses/${name}` }));
  const paths = { ...resource('/pets', 'id', { properties: { id } }), '/cats': { get: { responses: { 200: there } } } };
  const document = { ...openApi(paths as JsonObject), components: { responses: { there: back, back: there } } };
  expect(notesOf(document as JsonObject)).toContain('These references are circular: #/components/responses/there.');
});
