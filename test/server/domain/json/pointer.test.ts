import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrayIndex, formatPointer, parsePointer, valueAt } from '../../../../server/domain/json/pointer.ts';
import { awkwardNames } from './arbitrary-json.ts';
import { pointerDocument, pointerExamples } from './published-examples.ts';

test.each(pointerExamples)('RFC 6901 resolves %j', (text, value) => {
  const pointer = parsePointer(text);
  expect(pointer.ok && valueAt(pointerDocument, pointer.value)).toEqual(value);
});

test.each(['foo', ' ', '#/foo', '~', '/~', '/a~2', '/a~', '/~~0'])('%j is not a JSON pointer', (text) => {
  expect(parsePointer(text).ok).toBe(false);
});

test('refuses a pointer of more than 200 tokens and names the limit', () => {
  expect(parsePointer('/a'.repeat(200)).ok).toBe(true);
  expect(parsePointer('/a'.repeat(201))).toEqual({ ok: false, problem: 'A JSON pointer has at most 200 tokens.' });
});

test('"~01" is the name "~1", not "/"', () => {
  expect(parsePointer('/~01')).toEqual({ ok: true, value: ['~1'] });
});

test.each([
  '/foo/2',
  '/foo/-',
  '/foo/00',
  '/foo/01',
  '/foo/1e0',
  '/foo/-1',
  '/foo/+1',
  '/foo/ 1',
  '/foo/',
  '/foo/length',
  '/foo/0/0',
  '/nothing/here',
  '/__proto__',
  '/toString',
  '/constructor/name',
])('nothing is at %s', (text) => {
  const pointer = parsePointer(text);
  expect(pointer.ok && valueAt(pointerDocument, pointer.value)).toBe(undefined);
});

test('an array index has no sign, leading zero or exponent, and is not "-"', () => {
  expect(['0', '10', '99999999999999999999', '00', '01', '-0', '1e0', '1.0', '-', '', '١'].map(arrayIndex)).toEqual([
    0,
    10,
    1e20,
    ...Array(8).fill(undefined),
  ]);
});

test('parses the text of every list of tokens back to the same tokens', () => {
  const token = fc.oneof(fc.constantFrom(...awkwardNames), fc.string({ unit: fc.constantFrom(...'/~01aé\ud800') }));
  fc.assert(
    fc.property(fc.array(token), (pointer) => {
      expect(parsePointer(formatPointer(pointer))).toEqual({ ok: true, value: pointer });
    }),
  );
});

test('every text is refused or formatted back unchanged', () => {
  const text = fc.string({ unit: fc.constantFrom('/', '~', '0', '1', 'a') });
  fc.assert(
    fc.property(text, (pointer) => {
      const parsed = parsePointer(pointer);
      expect(parsed.ok ? formatPointer(parsed.value) : pointer).toBe(pointer);
    }),
  );
});
