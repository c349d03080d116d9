import { expect, test } from 'vitest';
import { parseFilter } from '../../../../server/domain/filter/filter.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { catalogueOf } from './filter-properties.ts';

const records: readonly JsonObject[] = [
  {
    id: '1',
    name: 'Ada Lovelace',
    age: 36,
    active: true,
    nickname: null,
    created_at: '2024-02-01T09:00:00Z',
    code: '7',
    mixed: 7,
    tags: ['x', 'y'],
    address: { city: 'London' },
    price: 5,
    price_lt: 100,
    'a,b\\c': 1,
  },
  {
    id: '2',
    name: 'ada lovelace',
    age: 8,
    active: false,
    nickname: 'null',
    created_at: '2024-02-01T23:59:59.999Z',
    code: 'a,b\\c',
    mixed: '7',
    tags: [],
    address: { city: 'Paris' },
    price: 50,
    price_lt: 1,
    limit: 3,
  },
  {
    id: '3',
    name: 'Bob',
    age: 1.5,
    nickname: 'Bo',
    created_at: '2024-02-02',
    code: '',
    mixed: true,
    tags: ['y', 'z'],
    orders: [{ total: 1 }, { total: 2 }],
    price: 500,
  },
];
const fields = catalogueOf(records);
const reserved = new Set(['limit', 'sort']);

/** Parses `a=1&b=2` without decoding. */
function parse(query: string, lenient = false): ReturnType<typeof parseFilter> {
  const parameters = query.split('&').map((pair) => {
    const equals = pair.indexOf('=');
    return { name: pair.slice(0, equals), value: pair.slice(equals + 1) };
  });
  return parseFilter(parameters, fields, { lenient, reserved });
}

function ids(query: string): unknown {
  const parsed = parse(query);
  if (!parsed.ok) return parsed.problem;
  const { filter } = parsed.value;
  return records.filter((record) => filter?.root.test(record)).map(({ id }) => id);
}

test.each([
  ['name=Ada Lovelace', ['1']],
  ['age=8', ['2']],
  ['age=8.0', ['2']],
  ['age=15e-1', ['3']],
  ['active=false', ['2']],
  ['name=Ada Lovelace&name=Bob', ['1', '3']],
  ['name=nobody', []],
  ['code=', ['3']],
  ['address.city=Paris', ['2']],
  ['orders.total=2', ['3']],
  ['tags=y', ['1', '3']],
  ['tags=x&tags=z', ['1', '3']],
])('%s matches any of the values', (query, expected) => {
  expect(ids(query)).toEqual(expected);
});

test.each([
  ['nickname=null', ['1', '2']],
  ['active=null', ['3']],
  ['tags=null', ['2']],
  ['address=null', ['3']],
  ['address_ne=null', ['1', '2']],
  ['age_ne=null', ['1', '2', '3']],
  ['nickname_in=Bo,null', ['1', '2', '3']],
])('%s reads null as no value', (query, expected) => {
  expect(ids(query)).toEqual(expected);
});

test.each([
  ['mixed=7', ['1', '2']],
  ['mixed=true', ['3']],
  ['code=7', ['1']],
  ['mixed_gt=6', ['1', '2']],
  ['mixed_less_than=8', ['1']],
])('%s reads the value as each type of the field', (query, expected) => {
  expect(ids(query)).toEqual(expected);
});

test.each([
  ['age_less_than=8', ['3']],
  ['age_greater_than=8', ['1']],
  ['age_lt=8', ['3']],
  ['age_lte=8', ['2', '3']],
  ['age_gt=8', ['1']],
  ['age_gte=8', ['1', '2']],
  ['age_gt=8&age_lt=100', ['1']],
  ['age_lt=2&age_lt=9', ['2', '3']],
  ['name_lt=Bob', ['1']],
  ['name_gte=Bob', ['2', '3']],
])('%s orders numbers by value and texts by code point', (query, expected) => {
  expect(ids(query)).toEqual(expected);
});

test.each([
  ['created_at_after=2024-02-02', ['3']],
  ['created_at_after=2024-02-01', ['1', '2', '3']],
  ['created_at_before=2024-02-01', ['1', '2']],
  ['created_at_before=2024-02-02', ['1', '2', '3']],
  ['created_at_before=2024-01-31', []],
  ['created_at_after=2024-02-01T09:00:00Z', ['1', '2', '3']],
  ['created_at_after=2024-02-01T09:00:00.001Z', ['2', '3']],
  ['created_at_before=2024-02-01T10:00:00+01:00', ['1']],
  ['created_at_before=2024-02-02T00:00:00Z', ['1', '2', '3']],
  ['created_at_after=2024-02-01&created_at_before=2024-02-01', ['1', '2']],
  ['created_at_gt=2024-02-01', ['3']],
  ['created_at_lt=2024-02-02', ['1', '2']],
  ['name_after=2024-02-01', []],
])('%s compares instants and treats a plain date as its whole day', (query, expected) => {
  expect(ids(query)).toEqual(expected);
});

test.each([
  ['name_ne=Bob', ['1', '2']],
  ['name_ne=Bob&name_ne=Ada Lovelace', ['2']],
  ['tags_ne=y', ['2']],
  ['active_ne=true', ['2', '3']],
])('%s is the complement of equality', (query, expected) => {
  expect(ids(query)).toEqual(expected);
});

test.each([
  ['age_in=8,1.5', ['2', '3']],
  ['age_in=8&age_in=36', ['1', '2']],
  ['code_in=a\\,b\\\\c', ['2']],
  ['code_in=7,', ['1', '3']],
])('%s takes a list', (query, expected) => {
  expect(ids(query)).toEqual(expected);
});

