import { expect, test } from 'vitest';
import { defaultDialect } from '../../../../server/domain/dialect/default-dialect.ts';
import { jsonApi } from '../../../../server/domain/dialect/json-api.ts';
import { listParameters } from '../../../../server/domain/list/list-parameters.ts';
import { noListQuirks } from '../../../../server/domain/list/list-quirks.ts';
import { parsePageRequest } from '../../../../server/domain/list/page-parameters.ts';
import type { CollectionDefinition } from '../../../../server/domain/model/collection-definition.ts';

const definition: CollectionDefinition = { name: 'events', key: 'id', sort: null, time: 'at', schema: null };
const sizes = { pageSize: 20, maxPageSize: 100 };

function parse(query: string, of = definition) {
  return parsePageRequest(new Map(new URLSearchParams(query)), sizes, of, noListQuirks);
}

test.each([
  ['', { start: { style: 'offset', offset: 0 }, limit: 20 }],
  ['limit=7', { start: { style: 'offset', offset: 0 }, limit: 7 }],
  ['offset=40&limit=100', { start: { style: 'offset', offset: 40 }, limit: 100 }],
  ['page=3', { start: { style: 'page', page: 3, firstPage: 1, beyondLast: 'empty' }, limit: 20 }],
  ['per_page=5', { start: { style: 'page', page: 1, firstPage: 1, beyondLast: 'empty' }, limit: 5 }],
  ['cursor=', { start: { style: 'cursor', cursor: null }, limit: 20 }],
  ['since_id=&limit=1', { start: { style: 'since', id: '' }, limit: 1 }],
  ['since_id=42', { start: { style: 'since', id: '42' }, limit: 20 }],
  ['from=10&to=20', { start: { style: 'time', window: { from: 10_000, to: 20_000 } }, limit: 20 }],
  ['from=-10', { start: { style: 'time', window: { from: -10_000, to: null } }, limit: 20 }],
  ['to=0', { start: { style: 'time', window: { from: null, to: 0 } }, limit: 20 }],
  ['from=5&to=5', { start: { style: 'time', window: { from: 5_000, to: 5_000 } }, limit: 20 }],
  [
    'start_time=1970-01-02&end_time=1970-01-02T01:00:00.250%2B01:00',
    { start: { style: 'time', window: { from: 86_400_000, to: 86_400_250 } }, limit: 20 },
  ],
])('accepts %j', (query, expected) => {
  expect(parse(query)).toEqual({ ok: true, value: expected });
});

test.each([
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['limit=', 'limit'],
  ['limit=-1', 'limit'],
  ['limit=007', 'limit'],
  ['limit=%2B7', 'limit'],
  ['limit=7.0', 'limit'],
  ['limit=1e1', 'limit'],
  ['limit=%207', 'limit'],
  ['limit=٧', 'limit'],
  ['limit=ten', 'limit'],
  ['limit=18446744073709551617', 'limit'],
  ['offset=-1', 'offset'],
  ['offset=-0', 'offset'],
  ['offset=9007199254740993', 'offset'],
  ['page=0', 'page'],
  ['page=x', 'page'],
  ['per_page=0', 'per_page'],
  ['page=1&per_page=101', 'per_page'],
  ['cursor=x', 'cursor'],
  ['from=1.5', 'from'],
  ['from=2024-01-01', 'from'],
  ['to=8640000000001', 'to'],
  ['from=2&to=1', 'to'],
  ['start_time=1706778000', 'start_time'],
  ['start_time=2024-02-30', 'start_time'],
  ['end_time=2024-01-01T00:00:00', 'end_time'],
  ['end_time=', 'end_time'],
  ['start_time=2024-01-02&end_time=2024-01-01', 'end_time'],
])('refuses %s and names %s', (query, parameter) => {
  expect(parse(query)).toMatchObject({ problem: { status: 400, parameter, expected: expect.any(String) } });
});

const styles: Readonly<Record<string, readonly string[]>> = {
  offset: ['offset'],
  cursor: ['cursor'],
  seconds: ['from', 'to'],
  timestamps: ['start_time', 'end_time'],
  since: ['since_id'],
  page: ['page', 'per_page'],
};
const pairs = Object.entries(styles).flatMap(([style, names]) =>
  Object.entries(styles).flatMap(([other, others]) =>
    style < other ? names.flatMap((name) => others.map((second) => [name, second] as const)) : [],
  ),
);

test.each([...pairs, ['page', 'limit'], ['per_page', 'limit']] as const)('refuses %s with %s', (first, second) => {
  const refused = parse(`${second}=1&${first}=1`);
  expect(refused).toMatchObject({ problem: { status: 400, type: '/problems/mixed-pagination' } });
  expect(refused.ok || new Set(refused.problem.parameters as string[])).toEqual(new Set([first, second]));
});

test('refuses time windows for a collection without a time member', () => {
  const timeless = { ...definition, time: null };
  for (const query of ['from=1', 'to=1', 'start_time=2024-01-01', 'end_time=2024-01-01']) {
    expect(parse(query, timeless)).toMatchObject({ problem: { status: 400, parameter: query.split('=')[0] } });
  }
});

test('the page size of the workspace never exceeds its maximum', () => {
  expect(parsePageRequest(new Map(), { pageSize: 50, maxPageSize: 10 }, definition, noListQuirks)).toMatchObject({
    value: { limit: 10 },
  });
});

test('every parameter of a list is reserved', () => {
  const names = [...Object.values(styles).flat(), 'limit', 'sort', 'order', 'filter'];
  expect(listParameters(defaultDialect)).toEqual(new Set(names));
});

test('the parameters of a dialect that cannot be used together are named in it', () => {
  const given = (query: string) => new Map(new URLSearchParams(query));
  const parsed = (query: string) => parsePageRequest(given(query), sizes, definition, noListQuirks, jsonApi);
  expect(parsed('page[number]=1&page[offset]=2')).toMatchObject({
    problem: {
      type: '/problems/mixed-pagination',
      parameters: ['page[offset]', 'page[number]'],
      expected: 'one of page[offset], page[cursor], page[number] with page[size]',
    },
  });
  expect(parsed('page[number]=1&page[limit]=2')).toMatchObject({
    problem: { parameters: ['page[number]', 'page[limit]'] },
  });
  expect(parsed('page[number]=0')).toMatchObject({ problem: { parameter: 'page[number]' } });
  expect(parsed('page[offset]=7&page[limit]=3')).toEqual({
    ok: true,
    value: { start: { style: 'offset', offset: 7 }, limit: 3 },
  });
  expect(parsed('page[cursor]=')).toEqual({ ok: true, value: { start: { style: 'cursor', cursor: null }, limit: 20 } });
});
