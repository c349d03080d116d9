import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatParameter,
  parseQueryString,
  type QueryParameter,
} from '../../../../server/domain/request/query-string.ts';

function pairs(raw: string): unknown {
  const parsed = parseQueryString(raw);
  return parsed.ok ? parsed.value.map(({ name, value }) => [name, value]) : parsed.problem;
}

test('keeps order and repetition', () => {
  expect(pairs('b=2&a=1&b=3')).toEqual([
    ['b', '2'],
    ['a', '1'],
    ['b', '3'],
  ]);
});

test.each([
  ['', []],
  ['&&', []],
  ['a', [['a', '']]],
  ['a=', [['a', '']]],
  ['=', [['', '']]],
  ['a=b=c', [['a', 'b=c']]],
  ['a+b=c+d%2B', [['a b', 'c d+']]],
  ['%C3%A9=%F0%9F%98%80', [['é', '😀']]],
  ['a[b]=%00', [['a[b]', '\u0000']]],
])('parses %s like form data', (raw, expected) => {
  expect(pairs(raw)).toEqual(expected);
});

test.each([
  ['a=1&name=%zz', 'name'],
  ['name=%', 'name'],
  ['name=%2', 'name'],
  ['name=%FF', 'name'],
  ['name=%C3', 'name'],
  ['name=%C0%80', 'name'],
  ['name=%ED%A0%80', 'name'],
  ['n%C3%A9=%80', 'né'],
  ['%zz=1', '%zz'],
])('refuses %s and names the parameter', (raw, parameter) => {
  expect(pairs(raw)).toMatchObject({ type: '/problems/bad-parameter', status: 400, parameter });
});

test.each([
  ['a=%80&b=%zz', 'value', 'a'],
  ['a=b&%zz=%zz', 'name', '%zz'],
])('says which part of a parameter of %s is wrong', (raw, part, parameter) => {
  expect(pairs(raw)).toMatchObject({
    detail: `The ${part} of the parameter "${parameter}" is not percent-encoded UTF-8.`,
    expected: 'percent-encoded UTF-8, such as %C3%A9 for é and %25 for %',
  });
});

test.each([
  ['a', 'b', 'a=b'],
  ['', '', '='],
  ['a b', 'c  d+', 'a+b=c++d%2B'],
  ['a&b', 'c=d%', 'a%26b=c%3Dd%25'],
  ['é', '.~-_', '%C3%A9=.~-_'],
])('formats %j with the value %j as %s, which is also its text when it was sent', (name, value, text) => {
  expect(formatParameter({ name, value })).toBe(text);
  expect(parseQueryString(text)).toEqual({ ok: true, value: [{ name, value, text }] });
  expect(parseQueryString(`x=1&${text.replaceAll('+', '%20')}&`)).toMatchObject({ value: [{}, { name, value, text }] });
});

function format(parameters: readonly QueryParameter[]): string {
  return parameters.map(formatParameter).join('&');
}

test('parses formatted parameters back', () => {
  const text = fc.string({ unit: 'grapheme' });
  const parameters = fc.array(fc.record({ name: text, value: text }, { noNullPrototype: true }));
  fc.assert(
    fc.property(parameters, (sent) => {
      const value = sent.map((parameter) => ({ ...parameter, text: formatParameter(parameter) }));
      expect(parseQueryString(format(sent))).toEqual({ ok: true, value });
    }),
  );
});

test('parses every formatted result back', () => {
  const unit = fc.constantFrom('a', '=', '&', '+', '%', '2', 'C3', 'A9', '%C3%A9', '%20');
  fc.assert(
    fc.property(fc.array(unit), (units) => {
      const parsed = parseQueryString(units.join(''));
      if (parsed.ok) expect(parseQueryString(format(parsed.value))).toEqual(parsed);
    }),
  );
});
