import { expect, test } from 'vitest';
import { jsonServer0, jsonServer1 } from '../../../../server/domain/dialect/json-server.ts';
import { FieldCatalogue } from '../../../../server/domain/fields/fields.ts';
import { parseFilter } from '../../../../server/domain/filter/filter.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { listParameters } from '../../../../server/domain/list/list-parameters.ts';
import { parseQueryString } from '../../../../server/domain/request/query-string.ts';

const records: readonly JsonObject[] = [
  { id: '1', n: 5, flag: true, text: 'Five', list: ['a', 'b'], inner: { deep: 'x' } },
  { id: '2', n: '5', flag: null, text: 'five', list: [], inner: null },
  { id: '3', n: 10 },
];

const fields = new FieldCatalogue({ name: 'things', key: 'id', sort: null, time: null, schema: null });
for (const record of records) fields.addRecord(record);

function matching(query: string, dialect = jsonServer0): string {
  const parameters = parseQueryString(query);
  if (!parameters.ok) throw new Error(parameters.problem.detail);
  const parsed = parseFilter(parameters.value, fields, { lenient: false, reserved: listParameters(dialect), dialect });
  if (!parsed.ok) return parsed.problem.type;
  const { filter } = parsed.value;
  return records
    .filter((record) => filter?.root.test(record) ?? true)
    .map(({ id }) => id)
    .join(' ');
}

test.each([
  ['n=5', '1 2'],
  ['n=5&n=10', '1 2 3'],
  ['n_ne=5', '3'],
  ['flag_ne=x', '1'],
  ['flag=null', ''],
  ['n_gte=6', '3'],
  ['n_gte=x', ''],
  ['text_gte=a', '2'],
  ['list=a,b', '1'],
  ['list.0=a', '1'],
  ['list=', '2'],
  ['inner.deep=x', '1'],
  ['text_like=^F', '1 2'],
  ['text_like=[', '/problems/bad-parameter'],
  ['unknown=1', '1 2 3'],
  ['unknown_lte=1', ''],
  ['q=FIVE', '1 2'],
  ['q=true', '1'],
  ['q=', '1 2 3'],
  ['_=1&callback=f', '1 2 3'],
  ['n_ne=5&n_ne=10', ''],
  ['text=Five&text=five', '1 2'],
  ['q=b', '1'],
  ['q=x', '1'],
  ['q=null', ''],
  ['_where={"n":{"gte":10}}', '1 2 3'],
])('json-server 0.17 finds %s', (query, ids) => {
  expect(matching(query)).toBe(ids);
});

test.each([
  ['n=5', '1'],
  ['n:ne=5', '2 3'],
  ['flag=null', '2'],
  ['flag:ne=true', '2'],
  ['n:gt=5', '3'],
  ['n_gt=4', '1 2 3'],
  ['n:in=10,5', '1 3'],
  ['text:contains=IV', '1 2'],
  ['list:contains=a', ''],
  ['text:endsWith=VE', '1 2'],
  ['text:startsWith=FI', '1 2'],
  ['text:startsWith=IV', ''],
  ['n:lt=10', '1 2'],
  ['n:lte=5', '1 2'],
  ['n:gte=10', '3'],
  ['n:eq=5', '1'],
  ['n:in=10, 5', '1 3'],
  ['flag:ne=false', '1 2'],
  ['flag=true', '1'],
  ['n=%20', ''],
  ['list:contains=', ''],
  ['inner.deep=x', '1 2 3'],
  ['inner.deep=y', '2 3'],
  ['unknown=1', ''],
  ['unknown:odd=1', '1 2 3'],
  ['n=1&n=10', '3'],
  [`_where=${encodeURIComponent('{"n":{"gte":10}}')}&n=5`, '3'],
  [`_where=${encodeURIComponent('{"or":[{"n":{"gte":10}},{"inner":{"deep":{"eq":"x"}},"flag":{"eq":true}}]}')}`, '1 3'],
  [`_where=${encodeURIComponent('{"n":5}')}`, ''],
  [`_where=${encodeURIComponent('{}')}`, '1 2 3'],
  ['_where=[1]&n=5', '1'],
])('json-server 1 finds %s', (query, ids) => {
  expect(matching(query, jsonServer1)).toBe(ids);
});

test('filters of different dialects have different texts', () => {
  const text = (dialect: typeof jsonServer0) => {
    const options = { lenient: false, reserved: listParameters(dialect), dialect };
    const parsed = parseFilter([{ name: 'text', value: 'Five' }], fields, options);
    return parsed.ok ? parsed.value.filter?.text : undefined;
  };
  expect([text(jsonServer0), text(jsonServer1)]).toEqual(['text as text = "Five"', 'text = "Five"']);
});

test('names the pattern that the mock does not evaluate', () => {
  const options = { lenient: false, reserved: listParameters(jsonServer0), dialect: jsonServer0 };
  expect(parseFilter([{ name: 'text_like', value: '(?=a)' }], fields, options)).toMatchObject({
    problem: {
      detail: 'The mock does not evaluate the regular expression "(?=a)".',
      parameter: 'text_like',
      expected: 'a regular expression without lookaround, backreferences and \\b',
    },
  });
});
