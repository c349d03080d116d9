import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LongText } from '../../../../server/domain/basics/long-text.ts';
import { finish } from '../../../../server/domain/basics/work.ts';
import { JsonString } from '../../../../server/domain/json/json-string.ts';
import { parseJson, parseJsonInPieces } from '../../../../server/domain/json/json-text.ts';
import type { PieceSizes } from '../../../../server/domain/json/text-window.ts';
import { rounds } from '../../../support/rounds.ts';
import { arbitraryJson } from './arbitrary-json.ts';

function inPieces(text: string, length: number): LongText {
  const count = Math.ceil(text.length / length);
  const pieces = Array.from({ length: count }, (_, at) => text.slice(at * length, (at + 1) * length));
  return new LongText(pieces, text.length);
}

/**
 * What parsing a text in small pieces gives is what parsing it whole gives, also its fault. Without a limit of values,
 * JSON.parse alone builds most whole texts.
 */
function expectSame(text: string, sizes: PieceSizes, length: number): void {
  for (const limits of [{ maxDepth: 6, maxValues: 40, maxMembers: 20 }, { maxDepth: 6 }]) {
    const whole = parseJson(text, limits);
    for (const given of [text, inPieces(text, length)]) {
      const parsed = finish(parseJsonInPieces(given, limits, sizes));
      if (!isDeepStrictEqual(parsed, whole)) expect({ text, sizes, length, parsed }).toEqual({ parsed: whole });
    }
  }
}

const small = (max: number, min = 1) => fc.integer({ min, max });
const arbitrarySizes = fc.record({
  prompt: fc.constant(0),
  window: small(30),
  scan: small(30),
  literal: small(30, 20),
  run: small(20),
});

/** JSON texts with white space, escape sequences, long numbers and names that are there already. */
const arbitraryText = fc
  .tuple(arbitraryJson, fc.constantFrom('', ' ', '\n\t '), fc.boolean())
  .map(([value, space, isEscaped]) => {
    const text = JSON.stringify(value, null, space);
    if (!isEscaped) return text;
    return text.replaceAll(/[^\x20-\x7e\n\t]|a/g, (unit) => {
      return unit
        .split('')
        .map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join('');
    });
  });

const damage = fc.record({
  at: fc.nat({ max: 80 }),
  removed: fc.nat({ max: 3 }),
  put: fc.string({ unit: fc.constantFrom(...'{}[]",:\\/ \n\ttrue0123e+-.u\u0000\ud83d\ude00'), maxLength: 4 }),
});

test('a text in small pieces is parsed as the whole text', () => {
  const same = fc.property(arbitraryText, arbitrarySizes, small(30), expectSame);
  fc.assert(same, { numRuns: rounds(3000) });
});

test('a damaged text in small pieces has the same fault as the whole text', () => {
  const same = fc.property(
    arbitraryText,
    damage,
    arbitrarySizes,
    small(30),
    (text, { at, removed, put }, sizes, length) => {
      expectSame(text.slice(0, at) + put + text.slice(at + removed), sizes, length);
    },
  );
  fc.assert(same, { numRuns: rounds(5000) });
});

test.each([
  '{"a":1,"b":{"a":2,"c":[1,{"d":"e"},[]]},"c":null}',
  '{"a":1,"b":2,"a":3}',
  '{"b":{"a":1,"\\u0061":2}}',
  '{"a name of some length":[1,2],"a name of some length":3}',
  '[0.0000000000000000000000000000000000000e+5,-1.50000000000000000000000000000000000000000E-1,12]',
  '[12345678901234567890123456789012345678901234567890]',
  '["\\ud83d\\ude00 \ud83d\ude00 \ud83d\\ude00 \\ud83d\ude00"]',
  '{"text":"\\"\\\\\\n\\u00e9 and so on, and so on\\ud83d","b":1}',
  '["a string that goes on and on \\ud83d and has half of a pair",1]',
  '["a string that goes on and on \ud83d and has half of a pair",1]',
  '["a string that goes on and on and on","b\\ud83d"]',
  '{"a name that goes on and on and on":1,"b":["c","d\\ude00"]}',
  '{"a name that goes on and on\\ud83d ":1}',
  '[true,false,null,tru]',
  '[[[[[[[]]]]]]]',
  '"a string \\n alone"',
  '{"a":{"b":{}},"c":[[],[{}],""]}  \n\n ',
  ' \n\n [1 ,\n\n  2 ]  x',
  `[${'1,'.repeat(45)}1]`,
  `{${Array.from({ length: 25 }, (_, index) => `"${index}":0`).join(',')}}`,
])('%s is parsed as the whole text, wherever it is cut', (text) => {
  for (const size of Array.from({ length: 24 }, (_, index) => index + 1)) {
    for (const run of [1, 10, 1000]) {
      const sizes = { prompt: 0, window: size, scan: 1 + (size % 7), literal: 20, run };
      expectSame(text, sizes, 1);
      expectSame(text, { ...sizes, scan: size, window: 1 + (size % 5) }, size);
    }
  }
});

/** Reads a string in steps of so many characters, of a text that loses what was read; gives the progress and both places. */
function readInSteps(text: string, characters: number) {
  const string = new JsonString(text, 0, false, 1);
  let [rest, base, built] = [text, 0, ''];
  for (;;) {
    const before = string.at;
    const progress = string.read(characters);
    if (progress !== 'paused') return { progress, at: base + string.at, start: base + string.start, built };
    // A pause is never inside an escape sequence.
    built += JSON.parse(`"${rest.slice(before, string.at)}"`);
    const cut = string.at;
    rest = rest.slice(cut);
    base += cut;
    string.move(cut, rest);
  }
}

test('a string is read in steps as it is at once', () => {
  const units = [
    'a',
    ' ',
    '\\n',
    '\\/',
    '\\u0041',
    '\\ud83d',
    '\\ude00',
    '\ud83d',
    '\ude00',
    '\u0001',
    '\\x',
    '\\u12',
    '"',
  ];
  const parts = fc.array(fc.constantFrom(...units), { maxLength: 12 });
  const same = fc.property(parts, small(9), (some, characters) => {
    const text = `"${some.join('')}"`;
    const { built, ...read } = readInSteps(text, characters);
    const { built: _, ...whole } = readInSteps(text, 1000);
    expect(read).toEqual(whole);
    if (read.progress === 'ended') expect(JSON.parse(text.slice(0, read.at)).startsWith(built)).toBe(true);
    expect(parseJson(text.slice(0, read.at)).ok).toBe(read.progress === 'ended');
  });
  fc.assert(same, { numRuns: rounds(3000) });
});

test('no step builds more than one run, or one string', () => {
  const text = `{"list":[${'{"a":[1,2]},'.repeat(200)}3],"b":{"c":{${'"":[[]],'.repeat(200)}"d":"${'x'.repeat(500)}"}}}`;
  const spied = JSON.parse;
  let longest = 0;
  JSON.parse = (part: string) => {
    longest = Math.max(longest, part.length);
    return spied(part);
  };
  try {
    finish(
      parseJsonInPieces(inPieces(text, 10), undefined, { prompt: 0, window: 4000, scan: 30, literal: 20, run: 40 }),
    );
  } finally {
    JSON.parse = spied;
  }
  // A run, the child that makes it longer, itself of less than a run, and brackets.
  expect(longest).toBeGreaterThan(40);
  expect(longest).toBeLessThan(2 * 40 + 2);
});
