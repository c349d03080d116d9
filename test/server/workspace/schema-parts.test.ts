import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finish } from '../../../server/domain/basics/work.ts';
import type { Json, JsonObject } from '../../../server/domain/json/json.ts';
import { SchemaChecker } from '../../../server/workspace/schema-checker.ts';
import { schemaParts } from '../../../server/workspace/schema-parts.ts';
import { takesAllRounds } from '../../support/rounds.ts';

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

const doubling = (levels: number, target: (level: number) => JsonObject) =>
  Object.fromEntries(
    Array.from({ length: levels }, (_, level) => [`d${level}`, { allOf: [target(level + 1), target(level + 1)] }]),
  );

test.each<[string, JsonObject]>([
  [
    'beside unevaluatedProperties',
    {
      $ref: '#/$defs/d0',
      unevaluatedProperties: false,
      $defs: { ...doubling(40, (level) => ({ $ref: `#/$defs/d${level}` })), d40: { type: 'object' } },
    },
  ],
  [
    'by anchors',
    {
      $dynamicRef: '#d0',
      $defs: Object.fromEntries(
        Object.entries({ ...doubling(40, (level) => ({ $dynamicRef: `#d${level}` })), d40: { type: 'object' } }).map(
          ([name, schema]) => [name, { $anchor: name, ...schema }],
        ),
      ),
    },
  ],
])('references that double at each level %s are not followed to their end', (_, schema) => {
  const checker = new SchemaChecker();
  expect(finish(checker.tryCompile(definition(schema)))).toMatchObject({ ok: true });
  expect(checker.check(definition(schema), {})[0]?.detail).toContain('too often');
});

test('refuses a large schema whose keywords cannot leave their place', () => {
  const schema = { ...wide, unevaluatedProperties: false };
  expect(finish(new SchemaChecker().tryCompile(definition(schema)))).toMatchObject({
    ok: false,
    problem: { detail: expect.stringContaining('at most 300 values') },
  });
});

test('leaves the values alone that only look like references', () => {
  const schema = {
    unevaluatedProperties: false,
    properties: { a: { const: { $ref: 'x' } }, $ref: { type: 'string' } },
  };
  const checker = new SchemaChecker();
  expect(checker.check(definition(schema), { a: { $ref: 'x' }, $ref: 'y' })).toEqual([]);
  expect(checker.check(definition(schema), { a: {}, b: 1 })).toHaveLength(2);
});

test('a reference leads to a schema that is true or false', () => {
  const schema = { ...wide, $defs: { none: false, any: true }, additionalProperties: { $ref: '#/$defs/none' } };
  const checker = new SchemaChecker();
  expect(checker.check(definition(schema), { m1: 'a' })).toEqual([]);
  expect(checker.check(definition(schema), { other: 1 })).toMatchObject([{ pointer: '/other' }]);
});

// Schemas that refer to themselves endlessly take up to a second each.
test.each<[string, fc.Parameters<unknown>]>([
  ['random schemas', { numRuns: takesAllRounds ? 40 : 4 }],
  ['a schema with more faults than a check names', { seed: -1751795145, path: '2', numRuns: 1 }],
])('finds the same faults as a compilation in one go, in %s', (_, run) => {
  const leaf = fc.oneof(
    fc.constantFrom<Json[]>('string', 'integer', 'null').map((type) => ({ type })),
    fc.constantFrom<Json[]>(
      true,
      false,
      {},
      { $ref: '#' },
      { $ref: '#/$defs/d0' },
      { $ref: '#/$defs/d1' },
      { $ref: '#/properties/d' },
    ),
    fc.integer({ max: 3, min: 0 }).map((minLength) => ({ minLength })),
    fc.constant({ enum: [1, 'a', null] }),
  );
  const names = fc.constantFrom('a', 'b', 'c', 'toString', '__proto__');
  const schemas = fc.letrec<{ schema: Json }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 2 },
      leaf,
      fc.record(
        {
          properties: fc.dictionary(names, tie('schema'), { maxKeys: 4 }),
          additionalProperties: tie('schema'),
          required: fc.uniqueArray(names, { maxLength: 2 }),
          items: tie('schema'),
          prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
          allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
          anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
          oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
          not: tie('schema'),
          if: tie('schema'),
          then: tie('schema'),
        },
        { requiredKeys: [] },
      ),
    ),
  })).schema;
  const values = fc.object({ key: names, maxDepth: 3, values: [fc.constantFrom(1, 'a', 'abcd', null)] });
  const ajv = new Ajv2020({ allErrors: true, strict: false, ownProperties: true });
  fc.assert(
    fc.property(schemas, schemas, schemas, fc.array(values, { minLength: 5 }), (one, other, last, checked) => {
      const schema = {
        $defs: { d0: other, d1: last },
        properties: { ...named(60, { type: 'string' }), d: one },
        allOf: [one, last],
      };
      const checker = new SchemaChecker();
      expect(finish(checker.tryCompile(definition(schema as JsonObject)))).toMatchObject({ ok: true });
      const whole = compiledBy(ajv, schema);
      if (!whole) return;
      for (const value of checked as JsonObject[]) {
        const faults = checker.check(definition(schema as JsonObject), value);
        // Of a schema that refers to itself for the same value, the standard leaves the result open (Core, 9.4.1).
        if (faults[0]?.detail.startsWith('cannot be checked')) continue;
        const expected = places(() => (whole(value) ? [] : (whole.errors ?? [])).map((error) => error.instancePath));
        if (expected === null) continue;
        const found = [...new Set(faults.map(({ pointer }) => pointer))].sort();
        // A check names the first 200 faults.
        expect(found).toEqual(faults.length < 200 ? expected : expected.filter((place) => found.includes(place)));
      }
    }),
    { ...run, endOnFailure: true },
  );
});

/** Undefined where Ajv itself overflows the stack, at a reference to itself. */
function compiledBy(ajv: Ajv2020, schema: object): ValidateFunction | undefined {
  try {
    return ajv.compile(schema);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The places of faults; null for a check that never ends. */
function places(check: () => readonly string[]): readonly string[] | null {
  try {
    return [...new Set(check())].sort();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
