import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import { parseJson, parseJsonInPieces } from '../../../../server/domain/json/json-text.ts';
import { rounds } from '../../../support/rounds.ts';
import { arbitraryJson } from './arbitrary-json.ts';
import { fault, parse } from './parsed.ts';

test.each([
  ['', 'Line 1, column 1: expected a value, found the end of the text.'],
  [' \n ', 'Line 2, column 2: expected a value, found the end of the text.'],
  ['\ufeff{}', 'Line 1, column 1: expected a value, found "\ufeff".'],
  ['nul', 'Line 1, column 1: expected a value, found "n".'],
  ['NaN', 'Line 1, column 1: expected a value, found "N".'],
  ['+1', 'Line 1, column 1: expected a value, found "+".'],
  ['-', 'Line 1, column 1: expected a value, found "-".'],
  ['.5', 'Line 1, column 1: expected a value, found ".".'],
  ['01', 'Line 1, column 2: expected the end of the text, found "1".'],
  ['1.', 'Line 1, column 2: expected the end of the text, found ".".'],
  ['1e', 'Line 1, column 2: expected the end of the text, found "e".'],
  ['{} {}', 'Line 1, column 4: expected the end of the text, found "{".'],
  ['[1,\n 2\n 3]', 'Line 3, column 2: expected "," or "]", found "3".'],
  ['[1,]', 'Line 1, column 4: expected a value, found "]".'],
  ['[,1]', 'Line 1, column 2: expected a value, found ",".'],
  ['[1', 'Line 1, column 3: expected "," or "]", found the end of the text.'],
  ['[1}', 'Line 1, column 3: expected "," or "]", found "}".'],
  ['{a:1}', 'Line 1, column 2: expected a member name in double quotes, found "a".'],
  ["{'a':1}", 'Line 1, column 2: expected a member name in double quotes, found "\'".'],
  ['{"a":1,}', 'Line 1, column 8: expected a member name in double quotes, found "}".'],
  ['{"a" 1}', 'Line 1, column 6: expected ":", found "1".'],
  ['{"a":}', 'Line 1, column 6: expected a value, found "}".'],
  ['{"a":1]', 'Line 1, column 7: expected "," or "}", found "]".'],
  ['"abc', 'Line 1, column 5: expected the quotation mark that ends the string, found the end of the text.'],
  ['"a\tb"', 'Line 1, column 3: a control character in a string must be written as an escape sequence.'],
  ['"\\x41"', 'Line 1, column 2: JSON has no such escape sequence.'],
  ['"\\u12g4"', 'Line 1, column 2: JSON has no such escape sequence.'],
  ['"\\', 'Line 1, column 2: JSON has no such escape sequence.'],
  ['[1]\u00a0', 'Line 1, column 4: expected the end of the text, found "\u00a0".'],
  ['/* no */ 1', 'Line 1, column 1: expected a value, found "/".'],
])('%j is no JSON', (text, detail) => {
  expect(fault(text)).toBe(`syntax: ${detail}`);
});

test('requires escape sequences for control characters only', () => {
  const units = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code));
  expect(units.filter((unit) => parse(JSON.stringify(unit)) !== unit)).toEqual([]);
  expect(units.filter((unit) => parse(`"${unit}"`) !== unit)).toEqual([...units.slice(0, 0x20), '"', '\\']);
});

test('a fault has the pointer of the value being read', () => {
  const parsed = parseJson('{"a":[0,\n{"b/c":1e400}]}');
  expect(parsed).toEqual({
    ok: false,
    problem: {
      kind: 'inexact-number',
      detail: 'Line 2, column 8: the number 1e400 cannot be held exactly: it is too large.',
      line: 2,
      column: 8,
      pointer: '/a/1/b~1c',
    },
  });
});

test('refuses a number that a double would change', () => {
  expect(fault('[12345678901234567890]')).toBe(
    'inexact-number: Line 1, column 2: the number 12345678901234567890 cannot be held exactly: it would become 12345678901234567000.',
  );
  expect(fault('1e-400')).toContain('it would become 0.');
  expect(fault(`1${'0'.repeat(500)}`)).toMatch(/the number 10+… cannot be held exactly: it is too large\.$/);
  expect(parse('[1.0, 1e2, 0.1, 1E+2, 100.00, -0]')).toEqual([1, 100, 0.1, 100, 100, -0]);
});

