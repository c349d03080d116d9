import { expect, test } from 'vitest';
import { parseJson } from '../../../../server/domain/json/json-text.ts';
import { fault, parse } from './parsed.ts';

test('a text may have so many values, and so many members', () => {
  const text = '[1,{"a":[],"b":"c"},{"d":null}]';
  const limited = (limits: object) => {
    const parsed = parseJson(text, { maxDepth: 9, ...limits });
    return parsed.ok ? 'accepted' : `${parsed.problem.kind}: ${parsed.problem.detail}`;
  };
  expect([limited({}), limited({ maxValues: 7 }), limited({ maxMembers: 3 })]).toEqual(Array(3).fill('accepted'));
  expect(limited({ maxValues: 6 })).toBe('too-many-values: Line 1, column 26: there are more than 6 values.');
  expect(limited({ maxMembers: 2 })).toBe('too-many-values: Line 1, column 30: there are more than 2 members.');
  expect(limited({ maxValues: 0 })).toBe('too-many-values: Line 1, column 1: there are more than 0 values.');
});

test('a text may have a million characters of white space in a row', () => {
  const blanks = ' \n\t\r'.repeat(2 ** 18);
  expect(fault(`${blanks}[${blanks}1${blanks},${blanks}2${blanks}]${blanks}`)).toBeUndefined();
  for (const text of [
    `${blanks} 1`,
    `[${blanks} 1]`,
    `[${blanks} "a"]`,
    `[1,${blanks} 1]`,
    `{"a":${blanks} 1}`,
    `[1${blanks} ]`,
    `{${blanks} "a":1}`,
    `{"a"${blanks} :1}`,
    `[1]${blanks} `,
  ]) {
    expect(fault(text), text.trim().slice(0, 5) + text.slice(-8)).toMatch(
      /^syntax: .* there are more than 1048576 characters of white space in a row\.$/,
    );
  }
});

test('a number of 131,071 digits is looked at, and a longer one is refused', () => {
  const zeros = '0'.repeat(2 ** 17 - 3);
  expect(parse(`0.${zeros}`)).toBe(0);
  expect(fault(`[0.${zeros}0]`)).toMatch(/^inexact-number: Line 1, column 2: the number 0\.0/);
});

test('every escape sequence is read, alone and beside others', () => {
  const escapes = [
    '\\"',
    '\\\\',
    '\\/',
    '\\b',
    '\\f',
    '\\n',
    '\\r',
    '\\t',
    '\\u0041',
    '\\u00e9',
    '\\ud83d\\ude00',
    'x',
  ];
  for (const first of escapes) {
    for (const second of escapes) {
      const text = `"${first}${second}"`;
      expect(parse(text), text).toBe(JSON.parse(text));
    }
  }
});

test('the halves of surrogate pairs at their bounds are paired', () => {
  for (const high of ['d800', 'dbff']) {
    for (const low of ['dc00', 'dfff']) {
      for (const text of [`"\\u${high}\\u${low}"`, JSON.parse(`"\\u${high}\\u${low}"`)].map((one) =>
        one.startsWith('"') ? one : `"${one}"`,
      )) {
        expect(parse(text), text).toBe(JSON.parse(text));
      }
      for (const half of [
        `"\\u${high}"`,
        `"\\u${low}"`,
        `"\\u${low}\\u${high}"`,
        `"\\u${high}\\u${high}\\u${low}"`,
        `"\\u${high}x\\u${low}"`,
      ]) {
        expect(fault(half), half).toMatch(/^lone-surrogate: Line 1, column 1:/);
      }
    }
  }
  for (const whole of ['d7ff', 'e000', 'ffff']) expect(parse(`"\\u${whole}"`)).toBe(JSON.parse(`"\\u${whole}"`));
  for (const unit of ['\ud7ff', '\ue000', '\uffff']) expect(parse(`"${unit}"`)).toBe(unit);
});
