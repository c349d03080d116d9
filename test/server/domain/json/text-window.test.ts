import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { LongText } from '../../../../server/domain/basics/long-text.ts';
import { finish } from '../../../../server/domain/basics/work.ts';
import type { Json } from '../../../../server/domain/json/json.ts';
import { parseJson, parseJsonInPieces } from '../../../../server/domain/json/json-text.ts';
import { TextWindow } from '../../../../server/domain/json/text-window.ts';
import { rounds } from '../../../support/rounds.ts';

/** Elements whose ends fall on every place of a window of the text, once they are repeated beyond its length. */
const elements = [
  '123456',
  '-1.5e3',
  'true',
  '"a\\u00e9b\\n"',
  '{"name":"x","list":[1,2,{"a":null}]}',
  '[]',
  '{}',
  `"${'y\\ud83d\\ude00z'.repeat(9000)}"`,
  `{"${'n'.repeat(40_000)}":[${'1,'.repeat(40_000)}2]}`,
  '  \n ',
];
const longText = (seed: number, length: number) => {
  const parts: string[] = [];
  for (let index = seed, size = 0; size < length; index += 7) {
    const element = elements[(index * 31 + (index >> 3)) % (elements.length - 1)] ?? '';
    parts.push(`${' \n'.repeat((index * seed) % 3)}${element}`);
    size += element.length;
  }
  return parts.join(',');
};
const inPieces = (text: string, length = 1000) =>
  new LongText(
    Array.from({ length: Math.ceil(text.length / length) }, (_, at) => text.slice(at * length, (at + 1) * length)),
    text.length,
  );

test.each([1, 2, 3, 4].slice(0, rounds(4)))('a text in pieces is parsed as the whole text: seed %i', (seed) => {
  const texts = [
    `[${longText(seed, 1_700_000)}]`,
    `{"format":"x","deep":{"list":[[${longText(seed, 1_200_000)}],${longText(seed, 600_000)}]},"end":[${longText(seed + 1, 90_000)}]}  `,
    `{"text":"${'x"\\'.slice(0, 1).repeat(1_700_000 + seed)}","after":{"a":1}}`,
    `"${'x'.repeat(1_700_000 + seed)}"`,
    `${' '.repeat(600_000)}[1]${'\n'.repeat(700_000)}`,
    `[${'9'.repeat(700_000)}]`,
  ];
  for (const text of texts) {
    const parsed = finish(parseJsonInPieces(inPieces(text, 999 * seed)));
    expect(isDeepStrictEqual(parsed, parseJson(text))).toBe(true);
  }
});

test.each(['"\\ud800"', '"a', '"\\x"', 'nul', '1.', '{"a":1,"a":2}', '1e999', '[[', '}'])(
  'a fault behind a million characters in pieces is named as in the whole text: %s',
  (fault) => {
    for (const text of [
      `{"list":[${longText(1, 1_100_000)},${fault}]}`,
      `["${'x'.repeat(1_200_000)}${fault.slice(1)}`,
    ]) {
      expectSameFault(text);
    }
  },
);

test('a fault at the end of a string of a million characters in pieces is named as in the whole text', () => {
  expectSameFault(`[\n"${'x'.repeat(1_200_000)}\\ud800 ",1]`);
});

function expectSameFault(text: string): void {
  const whole = parseJson(text);
  expect(whole.ok).toBe(false);
  expect(finish(parseJsonInPieces(inPieces(text)))).toEqual(whole);
}

test('endless white space is refused after a million characters', () => {
  const text = `{"a":1${' '.repeat(5_000_000)}}`;
  expect(finish(parseJsonInPieces(inPieces(text, 65_536)))).toMatchObject({
    ok: false,
    problem: { detail: expect.stringContaining('more than 1048576 characters of white space') },
  });
});

test('a text in pieces is never held as one string', () => {
  let longest = 0;
  const spied = JSON.parse;
  JSON.parse = (text: string) => {
    longest = Math.max(longest, text.length);
    return spied(text) as Json;
  };
  try {
    const text = inPieces(`{"records":[${Array(40_000).fill('{"id":"1234567890","name":"somebody"}').join(',')}]}`);
    expect(finish(parseJsonInPieces(text))).toMatchObject({ ok: true });
  } finally {
    JSON.parse = spied;
  }
  expect(longest).toBeGreaterThan(10_000);
  expect(longest).toBeLessThan(70_000);
});

test('a window moves over a text in pieces, and stays at its end', () => {
  const window = new TextWindow(['ab\n', 'c', '']);
  expect(window.move(0)).toBe(true);
  expect([window.text, window.base, window.placeOf(3)]).toEqual(['ab\nc', 0, { line: 2, column: 1 }]);
  expect([window.move(2), window.move(2)]).toEqual([false, false]);
  expect([window.text, window.base]).toEqual(['ab\nc', 0]);
  expect(new TextWindow('ab').move(1)).toBe(false);
});

test('pieces without characters are the end of a text', () => {
  const window = new TextWindow(['', '']);
  expect([window.move(0), window.text]).toEqual([false, '']);
});

test('a window knows its place in the whole text', () => {
  const line = `${'x'.repeat(2 ** 19 - 1)}\n`;
  const window = new TextWindow([line, line, 'end']);
  expect([window.move(0), window.text.length]).toEqual([true, 2 ** 19]);
  expect([window.move(2 ** 19 - 2), window.base, window.text.length]).toEqual([true, 2 ** 19 - 2, 2 ** 19 + 2]);
  expect([0, 2, window.text.length].map((index) => window.placeOf(index))).toEqual([
    { line: 1, column: 2 ** 19 - 1 },
    { line: 2, column: 1 },
    { line: 3, column: 1 },
  ]);
  expect([window.move(window.text.length), window.text]).toEqual([true, 'end']);
  expect(window.placeOf(3)).toEqual({ line: 3, column: 4 });
});
