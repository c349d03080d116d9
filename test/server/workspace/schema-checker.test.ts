import { expect, test } from 'vitest';
import { finish } from '../../../server/domain/basics/work.ts';
import type { JsonObject } from '../../../server/domain/json/json.ts';
import { SchemaChecker } from '../../../server/workspace/schema-checker.ts';

function definition(schema: JsonObject | null) {
  return { name: 'users', key: 'userId', sort: null, time: null, schema };
}

test('accepts every value without a schema', () => {
  expect(new SchemaChecker().check(definition(null), { anything: [1] })).toEqual([]);
});

test('names every fault with its pointer', () => {
  const schema = {
    type: 'object',
    required: ['name'],
    properties: {
      age: { type: 'integer' },
      status: { enum: ['active', 'inactive'] },
      tags: { items: { minLength: 2 } },
    },
    additionalProperties: false,
  };
  const faults = new SchemaChecker().check(definition(schema), { age: 1.5, status: 'asleep', tags: ['x'], more: 1 });
  expect(faults).toEqual(
    expect.arrayContaining([
      { pointer: '', missing: 'name', detail: 'must have the member name' },
      { pointer: '', member: 'more', detail: 'must not have the member more' },
      { pointer: '/age', detail: 'must be a whole number' },
      { pointer: '/status', detail: 'must be one of active, inactive' },
      { pointer: '/tags/0', detail: 'must have at least 2 characters' },
    ]),
  );
  expect(faults).toHaveLength(5);
});

test('compares values as JSON, also those with inherited member names', () => {
  const odd: JsonObject = JSON.parse('{"toString":null,"valueOf":1,"constructor":{"a":[1]}}');
  const turned: JsonObject = JSON.parse('{"constructor":{"a":[1]},"valueOf":1,"toString":null}');
  const schema = {
    properties: {
      enum: { enum: [7, odd] },
      const: { const: [odd] },
      unique: { uniqueItems: true },
      free: { uniqueItems: false },
    },
  };
  const fits = { enum: turned, const: [turned], unique: [odd, {}, 1, '1', [1]], free: [1, 1] };
  expect(new SchemaChecker().check(definition(schema), fits)).toEqual([]);
  const breaks = { enum: { toString: null }, const: [{ toString: 1 }], unique: [odd, 1, turned] };
  expect(new SchemaChecker().check(definition(schema), breaks)).toEqual([
    { pointer: '/enum', detail: `must be one of 7, ${JSON.stringify(odd)}` },
    { pointer: '/const', detail: 'must be equal to constant' },
    { pointer: '/unique', detail: 'must not have an element twice' },
  ]);
});

test('finds duplicates of a long array in linear time', () => {
  const unique = Array.from({ length: 100_000 }, (_, index) => ({ index }));
  const schema = { properties: { unique: { uniqueItems: true } } };
  expect(new SchemaChecker().check(definition(schema), { unique })).toEqual([]);
});

test('finds values among thousands of allowed ones, and names few of them', () => {
  const allowed: JsonObject[] = Array.from({ length: 5_000 }, (_, index) => ({ index, of: { all: [index] } }));
  const schema = { properties: { list: { items: { enum: allowed } } } };
  const turned = allowed.map(({ index = 0, of = {} }) => ({ of, index }));
  expect(new SchemaChecker().check(definition(schema), { list: turned })).toEqual([]);
  const faults = new SchemaChecker().check(definition(schema), { list: turned.map(({ of }) => ({ of })) });
  expect(faults).toHaveLength(200);
  expect(faults[0]).toMatchObject({ pointer: '/list/0', detail: expect.stringMatching(/ and 4,?950 more values$/) });
});

test('ignores inherited names', () => {
  const schema = { required: ['constructor'], properties: { toString: { type: 'string' } } };
  expect(new SchemaChecker().check(definition(schema), {})).toEqual([
    { pointer: '', missing: 'constructor', detail: 'must have the member constructor' },
  ]);
});

