import { expect, test } from 'vitest';
import type { Dialect } from '../../../../server/domain/dialect/dialect.ts';
import { jsonServer0, jsonServer1 } from '../../../../server/domain/dialect/json-server.ts';
import { scim } from '../../../../server/domain/dialect/scim.ts';
import { FieldCatalogue } from '../../../../server/domain/fields/fields.ts';
import type { Json } from '../../../../server/domain/json/json.ts';
import type { CollectionDefinition } from '../../../../server/domain/model/collection-definition.ts';
import type { Sort } from '../../../../server/domain/sort/sort.ts';
import { type DefaultOrder, parseSort, parseSortText } from '../../../../server/domain/sort/sort-parameter.ts';

const definition: CollectionDefinition = { name: 'x', key: 'id', sort: '-price,name', time: 'at', schema: null };

function parse(
  sort: string | undefined,
  order?: string,
  defaultOrder: DefaultOrder = 'own',
  of = definition,
  dialect?: Dialect,
) {
  const fields = new FieldCatalogue(of);
  fields.addRecord({ price: 1, name: 'x', address: { city: 'y' }, 'a.b': 1, a: { b: 2, c: 3 }, '-x': 1 });
  return parseSort({ sort, order }, fields, defaultOrder, dialect);
}

/** The sort as `field` and `-field`, including the key. */
function termsOf(sort: Sort): string {
  const terms = sort.terms.map(({ path, descending }) => `${descending ? '-' : ''}${path.join('/')}`);
  return [...terms, `${sort.keyDescending ? '-' : ''}key`].join(' ');
}

test.each([
  ['price', undefined, 'price key'],
  ['-price', undefined, '-price key'],
  ['price,-name', undefined, 'price -name key'],
  ['price,name', 'desc', '-price -name key'],
  ['price,name', 'desc,asc', '-price name key'],
  ['id', undefined, 'key'],
  ['-id', undefined, '-key'],
  ['name,-id,price', undefined, 'name -key'],
  ['address.city', undefined, 'address/city key'],
  ['a.b,a.c', undefined, 'a.b a/c key'],
  ['--x', undefined, '--x key'],
  [undefined, undefined, '-price name key'],
  [undefined, 'asc', 'price name key'],
  [undefined, 'asc,desc', 'price -name key'],
])('sort=%s order=%s is %s', (sort, order, expected) => {
  const parsed = parse(sort, order);
  expect(parsed.ok && termsOf(parsed.value)).toBe(expected);
});

test.each<[string | undefined, string | undefined, Json]>([
  ['', undefined, 'sort'],
  ['price,', undefined, 'sort'],
  ['-', undefined, 'sort'],
  ['price,price', undefined, 'sort'],
  ['price,-price', undefined, 'sort'],
  ['colour', undefined, 'sort'],
  ['Price', undefined, 'sort'],
  [' price', undefined, 'sort'],
  ['price,', 'asc', 'sort'],
  ['price', '', 'order'],
  ['price', 'DESC', 'order'],
  ['price', 'up', 'order'],
  ['price', 'asc,desc', 'order'],
  ['price,name,id', 'asc,desc', 'order'],
  ['-price', 'asc', 'order'],
  ['price,-name', 'desc,desc', 'order'],
  [undefined, 'asc,asc,asc', 'order'],
])('refuses sort=%s order=%s and names %s', (sort, order, parameter) => {
  const parsed = parse(sort, order);
  expect(parsed.ok ? parsed.value : parsed.problem).toMatchObject({
    status: 400,
    parameter,
    expected: expect.any(String),
  });
});

test('an unknown field is refused in the parameter of the dialect', () => {
  const parsed = parse('colour', undefined, 'own', definition, scim);
  expect(parsed.ok ? parsed.value : parsed.problem).toMatchObject({ status: 400, parameter: 'sortBy' });
});

test('records without the member come first in a descending order only where the dialect says so', () => {
  const missingFirst = (dialect?: Dialect) => {
    const parsed = parse('price', dialect === scim ? 'descending' : 'desc', 'own', definition, dialect);
    return parsed.ok && parsed.value.terms[0]?.missingFirst;
  };
  expect(missingFirst()).toBe(undefined);
  expect(missingFirst(scim)).toBe(true);
});

test('refuses an unknown field and suggests the nearest one', () => {
  expect(parse('pric')).toMatchObject({
    problem: { type: '/problems/unknown-field', field: 'pric', suggestion: 'price' },
  });
});

test('accepts a default order by fields that no record has', () => {
  const fields = new FieldCatalogue(definition);
  const parsed = parseSort({ sort: undefined, order: undefined }, fields, 'own');
  expect(parsed.ok && termsOf(parsed.value)).toBe('-price name key');
});

