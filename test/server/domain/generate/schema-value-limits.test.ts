import { expect, test } from 'vitest';
import { Dice } from '../../../../server/domain/generate/dice.ts';
import { KnownPlaces } from '../../../../server/domain/generate/known-values.ts';
import { SchemaValues } from '../../../../server/domain/generate/schema-value.ts';
import type { Json, JsonObject } from '../../../../server/domain/json/json.ts';
import { maxDepth, maxValues } from '../../../../server/domain/json/limits.ts';

function madeFrom(schema: JsonObject, seed = 1): Json {
  return new SchemaValues(schema, new KnownPlaces([])).value(new Dice(seed, 0));
}

/** A list of exactly so many elements. */
const listOf = (length: number, items: Json): JsonObject => ({
  type: 'array',
  items,
  minItems: length,
  maxItems: length,
});

test('a value has at most as many levels below it as a record may have', () => {
  let value: Json | undefined = madeFrom({ type: 'object', required: ['a'], properties: { a: { $ref: '#' } } });
  let levels = 0;
  for (; value !== null; levels += 1) value = (value as JsonObject).a;
  expect(levels - 1).toBe(maxDepth);
});

test('a value has at most as many values that are not null as a record may have', () => {
  const lists = madeFrom(listOf(20, listOf(900, { const: 1 }))) as readonly (readonly Json[] | null)[];
  const elements = lists.flat().filter((one) => one === 1);
  const whole = lists.filter((one) => one !== null);
  expect(1 + whole.length + elements.length).toBe(maxValues);
});

test('after a thousand values, lists have no more elements than they must have', () => {
  const lengthsBehind = (before: number) => {
    const properties = { before: listOf(before, { const: 1 }), list: { type: 'array', items: { const: 1 } } };
    const values = Array.from({ length: 20 }, (_, seed) =>
      madeFrom({ type: 'object', required: ['before', 'list'], properties }, seed),
    );
    return Math.max(...values.map((value) => ((value as JsonObject).list as readonly Json[]).length));
  };
  // The record and both lists are values too.
  expect([lengthsBehind(997) > 0, lengthsBehind(998)]).toEqual([true, 0]);
});

test('a schema may extend any number of others, of which the first 100,000 count', () => {
  const allOf = Array.from({ length: 300_000 }, () => ({}));
  const limited = (at: number) => {
    const made = new SchemaValues({ allOf: allOf.with(at, { const: 1 }) }, new KnownPlaces([]));
    return made.value(new Dice(1, 0));
  };
  expect([limited(0), limited(90_000)]).toEqual([1, 1]);
  expect(limited(200_000)).not.toBe(1);
});
