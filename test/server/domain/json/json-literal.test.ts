import { expect, test } from 'vitest';
import { inexactNumber, numberAt, shortIntegerEnd, wordAt } from '../../../../server/domain/json/json-literal.ts';

test('a short integer ends where its digits end', () => {
  for (const literal of ['0', '-0', '9', '-12', '120', '123456789012345', '-123456789012345']) {
    for (const after of ['', ',', ' ', ']', '}', '\n', '"', '/', ':']) {
      expect(shortIntegerEnd(`[${literal}${after}`, 1)).toBe(1 + literal.length);
    }
  }
});

test('what is no short integer is left to the rules of all numbers', () => {
  const others = ['', '-', 'x', '/', ':', '01', '-01', '00', '1234567890123456', '1.5', '-1.5', '1e5', '1E5', '0.1'];
  for (const text of others) expect(shortIntegerEnd(`[${text}`, 1)).toBe(-1);
});

test('a number is read as far as its grammar reaches (RFC 8259, section 6)', () => {
  const read: readonly [text: string, number: string | undefined][] = [
    ['0', '0'],
    ['-0.5', '-0.5'],
    ['10.25,', '10.25'],
    ['1.234e10', '1.234e10'],
    ['5E-10]', '5E-10'],
    ['5e+123 ', '5e+123'],
    ['12e7', '12e7'],
    ['01', '0'],
    ['1.', '1'],
    ['1.x', '1'],
    ['1e', '1'],
    ['1e+', '1'],
    ['1f5', '1'],
    ['2d5', '2'],
    ['.5', undefined],
    ['+1', undefined],
    ['-', undefined],
    ['x1', undefined],
    ['NaN', undefined],
  ];
  for (const [text, number] of read) expect(numberAt(`[[${text}`, 2)).toBe(number);
});

test('a word is one of the three of JSON, in small letters', () => {
  for (const text of ['true', 'false', 'null']) expect(wordAt(`[${text}]`, 1)).toBe(text);
  for (const text of ['True', 'nul', ' null', 'undefined', '']) expect(wordAt(`[${text}`, 1)).toBeUndefined();
});

test('a number that cannot be held is named with what would become of it', () => {
  expect(inexactNumber('9007199254740993')).toMatchObject({
    kind: 'inexact-number',
    detail: 'the number 9007199254740993 cannot be held exactly: it would become 9007199254740992.',
  });
  expect(inexactNumber('1e999').detail).toBe('the number 1e999 cannot be held exactly: it is too large.');
});
