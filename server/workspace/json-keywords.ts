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
    compile: oneOf,
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

/** Tells whether a value is among the allowed ones, in a time that does not grow with their number. */
function oneOf(allowed: readonly Json[]): (value: Json) => boolean {
  const scalars = new Set(allowed.filter((one) => !isContainer(one)));
  const containers = new Set(allowed.filter(isContainer).map(spelling));
  return (value) => (isContainer(value) ? containers.size > 0 && containers.has(spelling(value)) : scalars.has(value));
}

function isContainer(value: Json): boolean {
  return isJsonArray(value) || isJsonObject(value);
}

/** A canonical text: equal JSON values have the same one, regardless of the order of their members. */
function spelling(value: Json): string {
  if (isJsonArray(value)) return `[${value.map(spelling).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}:${spelling(inner)}`);
  return `{${members.sort().join(',')}}`;
}