test('accepts two schemas of the same $id', () => {
  const $id = 'https://example.com/user';
  const checker = new SchemaChecker();
  const schemas = ['string', 'number'].map((type) =>
    definition({ $id, properties: { a: { type }, b: { $ref: $id } } }),
  );
  expect(schemas.map((schema) => finish(checker.tryCompile(schema)).ok)).toEqual([true, true]);
  expect(schemas.map((schema) => checker.check(schema, { a: 1 }).length)).toEqual([1, 0]);
  expect(schemas.map((schema) => checker.check(schema, { b: { a: 1 } }).length)).toEqual([1, 0]);
});

test('names values of an enumeration that are no strings as JSON', () => {
  const schema = { properties: { size: { enum: [null, { width: 1 }, 'any'] } } };
  expect(new SchemaChecker().check(definition(schema), { size: 5 })).toEqual([
    { pointer: '/size', detail: 'must be one of null, {"width":1}, any' },
  ]);
});

test.each<JsonObject>([
  { $ref: '#' },
  { properties: { a: { $ref: '#/$defs/b' } }, $defs: { b: { allOf: [{ $ref: '#/$defs/b' }] } } },
])('refuses every value for an endless schema: %j', (schema) => {
  const [fault] = new SchemaChecker().check(definition(schema), { a: 1 });
  expect(fault?.detail).toContain('refers to itself');
});

test('uses JSON Schema 2020-12', () => {
  const schema = { properties: { pair: { prefixItems: [{ type: 'string' }, { type: 'number' }] } } };
  const checker = new SchemaChecker();
  expect(checker.check(definition(schema), { pair: ['a', 1] })).toEqual([]);
  expect(checker.check(definition(schema), { pair: [1, 'a'] })).toHaveLength(2);
});

test.each<JsonObject>([{ type: 'nonsense' }, { $ref: 'https://example.com/other.json' }, { properties: 5 }])(
  'refuses an unusable schema in a sentence: %j',
  (schema) => {
    const compiled = finish(new SchemaChecker().tryCompile(definition(schema)));
    expect(compiled.ok).toBe(false);
    expect(!compiled.ok && compiled.problem).toMatchObject({ type: '/problems/invalid-workspace' });
    expect(!compiled.ok && compiled.problem.detail).toContain('users');
  },
);

test('matches a pattern in linear time', () => {
  const schema = { properties: { name: { pattern: '^(a+)+$' } } };
  const checker = new SchemaChecker();
  expect(checker.check(definition(schema), { name: 'a'.repeat(1000) })).toEqual([]);
  expect(checker.check(definition(schema), { name: `${'a'.repeat(1000)}!` })).toHaveLength(1);
});

test.each([
  ['^\\d{3}-\\d{4}$', '555-0100', '5550100'],
  ['^\\p{Lu}', 'École', 'école'],
  ['\\u00e9', 'é', 'e'],
  ['[\\u{1F600}-\\u{1F64F}]', '😀', ':-)'],
  ['^(?<year>\\d+)\\/', '2024/', '2024-'],
  ['^.$', '😀', '😀😀'],
])('the pattern %s matches as in ECMAScript', (pattern, matching, other) => {
  const faults = (name: string) =>
    new SchemaChecker().check(definition({ properties: { name: { pattern } } }), { name });
  expect([matching, other].map((text) => new RegExp(pattern, 'u').test(text))).toEqual([true, false]);
  expect(faults(matching)).toEqual([]);
  expect(faults(other)).toHaveLength(1);
});

test.each(['(?=a)a', '(a)\\1', '(?<!a)b', '('])('refuses the pattern %s with a sentence', (pattern) => {
  expect(finish(new SchemaChecker().tryCompile(definition({ properties: { name: { pattern } } })))).toMatchObject({
    ok: false,
    problem: {
      detail: expect.stringContaining(`the pattern ${JSON.stringify(pattern)} cannot be matched in linear time`),
    },
  });
});

test('prepares the first compilation in pieces', () => {
  expect([...new SchemaChecker().prepare()]).toHaveLength(2);
});

test.each(['additionalProperties', 'unevaluatedProperties'])('names the member that %s refuses', (word) => {
  const checked = definition({ properties: { id: {} }, [word]: false });
  expect(new SchemaChecker().check(checked, { id: 1, more: 2 })).toEqual([
    { pointer: '', member: 'more', detail: 'must not have the member more' },
  ]);
});
