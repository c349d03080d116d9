import { _, type Ajv2020 } from 'ajv/dist/2020.js';
import { isJsonArray, isJsonObject, type Json, jsonEqual } from '../domain/json/json.ts';

/**
 * Gives a validator other ways to compare values. Its own takes a member called `toString` or `valueOf` for a method and
 * calls it, and looks at every pair of an array's elements, which for a long array takes hours.
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
    error: { message: 'must NOT have duplicate items' },
  });
}

/** A text that equal JSON values share, also with their members in another order. */
function spelling(value: Json): string {
  if (isJsonArray(value)) return `[${value.map(spelling).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}:${spelling(inner)}`);
  return `{${members.sort().join(',')}}`;
}