test('refuses two members of one name, even if the names are escaped differently', () => {
  expect(fault('{"a":1,"b":{"c":1,\n"\\u0063":2}}')).toBe(
    'duplicate-name: Line 2, column 1: the object has a member "c" already.',
  );
  expect(fault('{"__proto__":1,"__proto__":2}')).toMatch(/^duplicate-name/);
  expect(fault('[{"op":"add","path":"/a","value":1,"op":"remove"}]')).toMatch(/^duplicate-name/);
  expect(parse('[{"a":1},{"a":2},{"b":{"a":3},"a":4}]')).toEqual([{ a: 1 }, { a: 2 }, { b: { a: 3 }, a: 4 }]);
});

test('refuses half of a surrogate pair and accepts a whole one', () => {
  for (const text of [
    '"\\ud800"',
    '"\\uDFFF"',
    '"\\udc00\\ud800"',
    '{"\\ud83d":1}',
    '"\ud83d"',
    '"\\ud83d\ude00 \\ud83d"',
  ]) {
    expect(fault(text)).toMatch(/^lone-surrogate: Line 1, column \d: the string has half of a surrogate pair/);
  }
  expect(parse('"\\ud83d\\ude00"')).toBe('😀');
  expect(parse('"\\ud83d\ude00"')).toBe('😀');
  expect(parse('"😀"')).toBe('😀');
  expect(parse('"\\\\ud800"')).toBe('\\ud800');
});

