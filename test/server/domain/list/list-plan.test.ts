import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import { FieldCatalogue } from '../../../../server/domain/fields/fields.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { listRecords } from '../../../../server/domain/list/list.ts';
import { type ListOptions, planText } from '../../../../server/domain/list/list-plan.ts';
import { noListQuirks } from '../../../../server/domain/list/list-quirks.ts';
import { planCacheOf } from '../../../../server/domain/list/plan-cache.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { options } from './list-arbitraries.ts';

function list(
  query: string,
  records: readonly JsonObject[],
  changes: Partial<ListOptions> = {},
  time: string | null = null,
) {
  const collection = new SharedCollection({ name: 'things', key: 'id', sort: null, time, schema: null }, records);
  return finish(listRecords(collection, query, { ...options, ...changes }));
}

const records: readonly JsonObject[] = [
  { id: 1, limit: 3, price: 5, in: { at: '2024-01-01T00:00:00Z' } },
  { id: 2, limit: 4, price: 6, in: { at: '2024-01-02T00:00:00Z' } },
];

test.each([
  ['limit=x', 'limit', true],
  ['limit=1&limit=2', 'limit', true],
  ['offset=x', 'offset', false],
  ['price=x', 'price', false],
  ['colour=x', 'colour', false],
])('the refusal of %s says how to reach the field "%s": %s', (query, parameter, isMentioned) => {
  const listed = list(query, records);
  expect(listed).toMatchObject({ ok: false, problem: { parameter } });
  const mention = `The field of that name is reached with filter=${parameter} eq …`;
  expect(!listed.ok && listed.problem.detail.includes(mention)).toBe(isMentioned);
});

test('a parameter of the list that comes twice is refused', () => {
  expect(list('offset=1&offset=1', records)).toMatchObject({
    problem: {
      type: '/problems/bad-parameter',
      detail: '"offset" was sent more than once.',
      parameter: 'offset',
      expected: 'one value',
    },
  });
});

test('where nothing is refused, the first of two values counts', () => {
  const listed = list('_start=1&_start=0&_limit=1', records, { dialect: 'json-server-0.17' });
  expect(listed.ok && listed.value.records.map(({ id }) => id)).toEqual(['2']);
});

test('a time window goes by the time of the collection, also inside an object or when no record has it', () => {
  const ids = (query: string, time: string) => {
    const listed = list(query, records, {}, time);
    return listed.ok && listed.value.records.map(({ id }) => id);
  };
  const day = 'start_time=2024-01-02&end_time=2024-01-03';
  expect(ids(day, 'in.at')).toEqual(['2']);
  expect(ids(`${day}&sort=-price`, 'in.at')).toEqual(['2']);
  expect(ids(`${day}&sort=price`, 'in.out')).toEqual([]);
  expect(ids(day, 'in.out')).toEqual([]);
});

test('a total that is one too high', () => {
  const listed = list('', records, { quirks: { ...noListQuirks, totalOffByOne: true } });
  expect(listed.ok && listed.value.total).toBe(3);
});

test('plans with different results have different texts', () => {
  const fields = new FieldCatalogue({ name: 'things', key: 'id', sort: null, time: null, schema: null });
  const changes: readonly Partial<ListOptions>[] = [
    {},
    { pageSize: 6 },
    { maxPageSize: 7 },
    { unknownFields: 'ignore' },
    { lenient: true },
    { dialect: 'scim' },
    { quirks: { ...noListQuirks, firstPage: 0 } },
    { quirks: { ...noListQuirks, tiesReversed: true } },
    { scope: [{ name: 'userId', value: '1' }] },
    { scope: [{ name: 'userId', value: '2' }] },
  ];
  const texts = changes.map((change) => planText(fields, 'a=1', { ...options, ...change }));
  expect(new Set([...texts, planText(fields, 'a=2', options)]).size).toBe(changes.length + 1);
  expect(planText(fields, 'a=1', { ...options })).toBe(texts[0]);
});

test('a filter that comes twice is refused by the rules of filters', () => {
  expect(list('filter=price%20gt%204&filter=price%20lt%206', records)).toMatchObject({
    problem: { detail: 'The parameter "filter" is given more than once.', expected: 'one filter' },
  });
});

test('a window without a start has the records before 1970, in both directions', () => {
  const old = [
    { id: 1, at: '1960-01-01' },
    { id: 2, at: '1980-01-01' },
    { id: 3, at: '2000-01-01' },
  ];
  const ids = (query: string) => {
    const listed = list(query, old, {}, 'at');
    return listed.ok && listed.value.records.map(({ id }) => id);
  };
  expect(ids('end_time=1990-01-01&sort=at')).toEqual(['1', '2']);
  expect(ids('end_time=1990-01-01&sort=-at')).toEqual(['2', '1']);
  expect(ids('end_time=1990-01-01')).toEqual(['1', '2']);
  expect(ids('end_time=1990-01-01&order=desc')).toEqual(['2', '1']);
  expect(ids('start_time=1950-01-01&end_time=1990-01-01&order=desc')).toEqual(['2', '1']);
});

test('the pages of a query share its filter and order', () => {
  const fields = new FieldCatalogue({ name: 'things', key: 'id', sort: null, time: null, schema: null });
  const selectionOf = (query: string) => {
    const plan = planCacheOf(fields).plan(query, options);
    return plan.ok && plan.value.selection;
  };
  expect(selectionOf('sort=-id&limit=1')).toBe(selectionOf('offset=1&sort=-id&limit=2'));
  expect(selectionOf('sort=-id')).not.toBe(selectionOf('sort=id'));
});
