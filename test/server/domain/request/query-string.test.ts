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