test('treats __proto__ as an ordinary member', () => {
  const value = parse('{"__proto__":{"polluted":true}}') ?? null;
  expect(Object.getOwnPropertyNames(value)).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

test('reads a hundred levels of nesting and refuses one more', () => {
  expect(parse('['.repeat(100) + ']'.repeat(100))).toBeDefined();
  expect(parse('{"a":'.repeat(100) + 1 + '}'.repeat(100))).toBeDefined();
  const refused = 'too-deep: Line 1, column 101: the text is nested deeper than 100 levels.';
  expect(fault('['.repeat(101) + ']'.repeat(101))).toBe(refused);
  expect(parseJson('[[]]', { maxDepth: 1 }).ok).toBe(false);
});

test('refuses a hundred thousand brackets quickly and without a stack overflow', () => {
  for (const text of [
    '['.repeat(1e5),
    '{"a":'.repeat(1e5),
    '[{"":'.repeat(1e5),
    `${'['.repeat(1e5)}${']'.repeat(1e5)}`,
  ]) {
    expect(fault(text)).toMatch(/^too-deep/);
  }
  expect(fault(`${'[1,'.repeat(99)}"${'\\n'.repeat(1e6)}`)).toMatch(/^syntax: .* the quotation mark/);
  expect(fault(`${' '.repeat(1e6)}[`)).toMatch(/^syntax/);
  expect(fault(`[${'{},'.repeat(1e5)}{"a":1,"a":1}]`)).toMatch(/^duplicate-name/);
});

/** JSON text of a value with white space between all tokens and strings escaped in different ways. */
const arbitraryText = fc.tuple(arbitraryJson, fc.constantFrom('', ' ', '\t', '\n\r')).map(([value, space]) =>
  JSON.stringify(value, null, 1)
    .replaceAll('\n', `${space}\n`)
    .replaceAll(/[^\x20-\x7e\n\r\t]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
);

test('reads JSON texts as JSON.parse does', () => {
  fc.assert(
    fc.property(arbitraryText, (text) => {
      expect(isDeepStrictEqual(parse(text), JSON.parse(text)), text).toBe(true);
    }),
    { numRuns: rounds(1000) },
  );
});

function engineAccepts(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('refuses a damaged text exactly if JSON.parse refuses it or would lose something', () => {
  const damage = fc.record({
    text: arbitraryText,
    at: fc.nat({ max: 60 }),
    removed: fc.nat({ max: 2 }),
    put: fc.string({ unit: fc.constantFrom(...'{}[]",:\\/ \n\ttrue0123e+-.u\u0000'), maxLength: 3 }),
  });
  let refused = 0;
  const agree = fc.property(damage, ({ text, at, removed, put }) => {
    const damaged = text.slice(0, at) + put + text.slice(at + removed);
    const parsed = parseJson(damaged);
    if (!parsed.ok) refused++;
    if (parsed.ok) expect(isDeepStrictEqual(parsed.value, JSON.parse(damaged))).toBe(true);
    else if (parsed.problem.kind === 'syntax') expect(engineAccepts(damaged), damaged).toBe(false);
  });
  fc.assert(agree, { numRuns: rounds(3000) });
  expect(refused).toBeGreaterThan(rounds(600));
});

/** The text of a list longer than a piece, with the value at random places. */
function longList(value: string): string {
  const filler = Array.from({ length: 20_000 }, (_, index) => `{"id":${index},"__proto__":null,"name":"${index}"}`);
  return `{"a":1,"users":[${filler.slice(0, 9000).join(', ')},${value},${filler.slice(9000).join(',')}],"b":[],"__proto__":{"x":2}}`;
}

test('a long text of any content has the same value in pieces', () => {
  fc.assert(
    fc.property(arbitraryJson, (value) => {
      const text = longList(JSON.stringify(value));
      const parsed = finish(parseJsonInPieces(text));
      expect(isDeepStrictEqual(parsed, { ok: true, value: JSON.parse(text) })).toBe(true);
    }),
    { numRuns: rounds(30, 15) },
  );
});

test.each([
  `[${'[],'.repeat(100_000)}[]]`,
  `[[${'"x",'.repeat(30_000)}1],[${'"x",'.repeat(30_000)}2],3,{"a":[${'1,'.repeat(50_000)}4]},5]`,
  `{"a":{"b":{"c":{${Array.from({ length: 20_000 }, (_, index) => `"n${index}":${index}`).join(',')}}},"d":1}}`,
  `"${'x'.repeat(100_000)}"`,
  `{"a":1,"text":"${'\\ud83d\\ude00é😀\\n"'.replace('"', '\\"').repeat(20_000)}","b":["${'x'.repeat(100_000)}",2,{"c":"${'\\\\'.repeat(90_000)}"}]}`,
  `{"a":1,"${'n\\u0041'.repeat(20_000)}":"${'x'.repeat(100_000)}","b":{"__proto__":"${'y'.repeat(100_000)}"}}`,
  ` {"a":1${' '.repeat(100_000)}} `,
])('a long text of shape %# has the same value in pieces', (text) => {
  expect(finish(parseJsonInPieces(text))).toEqual({ ok: true, value: JSON.parse(text) });
});

test.each([
  ['a name twice in one piece', '{"id":1,"id":2}', 'duplicate-name'],
  ['a name twice over pieces', longList('1').replace('"b":[]', '"a":2'), 'duplicate-name'],
  ['a name twice among white space', `{"a":1,"a":2${' '.repeat(20_000)}}`, 'duplicate-name'],
  ['a long name twice', longList('1').replace('"b":[]', '"users":[]'), 'duplicate-name'],
  ['an inexact number', '1e400', 'inexact-number'],
  ['half of a surrogate pair', '"\\ud800"', 'lone-surrogate'],
  ['half of a surrogate pair in a long string', `["${'\\ud83d\\ude00'.repeat(20_000)}\\ud83d x"]`, 'lone-surrogate'],
  ['a long string without an end', `["${'x'.repeat(100_000)}`, 'syntax'],
  ['a long string with a control character', `{"a":"${'x'.repeat(100_000)}\n"}`, 'syntax'],
  ['a long name twice in one object', `{"${'x'.repeat(70_000)}":1,"${'x'.repeat(70_000)}":2}`, 'duplicate-name'],
  ['a broken value', 'nul', 'syntax'],
  ['an end too early', '[', 'syntax'],
])('a long text has the same fault in pieces: %s', (_, value, kind) => {
  const text = value.length > 100 ? value : longList(value);
  const parsed = finish(parseJsonInPieces(text));
  expect(parsed).toEqual(parseJson(text));
  expect(parsed).toMatchObject({ ok: false, problem: { kind } });
});

test('a long text is read with a pause every 32,768 characters', () => {
  const text = longList('1');
  expect([...parseJsonInPieces(text)].length).toBe(Math.floor(text.length / 32_768));
});

test('a text of 60,000 characters of short names is read with a pause', () => {
  const text = `{${Array.from({ length: 6000 }, (_, n) => `"m${n}":1`).join(',')}}`;
  expect([...parseJsonInPieces(text)].length).toBeGreaterThan(0);
  expect(finish(parseJsonInPieces(text))).toEqual(parseJson(text));
});

test('a long string is read with a pause every 32,768 characters', () => {
  expect([...parseJsonInPieces(`{"text":"${'x'.repeat(1_000_000)}"}`)].length).toBe(29);
});

test('a long text is nested a hundred levels deep at most', () => {
  expect(finish(parseJsonInPieces(`${'['.repeat(100)}${' '.repeat(20_000)}${']'.repeat(100)}`))).toMatchObject({
    ok: true,
  });
  const tooDeep = `${'['.repeat(101)}${' '.repeat(20_000)}${']'.repeat(101)}`;
  expect(finish(parseJsonInPieces(tooDeep))).toMatchObject({ ok: false, problem: { kind: 'too-deep' } });
});
