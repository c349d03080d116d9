import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Dice } from '../../../../server/domain/generate/dice.ts';
import { KnownValues } from '../../../../server/domain/generate/known-values.ts';
import { plainNumber, plainText } from '../../../../server/domain/generate/plain-value.ts';
import type { Json, JsonObject } from '../../../../server/domain/json/json.ts';

/** The values of so many dice. */
function thrown<T>(value: (dice: Dice) => T, times = 400): readonly T[] {
  return Array.from({ length: times }, (_, seed) => value(new Dice(seed, 0)));
}

/** All numbers that such a schema gives beside known values, in order. */
function numbersOf(schema: JsonObject, known: readonly Json[] = [], isInteger = false): readonly number[] {
  const values = thrown((dice) => plainNumber(schema, new KnownValues(known), isInteger, dice));
  return [...new Set(values)].sort((a, b) => a - b);
}

test.each<[JsonObject, readonly Json[], readonly number[]]>([
  [{ minimum: 1, maximum: 3 }, [], [1, 2, 3]],
  [{ exclusiveMinimum: 1, exclusiveMaximum: 5 }, [], [2, 3, 4]],
  [{ minimum: 2, exclusiveMinimum: 0, maximum: 3, exclusiveMaximum: 9 }, [], [2, 3]],
  [{ multipleOf: 5, minimum: 1, maximum: 14 }, [], [5, 10]],
  [{ minimum: -1.5, maximum: 1.5 }, [], [-1, 0, 1]],
  [{ minimum: 7, maximum: 7 }, [], [7]],
  [{}, [4, 6], [4, 5, 6]],
  [{ minimum: 5 }, [4, 6], [5, 6]],
  [{ maximum: 5 }, [4, 6], [4, 5]],
  [{ minimum: 9 }, [4, 6], [9]],
  [{ maximum: 2 }, [4, 6], [2]],
  [{ minimum: 'low', maximum: 2 }, [], [0, 1, 2]],
])('integers of %j among %j are %j', (schema, known, expected) => {
  expect(numbersOf(schema, known, true)).toEqual(expected);
});

test.each<[JsonObject, readonly Json[], readonly number[]]>([
  [{ multipleOf: 0.25, minimum: 0, maximum: 1 }, [], [0, 0.25, 0.5, 0.75, 1]],
  [{ multipleOf: 0.1, minimum: 0, maximum: 0.4 }, [], [0, 0.1, 0.2, 0.3, 0.4]],
  [{ minimum: 0.29, maximum: 0.31 }, [0.5], [0.29, 0.3, 0.31]],
  [{ multipleOf: 0.5, exclusiveMinimum: 0, exclusiveMaximum: 1.5 }, [], [0.5, 1]],
  [{}, [1.25, 1.27], [1.25, 1.26, 1.27]],
  [{}, [3, 5], [3, 4, 5]],
  [{ multipleOf: 2 ** 51, minimum: 2 ** 53 - 2 ** 51, maximum: 2 ** 53 }, [], [2 ** 53 - 2 ** 51, 2 ** 53]],
])('numbers of %j among %j are %j', (schema, known, expected) => {
  expect(numbersOf(schema, known)).toEqual(expected);
});

test.each<[JsonObject, readonly Json[], readonly [number, number]]>([
  [{ minimum: 10 }, [], [10, 1010]],
  [{ minimum: 10, multipleOf: 10 }, [], [10, 10_010]],
  [{}, [], [0, 1000]],
  [{}, [3], [0, 1000]],
  [{ maximum: -5 }, [], [-5, -5]],
])('%j among %j ends a thousand steps above its begin: %j', (schema, known, [least, greatest]) => {
  const values = thrown((dice) => plainNumber(schema, new KnownValues(known), true, dice), 20_000);
  expect([Math.min(...values), Math.max(...values)]).toEqual([least, greatest]);
});

/** All texts that such a schema gives beside known values, in order. */
function textsOf(schema: JsonObject, known: readonly Json[] = []): readonly string[] {
  return [...new Set(thrown((dice) => plainText(schema, new KnownValues(known), undefined, dice)))].sort();
}

