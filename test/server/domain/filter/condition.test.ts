import { expect, test } from 'vitest';
import { defaultDialect } from '../../../../server/domain/dialect/default-dialect.ts';
import type { Dialect } from '../../../../server/domain/dialect/dialect.ts';
import { jsonApi } from '../../../../server/domain/dialect/json-api.ts';
import { scim } from '../../../../server/domain/dialect/scim.ts';
import { readTypedConditions } from '../../../../server/domain/filter/condition.ts';
import { listParameters } from '../../../../server/domain/list/list-parameters.ts';
import { catalogueOf } from './filter-properties.ts';

const fields = catalogueOf([{ id: '1', name: 'Ada', age: 36 }]);

function read(query: string, dialect: Dialect, lenient = false) {
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(query)) values.set(name, [...(values.get(name) ?? []), value]);
  return readTypedConditions(values, fields, { lenient, reserved: listParameters(dialect), dialect });
}

const compared = (name: string, operator: string, literal: string | number) => {
  return { kind: 'comparison', path: [name], operator, literal, exact: typeof literal === 'string' };
};

test('JSON:API compares the fields of its filter family', () => {
  expect(read('filter[name]=Ada&page[number]=2&filter[age][gte]=30&filter[age][lt]=40', jsonApi)).toEqual({
    ok: true,
    value: [
      { parameter: 'filter[name]', expression: compared('name', 'eq', 'Ada'), ignored: [] },
      { parameter: 'filter[age][gte]', expression: compared('age', 'ge', 30), ignored: [] },
      { parameter: 'filter[age][lt]', expression: compared('age', 'lt', 40), ignored: [] },
    ],
  });
});

test.each([
  ['filter[nme]=Ada', jsonApi, { parameter: 'filter[nme]', field: 'nme', suggestion: 'name' }],
  ['filter[nme][ne]=Ada', jsonApi, { parameter: 'filter[nme][ne]', field: 'nme', suggestion: 'name' }],
  ['filter[name][odd]=Ada', jsonApi, { parameter: 'filter[name][odd]', field: 'filter[name][odd]' }],
  ['filter[name=Ada', jsonApi, { parameter: 'filter[name', suggestion: 'filter[name]' }],
  [
    'name=Ada',
    jsonApi,
    {
      parameter: 'name',
      detail: 'The field "name" is compared with the parameter "filter[name]".',
      expected: 'a parameter of the list',
      suggestion: 'filter[name]',
    },
  ],
  ['nme=Ada', defaultDialect, { parameter: 'nme', field: 'nme', suggestion: 'name' }],
  ['name_contain=A', defaultDialect, { parameter: 'name_contain', suggestion: 'name_contains' }],
  ['ag_gt=1', defaultDialect, { parameter: 'ag_gt', suggestion: 'age_gt' }],
  ['limt=1', defaultDialect, { parameter: 'limt', suggestion: 'limit' }],
])('%s is an unknown field', (query, dialect, members) => {
  expect(read(query, dialect)).toMatchObject({ ok: false, problem: { type: '/problems/unknown-field', ...members } });
});

test('a parameter that is a condition in other dialects names them, if its field is known', () => {
  const dialectsOf = (query: string) => {
    const refused = read(query, defaultDialect);
    return refused.ok ? [] : (refused.problem.dialects ?? []);
  };
  expect(dialectsOf('name_like=A')).toEqual(['json-server-0.17']);
  expect(dialectsOf('nme_like=A')).toEqual([]);
});

test('a lenient request, and a dialect without conditions, ignore a parameter that is no condition', () => {
  const ignored = { ok: true, value: [{ parameter: 'nme', expression: undefined, ignored: ['nme'] }] };
  expect(read('nme=Ada', defaultDialect, true)).toEqual(ignored);
  expect(read('nme=Ada', scim)).toEqual(ignored);
});

test('the filter is given once', () => {
  expect(read('filter=age pr', scim)).toEqual({
    ok: true,
    value: [{ parameter: 'filter', expression: { kind: 'present', path: ['age'] }, ignored: [] }],
  });
  expect(read('filter=age pr&filter=name pr', scim)).toMatchObject({
    ok: false,
    problem: {
      type: '/problems/bad-parameter',
      detail: 'The parameter "filter" is given more than once.',
      parameter: 'filter',
      expected: 'one filter',
    },
  });
});
