import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LongText } from '../../../../server/domain/basics/long-text.ts';
import { finish } from '../../../../server/domain/basics/work.ts';
import { jsonInPieces } from '../../../../server/domain/json/json-text.ts';
import { arbitraryJson } from './arbitrary-json.ts';

const written = (value: unknown) => String(finish(jsonInPieces(value)));
const pauses = (value: unknown) => [...jsonInPieces(value)].length;

test('a value is written in pieces as JSON.stringify writes it', () => {
  fc.assert(
    fc.property(arbitraryJson, (value) => {
      expect(String(finish(jsonInPieces(value)))).toBe(JSON.stringify(value));
      expect(String(finish(jsonInPieces({ ok: true, value: [value, undefined], none: undefined })))).toBe(
        JSON.stringify({ ok: true, value: [value, undefined], none: undefined }),
      );
    }),
  );
});

test('a long string and a long list are written with a pause every 65,536 characters', () => {
  const value = { text: 'a"\u{1f600}\n'.repeat(40_000), rows: Array(20_000).fill({ id: 1, name: 'x' }) };
  expect(JSON.parse(String(finish(jsonInPieces(value))))).toEqual(value);
  const pieces = [...jsonInPieces(value)].length;
  expect(pieces).toBeGreaterThanOrEqual(Math.floor(JSON.stringify(value).length / 131_072));
});

test.each([
  [{}],
  [[]],
  [[[]]],
  [{ a: {}, b: [[], {}] }],
  [null],
  [[null, undefined]],
  [{ a: undefined }],
  [{ a: undefined, b: null }],
  ['text'],
  [0],
  [false],
  [{ a: { b: { c: { d: { e: { f: [] } } } } } }],
])('%j is written in pieces as JSON.stringify writes it', (value) => {
  expect(written(value)).toBe(JSON.stringify(value));
});

test('a long text in a value is written as a string', () => {
  const text = new LongText(['a"', '\n', 'é😀'], 6);
  expect(written({ text, list: [text] })).toBe(JSON.stringify({ text: 'a"\né😀', list: ['a"\né😀'] }));
  expect(written(text)).toBe(JSON.stringify('a"\né😀'));
});

test('a string of up to 65,536 characters is written at once, and a longer one with a pause after each piece', () => {
  expect([0, 65_536].map((length) => pauses('x'.repeat(length)))).toEqual([0, 0]);
  expect([65_537, 131_072, 131_073].map((length) => pauses('x'.repeat(length)))).toEqual([2, 2, 3]);
});

test('members of the upper four levels are written one by one, with a pause after 65,536 characters', () => {
  const row = 'x'.repeat(65_534 / 2 - 2);
  const rows = (count: number) => Array<string>(count).fill(row);
  // A row, its quotation marks and the sign before it are half of 65,536 characters, but for the first two of all.
  expect([1, 2, 4, 7, 8].map((count) => pauses(rows(count)))).toEqual([0, 1, 2, 3, 4]);
  // Each object with a long member pauses after it, too.
  expect(pauses({ a: { b: { c: rows(8) } } })).toBe(3 + 4);
  expect(pauses({ a: { b: { c: { d: rows(8) } } } })).toBe(4);
});
