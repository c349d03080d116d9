import { expect, test } from 'vitest';
import { excerpt } from '../../../../server/domain/json/wording.ts';
import {
  maskedJson,
  maskedJsonInPieces,
  note,
  spellingsOf,
  withoutFound,
} from '../../../../server/domain/request/masked-json.ts';
import { Secrets } from '../../../../server/domain/request/secrets.ts';

const secrets = new Secrets();

test.each([
  ['{"token":{"password":"abcdef"},"a":[1]}', '{"token":"***","a":[1]}'],
  ['{"a":{"token":["x",{"b":1}],"b":2},"password":3}', '{"a":{"token":"***","b":2},"password":"***"}'],
  [String.raw`{"pass\u0077ord":"x","a":"x"}`, '{"pass\\u0077ord":"***","a":"x"}'],
  ['["token","x",{"a":"token","b":"x"}]', '["token","x",{"a":"token","b":"x"}]'],
  ['{"token" "x", "a":"y"}', '{"token" "x", "a":"y"}'],
  ['{"token":,"b":1}', '{"token":,"b":1}'],
  ['}]{"token":1}}', '}]{"token":"***"}}'],
  [String.raw`{"token":"abc\"`, '{"token":"***"'],
  [String.raw`{"token":"abc\x","a":1}`, '{"token":"***","a":1}'],
  ['"token":"x"', '"token":"***"'],
  ['"op":"add","path":"/token","value":"x"', '"op":"add","path":"/token","value":"x"'],
  ['{:"x","token":1}', '{:"x","token":"***"}'],
  ['{"a":"token":"x","b":"token"}', '{"a":"token":"x","b":"token"}'],
  ['{token:"x", a: "y"}', '{token:"***", a: "y"}'],
  ["{'token': 'a \\'b', 'a': 'it'}", `{'token': "***", 'a': 'it'}`],
  ['{password: x, a: y}', '{password: "***", a: y}'],
  ['token: x', 'token: "***"'],
  [`it's {"token":"x"}`, `it's {"token":"***"}`],
  ["{a: 'token', b: 'x', c: [token, 'x']}", "{a: 'token', b: 'x', c: [token, 'x']}"],
])('members with secrets are masked in %s', (text, masked) => {
  expect(maskedJson(text, secrets)).toBe(masked);
});

test.each([
  ['[{"op":"add","path":"/token","value":"x"},{"op":"add","path":"/a","value":"x"}]', 1],
  ['[{"value":{"password":"x"},"op":"add","path":"/token"}]', 1],
  ['[{"op":"add","path":"/a","value":{"token":"x"}}]', 1],
  ['[{"op":"add","path":["/token"],"value":"x"}]', 0],
  ['[{"op":"add","path":12,"value":"x"}]', 0],
  ['[{"op":"add","path":true,"value":"x"', 0],
  ['[{"op":"add","value":"x"}]', 0],
  ['[{"op":"add","value":"x"', 1],
  ['[{"value":"x"', 0],
  ['[{"op":"add","path":"/a","value":"x"', 0],
])('the operations %s have %d masked values', (text, count) => {
  const masked = maskedJson(text, secrets);
  expect(masked.split('"***"')).toHaveLength(count + 1);
  expect(masked.includes('"x"')).toBe(text.includes('"/a","value":"x"') || count === 0);
});

test('masked texts and numbers of six characters or more are sought elsewhere, but no objects', () => {
  const found = new Set<string>();
  const text = String.raw`{"token":"[\"abcd","password":"abcde","a":[{"token":123456},{"token":{"b":"ghijkl"}},{"token":["mnopqr"]}]}`;
  maskedJson(text, secrets, found);
  expect([...found]).toEqual(['["abcd', '123456']);
});

test.each([
  ['{"token":"abcdefg', 'abcdefg'],
  [String.raw`{"token":"ab\cdefg`, String.raw`ab\cdefg`],
  [String.raw`{"token":"ab\"cdefg`, String.raw`ab\"cdefg`],
  ["{'token': 'abcdefg'", 'abcdefg'],
])('the characters of a secret are sought that was cut in %s', (text, value) => {
  const found = new Set<string>();
  expect(maskedJson(text, secrets, found)).toMatch(/^\{["']token["']: ?"\*{3}"$/);
  expect([...found]).toEqual([value]);
});

test('no more than ten values are sought', () => {
  const found = new Set<string>();
  for (let index = 0; index < 12; index++) note(found, `secret ${index}`);
  note(undefined, 'secret');
  expect([found.size, found.has('secret 9'), found.has('secret 10')]).toEqual([10, true, false]);
});

test('a value is sought as JSON, URLs and sentences spell it', () => {
  const value = `a"b ${'x'.repeat(200)}`;
  const spellings = spellingsOf(new Set([value, 'plain']));
  expect(new Set(spellings)).toEqual(
    new Set([value, value.replace('"', '\\"'), encodeURIComponent(value), excerpt(value), 'plain', excerpt('plain')]),
  );
  expect(withoutFound(`plain, "plain" and ${encodeURIComponent(value)}`, spellings)).not.toMatch(/plain|xxx/);
});

test('a long text is masked with pauses', () => {
  const numbers = Array.from({ length: 10_000 }, (_, index) => index);
  const work = maskedJsonInPieces(JSON.stringify({ numbers, token: 'x' }), secrets);
  let pauses = 0;
  while (!work.next().done) pauses += 1;
  expect(pauses).toBeGreaterThan(1);
  expect(pauses).toBeLessThan(20);
});
