import { _, type Ajv2020 } from 'ajv/dist/2020.js';
import { isJsonArray, isJsonObject, type Json, jsonEqual } from '../domain/json/json.ts';

/**
 * Replaces the comparing keywords of a validator. Ajv's own ones call a member named `toString` or `valueOf` as a method, and
 * compare every pair of an array's elements, which takes hours for a long array.
 */
export function compareAsJson(ajv: Ajv2020): void {
  for (const keyword of ['const', 'enum', 'uniqueItems']) ajv.removeKeyword(keyword);
  ajv.addKeyword({
    keyword: 'const',
    compile: (expected: Json) => (value: Json) => jsonEqual(value, expected),
    error: { message: 'must be equal to constant' },
  });
  ajv.addKeyword({
    keyword: 'enum',
    schemaType: 'array',
    compile: (allowed: readonly Json[]) => (value: Json) => allowed.some((one) => jsonEqual(value, one)),
    error: {
      message: 'must be equal to one of the allowed values',
      params: ({ schemaCode }) => _`{allowedValues: ${schemaCode}}`,
    },
  });
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    compile: (wanted: boolean) => (items: readonly Json[]) =>
      !wanted || new Set(items.map(spelling)).size === items.length,
    error: { message: 'must not have an element twice' },
  });
}

/** A canonical text: equal JSON values have the same one, whatever the order of their members. */
function spelling(value: Json): string {
  if (isJsonArray(value)) return `[${value.map(spelling).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}:${spelling(inner)}`);
  return `{${members.sort().join(',')}}`;
}
