import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Dice } from '../../../../server/domain/generate/dice.ts';
import { patternText } from '../../../../server/domain/generate/pattern-text.ts';
import { rounds } from '../../../support/rounds.ts';

const patterns = [
  ...[
    '^[A-Z]{2}$',
    '^\\d{3}-\\d{2,4}$',
    '^(ab|cd)+$',
    '^[^a-z]{3}$',
    '^\\w+@\\w+\\.(com|org)$',
    '^a?b*c{2}$',
    '^[a-]$',
  ],
  ...[
    '^(?:x|y){1,3}z$',
    '^(?<year>20\\d\\d)$',
    '^\\u0041\\x42$',
    '^[\\d_.]+$',
    '^.{5}$',
    '^[\\]\\\\]$',
    '^\\p{Lu}\\p{L}+$',
  ],
  ...['^$', 'plain text', '^SKU-[0-9A-F]{4,}$', '^a{0}$', '^[A-Za-z]+?$'],
];

test.each(patterns)('writes text that %s matches, for every seed', (pattern) => {
  const matcher = new RegExp(pattern, 'u');
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      expect(patternText(pattern, new Dice(seed, 0))).toMatch(matcher);
    }),
    { numRuns: rounds(40) },
  );
});

const unknown = [
  ...[
    '(?=a)b',
    'a(?!b)',
    '(?<=a)b',
    '(?i)a',
    '(?<1>a)',
    '(a)\\1',
    '\\p{Emoji}',
    '\\p{',
    '\\pL',
    'a{2000}',
    'a{1,1001}',
  ],
  ...[
    'a{995,}',
    '(a{100}){100}',
    '((a{1000}){1000}){1000}',
    '((){1000}){1000}',
    '(b|a{100}c){100}',
    '[a',
    '[a-',
    '[',
    '[]',
    '[b-a]',
    '[a-\\d]',
    '[a-\\b]',
    '[\\b]',
    '(a',
    '(',
    '(*)',
    'a)',
    '*',
    'a**',
    '\\p{constructor}',
    '\\p{__proto__}',
    'a{1000}'.repeat(10),
    '{',
    '+',
    '?',
  ],
  ...['\\kx', '\\b', '\\cA', '\\u004', '\\xg', '\\xg41', '\\ug0041', '\\pA{L}', '\\'],
];

test.each(unknown)('knows no text for %s', (pattern) => {
  expect(patternText(pattern, new Dice(1, 0))).toBeUndefined();
});

const nested = (levels: number) => `${'('.repeat(levels)}a${')'.repeat(levels)}`;

test.each([
  ['((', '('.repeat(10_000)],
  ['(?:(?:', '(?:'.repeat(10_000)],
  ['[[', '['.repeat(10_000)],
  ['groups within groups', nested(5000)],
  ['101 groups within each other', nested(101)],
  ['101 groups within each other behind others', `(a)(b)${nested(101)}`],
])('knows no text for a long pattern: %s', (_, pattern) => {
  expect(patternText(pattern, new Dice(1, 0))).toBeUndefined();
});

test.each([
  ['100 groups within each other', nested(100), 'a'],
  ['100 groups within each other twice', `${nested(100)}${nested(100)}`, 'aa'],
  ['thousands of groups beside each other', '(a)'.repeat(2000), 'a'.repeat(2000)],
  ['as many characters as a text may have', `${'a{1000}'.repeat(9)}a{999}`, 'a'.repeat(9999)],
])('writes the text of %s', (_, pattern, text) => {
  expect(patternText(pattern, new Dice(1, 0))).toBe(text);
});

const digits = '0123456789';
const lower = 'abcdefghijklmnopqrstuvwxyz';
const letters = lower + lower.toUpperCase();
const word = `${letters}${digits}_`;
const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
const without = (some: string) => Array.from(printable).filter((sign) => !some.includes(sign));
/** Repetitions of a letter, from so many to so many. */
const repeated = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, more) => 'a'.repeat(from + more));

test.each<[string, readonly string[]]>([
  ['', ['']],
  ['^a$', ['a']],
  ['a|b', ['a', 'b']],
  ['a||b', ['', 'a', 'b']],
  ['x(a|bc)', ['xa', 'xbc']],
  ['(?:a|b)c', ['ac', 'bc']],
  ['(a(?:b))', ['ab']],
  ['(?<name>a)(?<b1>b)', ['ab']],
  ['a?', ['', 'a']],
  ['a??', ['', 'a']],
  ['a*', repeated(0, 6)],
  ['a+', repeated(1, 7)],
  ['a+?', repeated(1, 7)],
  ['a{2}', ['aa']],
  ['a{2}?', ['aa']],
  ['a{2,}', repeated(2, 8)],
  ['a{2,3}', repeated(2, 3)],
  ['a{10,12}', repeated(10, 12)],
  ['a{1000}', repeated(1000, 1000)],
  ['((a{10}){10}){10}', repeated(1000, 1000)],
  ['a{0,1}b', ['ab', 'b']],
  ['[a-c]', ['a', 'b', 'c']],
  ['[a-]', ['a', '-']],
  ['[-a]', ['a', '-']],
  ['[+--]', ['+', ',', '-']],
  ['[\\x41-C]', ['A', 'B', 'C']],
  ['[^ -|~]', ['}']],
  ['[^\\w ]', without(`${word} `)],
  ['[\\d.]', [...digits, '.']],
  ['[\\d-x]', [...digits, '-', 'x']],
  ['[\\w-]', [...word, '-']],
  ['[\\]^]', [']', '^']],
  ['[.]', ['.']],
  ['.', [...word]],
  ['\\w', [...word]],
  ['\\d', [...digits]],
  ['\\s', [' ']],
  ['\\W', without(word)],
  ['\\D', without(digits)],
  ['\\S', without(' ')],
  ['\\t\\n\\r', ['\t\n\r']],
  ['\\.\\\\', ['.\\']],
  ['\\u0041\\x4a', ['AJ']],
  ['\\u00410', ['A0']],
  ['\\p{L}', [...letters]],
  ['\\p{Letter}', [...letters]],
  ['\\p{Lu}', [...lower.toUpperCase()]],
  ['\\p{Ll}', [...lower]],
  ['\\p{N}', [...digits]],
  ['\\p{Nd}', [...digits]],
])('writes every text of %s', (pattern, texts) => {
  const written = Array.from({ length: 1500 }, (_, seed) => patternText(pattern, new Dice(seed, 0)) ?? 'unknown');
  expect(new Set(written)).toEqual(new Set(texts));
});