test.each<[string, JsonObject, readonly Json[], readonly string[]]>([
  ['known texts', {}, ['red', 'light blue sky'], ['light blue sky', 'red']],
  ['mixed names', {}, ['Ada Byron', 'Max Born'], ['Ada Born', 'Ada Byron', 'Max Born', 'Max Byron']],
  ['names of the same Latin script', {}, ['Ada Byron', 'Éva Bɏ'], ['Ada Byron', 'Ada Bɏ', 'Éva Byron', 'Éva Bɏ']],
  ['names of different scripts', {}, ['Ada Byron', 'Иван Петров'], ['Ada Byron', 'Иван Петров']],
  ['names of which one begins behind the Latin letters', {}, ['Ada Byron', 'ɐda Born'], ['Ada Byron', 'ɐda Born']],
  ['names of different lengths', {}, ['Ada Byron', 'Ada'], ['Ada', 'Ada Byron']],
  [
    'names with other Latin letters',
    {},
    ['Ada Byron', 'Ādam Born'],
    ['Ada Born', 'Ada Byron', 'Ādam Born', 'Ādam Byron'],
  ],
  ['three words and two', {}, ['light blue sky', 'dark red'], ['dark red', 'light blue sky']],
  ['a text that is long enough', { minLength: 3 }, ['red'], ['red']],
  ['whole characters', { maxLength: 4 }, ['😀ab'], ['😀ab']],
  ['texts cut to their length', { maxLength: 3 }, ['green', 'blue'], ['blu', 'gre']],
  ['no half of a character', { maxLength: 2 }, ['a😀'], ['a']],
  ['a text without a character', { maxLength: 0 }, ['a'], ['']],
  ['a negative length as none', { maxLength: -1 }, ['ab'], ['']],
  ['known texts before a pattern', { pattern: '^[ab]$' }, ['a'], ['a']],
  ['a pattern', { pattern: '^[ab]$' }, [], ['a', 'b']],
  ['a format before a pattern', { pattern: '^x$', format: 'date' }, ['2024-02-01', '2024-02-01'], ['2024-02-01']],
  ['the format of the known texts', {}, ['2024-02-01', '2024-02-03'], ['2024-02-01', '2024-02-02']],
  ['an unknown format as any text', { format: 'colour' }, ['red'], ['red']],
  ['numbered texts continued', {}, ['A7', 'A8', 'A9'], ['A10']],
  ['numbered texts no longer than allowed', { maxLength: 2 }, ['A7', 'A8', 'A9'], ['A7', 'A8', 'A9']],
  ['numbered texts as long as allowed', { maxLength: 3 }, ['A7', 'A8', 'A9'], ['A10']],
  [
    'numbered texts of a pattern, no longer than the known ones',
    { pattern: '^A' },
    ['A7', 'A8', 'A9'],
    ['A7', 'A8', 'A9'],
  ],
  ['numbered texts of a pattern, as long as the longest', { pattern: '^A' }, ['A7', 'A8', 'A100'], ['A101']],
  ['limits that are no numbers', { minLength: '9', maxLength: '1' }, ['red'], ['red']],
])('plainText gives %s', (_, schema, known, expected) => {
  expect(textsOf(schema, known)).toEqual(expected);
});

test('plainText gives two words without known texts, and more for a longer text', () => {
  const two = textsOf({});
  for (const text of two) expect(text).toMatch(/^[a-z]+ [a-z]+$/);
  const words = new Set(two.flatMap((text) => text.split(' ')));
  expect(words.size).toBe(24);
  expect(['amber', 'zephyr'].every((word) => words.has(word))).toBe(true);
  for (const text of textsOf({ pattern: '(?=a)' })) expect(text).toMatch(/^[a-z]+ [a-z]+$/);
  for (const text of textsOf({ minLength: 40, maxLength: 42 })) {
    expect(text).toMatch(/^[a-z]+( [a-z]*){3,}$/);
    expect(text.length >= 40 && text.length <= 42).toBe(true);
  }
  for (const text of textsOf({ minLength: 8 }, ['red'])) expect(text).toMatch(/^red [a-z]+( [a-z]+)*$/);
});

test('numbers keep the bounds of their schema, whatever numbers are known', () => {
  const number = fc.integer({ min: -50, max: 50 });
  fc.assert(
    fc.property(fc.array(number, { maxLength: 4 }), number, fc.nat(30), fc.integer(), (known, minimum, more, seed) => {
      const maximum = minimum + more;
      const value = plainNumber({ minimum, maximum }, new KnownValues(known), true, new Dice(seed, 0));
      expect(value >= minimum && value <= maximum && Number.isInteger(value)).toBe(true);
    }),
  );
});

test('a text is about 10,000 characters long at most, whatever the schema asks for', () => {
  const { length } = plainText({ minLength: 2 ** 31 }, new KnownValues([]), undefined, new Dice(1, 0));
  expect(length >= 10_000 && length < 10_020).toBe(true);
});