test('a time window sorts by instant, a crawl by since_id by key', () => {
  const byTime = parse(undefined, undefined, 'time');
  expect(byTime).toMatchObject({ value: { terms: [{ path: ['at'], descending: false, instant: true }] } });
  expect(parse('name', undefined, 'time')).toMatchObject({ value: { terms: [{ path: ['name'], instant: false }] } });
  const byKey = parse(undefined, undefined, 'key');
  expect(byKey.ok && termsOf(byKey.value)).toBe('key');
});

test('accepts a key or time member whose name contains a comma or a minus', () => {
  const odd = { ...definition, key: 'a,b', sort: null, time: '-t' };
  const own = parse(undefined, undefined, 'own', odd);
  expect(own.ok && termsOf(own.value)).toBe('key');
  expect(parse(undefined, undefined, 'time', odd)).toMatchObject({ value: { terms: [{ path: ['-t'] }] } });
});

test('two sorts have the same text exactly if they order alike', () => {
  const text = (sort: string, order?: string) => {
    const parsed = parse(sort, order);
    return parsed.ok && parsed.value.text;
  };
  expect(text('price', 'desc')).toBe(text('-price'));
  expect(text('price,id')).toBe(text('price'));
  const texts = ['price', '-price', 'name', 'price,name', 'name,price', 'price,-id', 'a.b', 'a.c', 'id', '-id'].map(
    (one) => text(one),
  );
  expect(new Set(texts).size).toBe(texts.length);
});

test('a sort has at most 16 fields', () => {
  const names = Array.from({ length: 17 }, (_, index) => `f${index}`);
  expect(parseSortText(names.slice(1).join(',')).ok).toBe(true);
  expect(parseSortText(names.join(','))).toMatchObject({
    ok: false,
    problem: { status: 400, detail: '"sort" names 17 fields; at most 16 are possible.', limit: 16 },
  });
});

test('checks the grammar of sort without a collection', () => {
  expect(parseSortText('-price,name')).toEqual({
    ok: true,
    value: [
      { name: 'price', descending: true },
      { name: 'name', descending: false },
    ],
  });
});

test.each<[sort: string | undefined, order: string | undefined, detail: string]>([
  ['price,', undefined, 'A field of "sort" has no name.'],
  ['price,price', undefined, '"sort" names the field "price" twice.'],
  ['price', 'asc,up', '"order" cannot be "asc,up".'],
  ['price,name,id', 'asc,desc', '"order" has 2 directions for 3 fields.'],
  ['-price', 'asc', 'The direction is given twice: by "order" and by a minus in "sort".'],
])('sort=%s order=%s is refused: %s', (sort, order, detail) => {
  expect(parse(sort, order)).toMatchObject({
    ok: false,
    problem: { detail, expected: expect.stringMatching(/^.{20}/) },
  });
});

/** The sort as {@link termsOf}, with a star at fields whose missing values come first. */
function dialectTerms(dialect: Dialect, sort: string, order?: string): string {
  const parsed = parse(sort, order, 'own', definition, dialect);
  if (!parsed.ok) return parsed.problem.detail;
  const terms = parsed.value.terms.map(
    ({ path, descending, missingFirst }) => `${descending ? '-' : ''}${path.join('/')}${missingFirst ? '*' : ''}`,
  );
  return terms.join(' ');
}

test.each<[name: string, dialect: Dialect, sort: string, order: string | undefined, expected: string]>([
  ['json-server 0', jsonServer0, 'price,name', 'DESC', '-price* name'],
  ['json-server 0', jsonServer0, 'price,name', 'asc,desc,desc', 'price -name*'],
  ['json-server 0', jsonServer0, 'colour,price', undefined, 'price'],
  ['json-server 0', jsonServer0, '-x', undefined, '-x'],
  ['json-server 1', jsonServer1, '-price,name', undefined, '-price* name'],
  ['json-server 1', jsonServer1, '-price,,colour,price', undefined, '-price* price'],
  ['json-server 1', jsonServer1, `${'c,'.repeat(15)}price,name`, undefined, 'price'],
  ['SCIM', scim, 'price', 'descending', '-price*'],
  ['SCIM', scim, 'price', undefined, 'price'],
  ['SCIM', scim, '-x', undefined, '-x'],
  ['SCIM', scim, 'price', 'desc', '"sortOrder" cannot be "desc".'],
  ['SCIM', scim, 'colour', undefined, 'No record has a field "colour".'],
])('%s sorts by its own rules (%#)', (_, dialect, sort, order, expected) => {
  expect(dialectTerms(dialect, sort, order)).toBe(expected);
});

test('only the time of a window without a sort compares instants', () => {
  const instants = (sort: string | undefined, order: DefaultOrder) => {
    const parsed = parse(sort, undefined, order);
    return parsed.ok && parsed.value.terms.map(({ instant }) => instant);
  };
  expect(instants(undefined, 'time')).toEqual([true]);
  expect(instants(undefined, 'own')).toEqual([false, false]);
  expect(instants('price', 'time')).toEqual([false]);
});
