import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../server/domain/json/json.ts';
import { SchemaChecker } from '../../../server/workspace/schema-checker.ts';
import { schemaParts } from '../../../server/workspace/schema-parts.ts';

const definition = (schema: JsonObject) => ({ name: 'users', key: 'userId', sort: null, time: null, schema });
const named = (count: number, schema: Json) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, schema]));

const wide = { type: 'object', properties: named(900, { type: 'string', maxLength: 9 }) };

test.each<[string, JsonObject]>([
  ['members', wide],
  ['members beside required ones', { ...wide, required: Object.keys(wide.properties), additionalProperties: false }],
  ['patterns', { patternProperties: named(300, { type: 'string' }) }],
  ['branches', { anyOf: Array.from({ length: 400 }, (_, index) => ({ required: [`m${index}`] })) }],
  ['definitions', { $defs: named(300, { type: 'object', properties: named(9, true) }), $ref: '#/$defs/m1' }],
  ['levels', nested(12)],
])('divides a schema of many %s into small parts', (_, schema) => {
  const parts = schemaParts(schema) ?? [];
  expect(parts.length).toBeGreaterThan(2);
  expect(Math.max(...parts.map((part) => schemasIn(part)))).toBeLessThan(140);
});

function nested(levels: number): JsonObject {
  if (levels === 0) return { type: 'string' };
  const inner = nested(levels - 1);
  return { type: 'object', properties: { ...named(15, { type: 'integer' }), inner } };
}

/** The number of keywords that say something. */
function schemasIn(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner: readonly Json[] = Object.values(value);
  return inner.filter((one) => typeof one === 'object').length + inner.map(schemasIn).reduce((a, b) => a + b, 0);
}

test.each([
  { ...wide, unevaluatedProperties: false },
  { ...wide, $ref: 'https://example.com/x' },
  { ...wide, $anchor: 'x' },
  { properties: { ...wide.properties, inner: { $id: 'https://example.com/x' } } },
])('leaves a schema whole whose keywords depend on their place', (schema) => {
  expect(schemaParts(schema)).toBeNull();
});

test('compiles a large schema with many pauses', () => {
  expect([...new SchemaChecker().tryCompile(definition(wide))].length).toBeGreaterThan(20);
});

test.each<[string, JsonObject]>([
  [
    'the same value',
    Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`d${index}`, twice(`d${index + 1}`)])),
  ],
  ['each level', { d0: { properties: { a: twice('d0') } } }],
])('ends the check of a record when references double at %s', (_, $defs) => {
  const schema = { $defs: { ...$defs, d40: { type: 'object' } }, $ref: '#/$defs/d0' };
  const deep: JsonObject = JSON.parse(`${'{"a":'.repeat(80)}1${'}'.repeat(80)}`);
  expect(new SchemaChecker().check(definition(schema), deep)).toEqual([
    { pointer: '', detail: 'cannot be checked: the schema refers to itself endlessly, or too often' },
  ]);
});

function twice(name: string): JsonObject {
  return { allOf: [{ $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}` }] };
}
