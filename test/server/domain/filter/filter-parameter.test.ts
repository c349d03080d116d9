import { expect, test } from 'vitest';
import { parseFilter } from '../../../../server/domain/filter/filter.ts';
import { suffixMeaning } from '../../../../server/domain/filter/filter-parameter.ts';
import { scopeTest } from '../../../../server/domain/filter/filter-scope.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { catalogueOf } from './filter-properties.ts';

const fields = catalogueOf([{ id: 'a', flag: true, n: 1, text: 'x', in: { m: 1 } }]);
const options = { lenient: false, reserved: new Set<string>() };
const parse = (name: string, ...values: readonly string[]) =>
  parseFilter(
    values.map((value) => ({ name, value })),
    fields,
    options,
  );

test.each([
  [
    'flag_gt',
    'true',
    'In the parameter "flag_gt" "_gt" does not fit what "flag" holds; expected: one of flag, flag_ne, flag_in.',
  ],
  [
    'n',
    'x',
    'In the parameter "n" "x" does not fit; expected: a number in the form of JSON that a double holds, or null.',
  ],
  [
    'n_in',
    '1\\x',
    'In the parameter "n_in" "1\\\\x" is no list; expected: values between commas, where \\, is a comma and \\\\ a backslash.',
  ],
])('%s=%s is refused: %s', (name, value, detail) => {
  expect(parse(name, value)).toMatchObject({
    ok: false,
    problem: { type: '/problems/bad-parameter', detail, parameter: name },
  });
});

test('a parameter may make 200 conditions, one for each value', () => {
  const list = (length: number) => Array.from({ length }, (_, index) => String(index)).join(',');
  expect(parse('n_in', list(200))).toMatchObject({ ok: true });
  const refusal = {
    problem: {
      detail: 'With the parameter "n_in" the filter has more than 200 conditions.',
      parameter: 'n_in',
      expected: 'at most 200 conditions, where each value is one',
      limit: 200,
    },
  };
  expect(parse('n_in', list(201))).toMatchObject(refusal);
  expect(parse('n_in', list(150), list(150))).toMatchObject(refusal);
});

test('a scope compares each member as a text, a number and a truth value, and needs all', () => {
  const records: readonly JsonObject[] = [
    { a: 1, b: true },
    { a: '1', b: 'true' },
    { a: 2, b: true },
    { a: 1 },
    { a: 'A', b: true },
  ];
  const fitting = (...members: readonly { readonly name: string; readonly value: string }[]) =>
    records.flatMap((record, index) => (scopeTest(members)(record) ? [index] : []));
  expect(fitting({ name: 'a', value: '1' })).toEqual([0, 1, 3]);
  expect(fitting({ name: 'a', value: '1' }, { name: 'b', value: 'true' })).toEqual([0, 1]);
  expect(fitting({ name: 'a', value: 'a' })).toEqual([]);
  expect(fitting()).toEqual([0, 1, 2, 3, 4]);
});

test.each(['0', '-0.5', '1.25', '12e3', '1.5E-2'])('%s is a number', (value) => {
  expect(parse('n', value)).toMatchObject({ ok: true });
});

test.each(['01', '.5', '1.', '+1', '1e', '0x1', '1 '])('%j is no number', (value) => {
  expect(parse('n', value)).toMatchObject({ problem: { parameter: 'n' } });
});

test('a name that only begins with that of a field is unknown', () => {
  expect(parse('n_and_other_fields', '1')).toMatchObject({ problem: { type: '/problems/unknown-field' } });
});

test('a suffix has a meaning, and so has none', () => {
  expect(['', '_gt', '_in'].map(suffixMeaning)).toEqual([
    'is one of the values sent',
    'is greater than this',
    'is one of these, between commas',
  ]);
});
