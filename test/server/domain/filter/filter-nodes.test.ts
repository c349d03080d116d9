import { expect, test } from 'vitest';
import { jsonServer0 } from '../../../../server/domain/dialect/json-server.ts';
import { scim } from '../../../../server/domain/dialect/scim.ts';
import { parseFilter } from '../../../../server/domain/filter/filter.ts';
import { catalogueOf } from './filter-properties.ts';

const record = { id: '1', name: 'Ada', age: 36, tags: ['x'], address: { city: 'London' }, orders: [{ total: 1 }] };
const fields = catalogueOf([record]);

function parse(expression: string, names: readonly string[] = [], dialect?: typeof jsonServer0) {
  const parameters = [{ name: 'filter', value: expression }, ...names.map((value) => ({ name: 'name', value }))];
  const options = { lenient: false, reserved: new Set<string>(), ...(dialect && { dialect }) };
  return parseFilter(dialect ? [{ name: 'q', value: expression }] : parameters, fields, options);
}

function filterOf(...args: Parameters<typeof parse>) {
  const parsed = parse(...args);
  if (!parsed.ok) throw new Error(parsed.problem.detail);
  return parsed.value.filter;
}

test.each<[expression: string, conditions: number]>([
  ['name pr', 1],
  ['name pr and age pr', 2],
  ['name pr or age pr', 2],
  ['not (name pr)', 1],
  ['orders[total gt 1 and not (total lt 5)]', 2],
])('%s has %i of at most 200 conditions of all parameters', (expression, conditions) => {
  const names = Array.from({ length: 201 - conditions }, (_, index) => `n${index}`);
  expect(parse(expression, names.slice(1))).toMatchObject({ ok: true });
  expect(parse(expression, names)).toMatchObject({
    ok: false,
    problem: { detail: 'With the parameter "name" the filter has more than 200 conditions.' },
  });
});

test.each<[expression: string, joins: string | null]>([
  ['name pr and age pr', 'and'],
  ['name pr or age pr', 'or'],
  ['not (name pr)', 'not'],
  ['name pr', null],
])('a node says how the parts of %s are joined: %s', (expression, joins) => {
  expect(filterOf(expression)?.root.joins).toBe(joins);
});

test('names the members of the record that it reads, or null for any', () => {
  const expression = 'address.city eq "x" and (tags pr or not (age gt 5)) and orders[total gt 1]';
  expect(filterOf(expression, ['Bob'])?.members).toEqual(['address', 'tags', 'age', 'orders', 'name']);
  expect(filterOf('Ada', [], jsonServer0)?.members).toBe(null);
});

test('the members of a path are conditions before those of the query', () => {
  const parsed = parseFilter([{ name: 'name', value: 'Ada' }], fields, {
    lenient: false,
    reserved: new Set<string>(),
    scope: [{ name: 'age', value: '36' }],
  });
  if (!parsed.ok) throw new Error(parsed.problem.detail);
  const { filter, ignored } = parsed.value;
  expect(ignored).toEqual([]);
  expect(filter?.root.children.map(({ parameter }) => parameter)).toEqual(['{age}', 'name']);
  expect(filter?.root.test(record)).toBe(true);
  expect(filter?.root.test({ ...record, age: 37 })).toBe(false);
});

test('a dialect without conditions has the filter alone', () => {
  const options = { lenient: false, reserved: new Set<string>(), dialect: scim };
  const parsed = parseFilter([{ name: 'filter', value: 'age gt 35' }], fields, options);
  expect(parsed.ok && parsed.value.filter?.root.test(record)).toBe(true);
});
