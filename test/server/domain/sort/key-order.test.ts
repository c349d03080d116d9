import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idOf, rankOfKey } from '../../../../server/domain/records/key-index.ts';
import { compareKeys, isCanonicalInteger, keyRank } from '../../../../server/domain/sort/key-order.ts';
import { rounds } from '../../../support/rounds.ts';

const integer = fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }).map(String);
const key = fc.oneof(integer, fc.integer().map(String), fc.string({ unit: 'grapheme', minLength: 1 }));

function compare(a: string, b: string): number {
  return Math.sign(compareKeys(keyRank(a), keyRank(b)));
}

test('integers of any length compare by their value', () => {
  fc.assert(
    fc.property(integer, integer, (a, b) => {
      expect(compare(a, b)).toBe(BigInt(a) === BigInt(b) ? 0 : BigInt(a) < BigInt(b) ? -1 : 1);
    }),
  );
});

test('long integers with as many digits compare by their value, whichever comes first', () => {
  expect(compare('12345678901234567890', '12345678901234567891')).toBe(-1);
  expect(compare('12345678901234567891', '12345678901234567890')).toBe(1);
  expect(compare('-12345678901234567891', '-12345678901234567890')).toBe(-1);
  expect(compare('12345678901234567890', '12345678901234567890')).toBe(0);
  expect(compare('-12345678901234567890', '5')).toBe(-1);
  expect(compare('5', '-12345678901234567890')).toBe(1);
});

test('integers come before all other keys, which are ordered by code point', () => {
  const keys = ['b', '10', '\u{1F600}', '9', '-1', '007', 'a', '\uFF5E', '12345678901234567890', '1.5', '-0', ''];
  expect(keys.toSorted(compare)).toEqual([
    '-1',
    '9',
    '10',
    '12345678901234567890',
    '',
    '-0',
    '007',
    '1.5',
    'a',
    'b',
    '\uFF5E',
    '\u{1F600}',
  ]);
});

test('the order is total, and a rank maps back to its id', () => {
  fc.assert(
    fc.property(key, key, key, (a, b, c) => {
      expect(String(keyRank(a))).toBe(a);
      expect(compare(a, b)).toBe(0 - compare(b, a));
      expect(compare(a, b) === 0).toBe(a === b);
      if (compare(a, b) < 0 && compare(b, c) < 0) expect(compare(a, c)).toBe(-1);
    }),
  );
});

test('accepts only the canonical text of an integer', () => {
  expect(['0', '7', '-12', '123456789012345678901234567890'].every(isCanonicalInteger)).toBe(true);
  expect(['', '-', '-0', '+7', '07', '7.0', '1e3', ' 7', '7\n', '٧'].some(isCanonicalInteger)).toBe(false);
});

test('a key has the rank of its id', () => {
  const ends = [14, 15, 16].flatMap((digits) => [10 ** digits - 1, 10 ** digits, 1 - 10 ** digits, -(10 ** digits)]);
  const numbers = [...ends, 0, -0, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER].filter(Number.isSafeInteger);
  fc.assert(
    fc.property(fc.oneof(fc.maxSafeInteger(), fc.constantFrom(...numbers), key), (value) => {
      fc.pre(idOf(value) !== undefined);
      expect(rankOfKey(value) === keyRank(idOf(value) ?? '')).toBe(true);
    }),
    { numRuns: rounds(1000) },
  );
});

test('only ids of integers up to 15 characters have a number as their rank', () => {
  const digits = fc.string({ unit: fc.constantFrom('0', '1', '9', '-', '.', '/', ':', ' '), maxLength: 17 });
  fc.assert(
    fc.property(fc.oneof(integer, digits), (id) => {
      expect(keyRank(id)).toBe(isCanonicalInteger(id) && id.length <= 15 ? Number(id) : id);
    }),
    { numRuns: rounds(2000) },
  );
});

test.each([
  ['999999999999999', 999_999_999_999_999],
  ['-99999999999999', -99_999_999_999_999],
  ['1000000000000000', '1000000000000000'],
  ['-999999999999999', '-999999999999999'],
])('the rank of %s is %j', (id, rank) => {
  expect(keyRank(id)).toBe(rank);
});
