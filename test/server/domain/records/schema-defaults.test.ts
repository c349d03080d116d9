import { expect, test } from 'vitest';
import type { Json } from '../../../../server/domain/json/json.ts';
import { requiredDefaults } from '../../../../server/domain/records/schema-defaults.ts';

test('the defaults of required members are known, also null and false', () => {
  const properties: Json = {
    name: { type: 'string', default: 'new' },
    plan: { default: null },
    isActive: { default: false },
    note: { default: 'not required' },
    age: { type: 'number' },
    any: true,
  };
  const required = ['plan', 'name', 'isActive', 'age', 'any', 'unknown', 'toString', 7, null];
  expect(requiredDefaults({ properties, required })).toEqual({ name: 'new', plan: null, isActive: false });
});

test('a default of the member __proto__ is one like any other', () => {
  const schema = JSON.parse('{"properties": {"__proto__": {"default": 1}}, "required": ["__proto__"]}');
  expect(JSON.stringify(requiredDefaults(schema))).toBe('{"__proto__":1}');
});

test.each<[Json]>([
  [null],
  [{}],
  [{ properties: { a: { default: 1 } } }],
  [{ required: ['a'] }],
  [{ properties: [{ default: 1 }], required: ['0'] }],
  [{ properties: { a: { default: 1 } }, required: { a: 'a' } }],
])('the schema %j has no required defaults', (schema) => {
  expect(requiredDefaults(schema as null)).toEqual({});
});
