import { expect, test } from 'vitest';
import { jsonServer0, jsonServer1 } from '../../../../server/domain/dialect/json-server.ts';
import { FieldCatalogue } from '../../../../server/domain/fields/fields.ts';
import { parseFilter } from '../../../../server/domain/filter/filter.ts';
import { readScriptConditions } from '../../../../server/domain/filter/script-condition.ts';
import type { Json, JsonObject } from '../../../../server/domain/json/json.ts';
import { maxDepth } from '../../../../server/domain/json/limits.ts';
import { listParameters } from '../../../../server/domain/list/list-parameters.ts';
import { parseQueryString } from '../../../../server/domain/request/query-string.ts';

const records: readonly JsonObject[] = [
  { id: '1', n: 5, flag: true, text: 'Five', list: ['a', 'b'], inner: { deep: 'x' } },
  { id: '2', n: '5', flag: null, text: 'five', list: [], inner: null },
  { id: '3', n: 10 },
];

function fieldsOf(list: readonly JsonObject[]): FieldCatalogue {
  const catalogue = new FieldCatalogue({ name: 'things', key: 'id', sort: null, time: null, schema: null });
  for (const record of list) catalogue.addRecord(record);
  return catalogue;
}

const fields = fieldsOf(records);

function matching(query: string, dialect = jsonServer0, list = records): string {
  const parameters = parseQueryString(query);
  if (!parameters.ok) throw new Error(parameters.problem.detail);
  const options = { lenient: false, reserved: listParameters(dialect), dialect };
  const parsed = parseFilter(parameters.value, fieldsOf(list), options);
  if (!parsed.ok) return parsed.problem.type;
  const { filter } = parsed.value;
  return list
    .filter((record) => !filter || filter.root.test(record))
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
  ['q=a,b', ''],
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

const oddRecords: readonly JsonObject[] = [
  { id: '1', n: 0, flag: false, 'a.b': 1, list: Array.from('abcdefghijk'), inner: [{ x: 1 }], text: 'Five' },
  { id: '2', n: '', flag: 'false', list: ['k'], inner: { x: 1 }, text: 'a five ' },
  { id: '3', n: null, '1x': 2, inner: { '1x': 2 } },
];

test.each([
  ['0.17', 'list.10=k', '1'],
  ['0.17', 'list.0=k', '2'],
  ['0.17', 'list.1x=k', '1 2 3'],
  ['0.17', 'a.b=1', '1'],
  ['0.17', 'text=[', ''],
  ['0.17', 'n=', '2'],
  ['0.17', 'n=0', '1'],
  ['0.17', 'flag=false', '1 2'],
  ['0.17', 'inner.0.x=1', '1'],
  ['0.17', 'inner.x=1', '2'],
  ['0.17', 'q=', '1 2 3'],
  ['0.17', 'q=k', '1 2'],
  ['0.17', 'q=x', ''],
  ['1', 'a.b=1', '1'],
  ['1', 'n=0', '1'],
  ['1', 'n=', '2'],
  ['1', 'n=%20', ''],
  ['1', 'n=null', '3'],
  ['1', 'flag=false', '1'],
  ['1', 'flag:ne=false', '2'],
  ['1', 'text:in=a, Five', '1'],
  ['1', 'text:contains=IVE', '1 2'],
  ['1', 'text:endsWith=ve', '1'],
  ['1', 'text:startsWith=a', '2'],
  ['1', 'n:contains=0', ''],
  ['1', 'n=5&n=0', '1'],
  ['1', 'n=0&n=5', ''],
  ['1', 'x:y:ne=1', ''],
  ['1', ':odd=1', '1 2 3'],
  ['1', 'n:=0', ''],
])('of unusual records, json-server %s finds %s', (version, query, ids) => {
  expect(matching(query, version === '1' ? jsonServer1 : jsonServer0, oddRecords)).toBe(ids);
});

test('each condition has its parameter, its expression, and the name of what is ignored', () => {
  const read = (query: string, dialect: typeof jsonServer0) => {
    const parameters = new Map([...new URLSearchParams(query)].map(([name, value]) => [name, [value]]));
    const options = { lenient: false, reserved: listParameters(dialect), dialect };
    const rules = dialect.conditions;
    if (rules === null || rules.comparison === 'typed') throw new Error('These dialects have script conditions');
    return readScriptConditions(parameters, fields, options, rules);
  };
  const isFive = (comparison: 'text' | 'value', literal: string | number) => {
    return { kind: 'script', path: ['n'], comparison, operator: 'eq', literals: [literal] };
  };
  expect(read('q=a&n=5&unknown=1&_page=2', jsonServer0)).toEqual({
    ok: true,
    value: [
      { parameter: 'q', expression: { kind: 'search', text: 'a' }, ignored: [] },
      { parameter: 'n', expression: isFive('text', '5'), ignored: [] },
      { parameter: 'unknown', expression: undefined, ignored: ['unknown'] },
    ],
  });
  expect(read('n=5&callback=f', jsonServer1)).toEqual({
    ok: true,
    value: [
      { parameter: 'n', expression: isFive('value', 5), ignored: [] },
      { parameter: 'callback', expression: undefined, ignored: ['callback'] },
    ],
  });
  expect(read('n=1&_where={"n":{"eq":5}}', jsonServer1)).toEqual({
    ok: true,
    value: [{ parameter: '_where', expression: isFive('value', 5), ignored: [] }],
  });
  expect(read('q=', jsonServer0)).toEqual({ ok: true, value: [] });
});

test.each<[Json, string]>([
  [{ n: { in: [0, ''] } }, '1 2'],
  [{ n: { in: [0, { x: 1 }, null] } }, '1 3'],
  [{ n: { eq: { x: 1 } } }, ''],
  [{ n: { eq: [0] } }, ''],
  [{ n: { ne: { x: 1 } } }, '1 2 3'],
  [{ n: { lt: { x: 1 } } }, ''],
  [{ n: { gte: [0] } }, ''],
  [{ n: { in: [] } }, ''],
  [{ text: { contains: ['Five'] } }, ''],
  [{ text: { startsWith: { x: 1 } } }, ''],
  [{ n: { eq: 0, ne: 0 } }, ''],
  [{ n: { like: 'x' } }, ''],
  [{ n: { toString: 1 } }, ''],
  [{ or: [{ n: { eq: 0 } }, 7, { n: { eq: '' } }] }, '1 2'],
  [{ or: [] }, ''],
  [{ or: { n: { eq: 0 } } }, ''],
  [{ n: { eq: 0 }, flag: { eq: true } }, ''],
  [{ n: 0 }, ''],
  [{ n: [0] }, ''],
])('_where=%j finds %s', (where, ids) => {
  expect(matching(`_where=${encodeURIComponent(JSON.stringify(where))}`, jsonServer1, oddRecords)).toBe(ids);
});

test('a _where that is nested too deeply is read as no condition', () => {
  const nested = `${'{"a":'.repeat(maxDepth + 1)}{"eq":1}${'}'.repeat(maxDepth + 1)}`;
  expect(matching(`_where=${encodeURIComponent(nested)}&n=0`, jsonServer1, oddRecords)).toBe('1');
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
