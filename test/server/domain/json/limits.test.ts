import { expect, test } from 'vitest';
import type { Json } from '../../../../server/domain/json/json.ts';
import {
  countValues,
  hasTooManyValues,
  limitFault,
  maxDepth,
  maxValues,
} from '../../../../server/domain/json/limits.ts';

const ones = (length: number): readonly Json[] => Array.from({ length }, () => 1);
const members = (length: number): Json => Object.fromEntries(ones(length).map((one, index) => [`m${index}`, one]));

/** A value in so many arrays, or objects with one member. */
function nested(levels: number, inner: Json = 1, wrap: (value: Json) => Json = (value) => [value]): Json {
  return levels === 0 ? inner : wrap(nested(levels - 1, inner, wrap));
}

/** An array of the same value twice, so many times over, which takes no memory. */
function doubled(times: number, inner: Json): Json {
  return nested(times, inner, (value) => [value, value]);
}

test('counts the document itself and the values of all levels', () => {
  const counts: readonly [Json, number][] = [
    [1, 1],
    [null, 1],
    [[], 1],
    [{}, 1],
    [{ a: 1, b: { c: [1, 2, {}], d: null } }, 8],
    [[[1], [[], 2]], 6],
  ];
  for (const [value, count] of counts) expect(countValues(value)).toBe(count);
});

test('a document may have ten thousand values, and counting ends right behind them', () => {
  for (const full of [ones(maxValues - 1), members(maxValues - 1), { all: ones(maxValues - 2) }]) {
    expect(countValues(full)).toBe(maxValues);
    expect(hasTooManyValues(full)).toBe(false);
  }
  for (const one of [
    ones(maxValues),
    members(maxValues),
    [ones(maxValues), ones(50)],
    { a: members(maxValues), b: 1 },
  ]) {
    expect(countValues(one)).toBe(maxValues + 1);
    expect(hasTooManyValues(one)).toBe(true);
  }
});

test('after a patch, a document may be nested a hundred levels deep', () => {
  const inObjects = (value: Json): Json => ({ a: value, b: 1 });
  const fault = `The result would be nested deeper than ${maxDepth} levels.`;
  for (const inner of [1, 'text', null]) {
    expect(limitFault(nested(maxDepth, inner))).toBeUndefined();
    expect(limitFault(nested(maxDepth, inner, inObjects))).toBeUndefined();
    expect(limitFault(nested(maxDepth + 1, inner))).toBe(fault);
    expect(limitFault(nested(maxDepth + 1, inner, inObjects))).toBe(fault);
  }
  expect(limitFault(nested(maxDepth, []))).toBe(fault);
  expect(limitFault([1, nested(maxDepth - 1), nested(3)])).toBeUndefined();
  expect(limitFault([1, nested(maxDepth), nested(3)])).toBe(fault);
});

test('a value that a patch has copied to a deeper place counts with the levels above it', () => {
  const shared = nested(60);
  expect(limitFault([shared, nested(39, shared)])).toBeUndefined();
  expect(limitFault([shared, nested(40, shared)])).toContain('deeper than');
});

test('after a patch, a document may have 250,000 values, shared ones as often as they appear', () => {
  const most = 250_000;
  expect(limitFault(ones(most - 1))).toBeUndefined();
  expect(limitFault(ones(most))).toBe('The result would have more than 250000 values.');
  const half = ones(most / 2 - 1);
  expect(limitFault([half, ones(most / 2 - 2)])).toBeUndefined();
  expect(limitFault([half, half])).toContain('more than 250000 values');
  expect(limitFault(doubled(50, 1))).toContain('more than 250000 values');
});

test('after a patch, the text of a document may have some sixteen million characters', () => {
  const longest = 2 ** 24;
  const fault = `The result would be longer than ${longest} characters.`;
  // Three characters are reckoned for the quotes and the comma of a string and for the brackets of an array.
  const parts = (...lengths: readonly number[]) => lengths.map((length) => 'x'.repeat(length));
  expect(limitFault(parts(longest - 6))).toBeUndefined();
  expect(limitFault(parts(longest - 5))).toBe(fault);
  expect(limitFault(parts(longest / 2, longest / 2 - 9))).toBeUndefined();
  expect(limitFault(parts(longest / 2, longest / 2 - 8))).toBe(fault);
  const name = 'n'.repeat(longest / 2);
  expect(limitFault({ [name]: 'x'.repeat(longest / 2 - 9) })).toBeUndefined();
  expect(limitFault({ [name]: 'x'.repeat(longest / 2 - 8) })).toBe(fault);
});