test.each([
  ['name_contains=Love', ['1']],
  ['name_contains=da', ['1', '2']],
  ['name_starts_with=Ada', ['1']],
  ['name_ends_with=lace', ['1', '2']],
  ['tags_contains=z', ['3']],
])('%s matches part of a text, case-sensitively', (query, expected) => {
  expect(ids(query)).toEqual(expected);
});

test('a field whose name ends like a suffix wins', () => {
  expect(ids('price_lt=100')).toEqual(['1']);
  expect(ids('price_lt_lt=100')).toEqual(['2']);
  expect(ids('price_lte=50')).toEqual(['1', '2']);
});

test('a reserved parameter is not a filter, its suffixed forms are', () => {
  expect(parse('limit=3&sort=x')).toEqual({ ok: true, value: { filter: null, ignored: [] } });
  expect(ids('limit_gt=2')).toEqual(['2']);
});

test('joins conditions with AND in the order of the query', () => {
  const query = 'age_gt=1&name=Bob&filter=active eq true or id pr&name=Eve';
  expect(ids(query)).toEqual(['3']);
  expect(parse(query)).toMatchObject({
    value: {
      filter: {
        text: 'age gt 1 and (name eq exact "Bob" or name eq exact "Eve") and (active eq true or id pr)',
        root: { parameter: null, children: [{ parameter: 'age_gt' }, { parameter: 'name' }, { parameter: 'filter' }] },
      },
    },
  });
});

test.each([
  ['age=abc', 'age', 'number'],
  ['age=', 'age', 'number'],
  ['age= 8', 'age', 'number'],
  ['age=+8', 'age', 'number'],
  ['age=08', 'age', 'number'],
  ['age=.5', 'age', 'number'],
  ['age=0x10', 'age', 'number'],
  ['age=1e400', 'age', 'number'],
  ['age=12345678901234567890', 'age', 'number'],
  ['age=8&age=x', 'age', 'number'],
  ['age=8,9', 'age', 'number'],
  ['age_lt=null', 'age_lt', 'number'],
  ['age_less_than=2024-01-01', 'age_less_than', 'number'],
  ['age_in=8,x', 'age_in', 'number'],
  ['active=1', 'active', 'true or false'],
  ['active=TRUE', 'active', 'true or false'],
  ['created_at_after=yesterday', 'created_at_after', 'date'],
  ['created_at_after=2024-02-30', 'created_at_after', 'date'],
  ['created_at_before=2024-02-01T09:00:00', 'created_at_before', 'date'],
  ['created_at_before=2024-02-01T09:00:00 01:00', 'created_at_before', '%2B'],
  ['created_at_before=1706745600', 'created_at_before', 'date'],
  ['age_after=2024-02-01', 'age_after', 'age_gt'],
  ['name_less_than=5', 'name_less_than', 'name_lt'],
  ['age_contains=3', 'age_contains', 'age_in'],
  ['active_gt=true', 'active_gt', 'active_ne'],
  ['address=London', 'address', 'address.city'],
  ['address_contains=London', 'address_contains', 'address_ne'],
  ['code_in=a\\b', 'code_in', 'backslash'],
  ['filter=id pr&filter=id pr', 'filter', 'one filter'],
])('refuses %s with the parameter and what was expected', (query, parameter, expected) => {
  expect(ids(query)).toMatchObject({
    type: '/problems/bad-parameter',
    status: 400,
    parameter,
    expected: expect.stringContaining(expected),
  });
});

test.each([
  ['nam=Bob', 'name'],
  ['Name=Bob', 'name'],
  ['pric_gt=1', 'price_gt'],
  ['price_greter_than=1', 'price_greater_than'],
  ['limt=1', 'limit'],
  ['adress.city=x', 'address.city'],
  ['address.zip=1', undefined],
  ['colour=red', undefined],
  ['_lt=1', undefined],
  ['=1', undefined],
])('refuses the unknown field in %s and suggests the nearest name', (query, suggestion) => {
  const problem = ids(query);
  expect(problem).toMatchObject({ type: '/problems/unknown-field', parameter: query.slice(0, query.indexOf('=')) });
  expect(problem).toHaveProperty('expected');
  if (suggestion === undefined) expect(problem).not.toHaveProperty('suggestion');
  else expect(problem).toHaveProperty('suggestion', suggestion);
});

test('a lenient request ignores and reports only unknown fields', () => {
  expect(parse('colour=red&name=Bob&size_lt=x', true)).toMatchObject({
    value: { ignored: ['colour', 'size_lt'], filter: { text: 'name eq exact "Bob"' } },
  });
  expect(parse('colour=red', true)).toEqual({ ok: true, value: { filter: null, ignored: ['colour'] } });
  expect(parse('age=abc', true)).toMatchObject({ problem: { type: '/problems/bad-parameter' } });
  expect(parse('filter=colour eq', true)).toMatchObject({ problem: { type: '/problems/bad-filter' } });
});

test('a lenient filter leaves out the conditions on unknown fields', () => {
  const text = 'not (colour eq 1) and (NAME eq "bob" or colour[size pr or id pr]) and colour pr';
  expect(parse(`filter=${text}`, true)).toMatchObject({
    value: { ignored: ['colour', 'colour', 'colour'], filter: { text: 'name eq "bob"' } },
  });
  expect(parse('filter=colour pr', true)).toEqual({ ok: true, value: { filter: null, ignored: ['colour'] } });
});

test('a field without known types accepts every type', () => {
  const empty = catalogueOf([]);
  for (const value of ['7', 'x', 'true', 'null']) {
    expect(parseFilter([{ name: 'id', value }], empty, { lenient: false, reserved })).toMatchObject({ ok: true });
  }
});
