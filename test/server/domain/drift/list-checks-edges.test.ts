import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import {
  type Compare,
  compare,
  deviations,
  json,
  jsonServer0,
  responding,
  type Service,
  sample,
  toyService,
  wrapping,
} from './toy-service.ts';

/** The first check of a rule, with the number of its exchanges. */
function checked(rule: string, theirs: Service, options: Compare = {}) {
  const check = compare(theirs, options).find((one) => one.rule === rule);
  const [, described] = Object.entries(deviations(check ? [check] : []))[0] ?? [];
  return `${described ?? check?.detail} (${check?.exchanges.join()})`;
}

test('a list that one side does not give is compared no further', () => {
  expect(checked('list-status', () => null)).toBe('? The service gave no response. (0)');
  const ours = responding(
    'GET /api/things?',
    json(200, { a: 1 }),
  )(responding('GET /api/things', json(200, { a: 1 }))(toyService()));
  const rules = compare(toyService(), { ours }).map(({ rule }) => rule);
  expect(rules.filter((rule) => /^(?:parameter|page|total)/.test(rule))).toEqual([]);
});

test('another dialect is looked for only where two records can show it', () => {
  const parameters: string[] = [];
  const service = toyService(sample.slice(0, 1));
  compare((request) => {
    parameters.push(request.target);
    return service(request);
  });
  expect(parameters.filter((one) => one.includes('_limit'))).toEqual([]);
});

test('pages of a service are not all of its records where the mock lists all', () => {
  const options = { ours: jsonServer0(toyService()), settings: { dialect: 'json-server-0.17' } } as const;
  expect(checked('total', jsonServer0(toyService()), options)).toBe('Both: counts all records. (0,1)');
  expect(checked('total', jsonServer0(toyService(sample, { pageSize: 5 })), options)).toBe('? service (0,1)');
});

test('a full page and the largest limit are told where both sides have the same', () => {
  const sizes = { pageSize: 3, maxPageSize: 4 };
  for (const count of [4, 12]) {
    const service = toyService(sample.slice(0, count), sizes);
    const options = { ours: service, settings: sizes };
    expect(checked('page-cap', service, options)).toContain('Both: returns as many records as requested.');
    expect(checked('page-limit', service, options)).toContain('Both: accepts at most 4.');
  }
});

test.each([
  [30_000, 'accepts at most 10000 → accepts 20000 (2,3)'],
  [15_000, 'accepts at most 10000 → accepts at most 15000 [{maxPageSize:15000}] (2,16,17)'],
])('a service that accepts %i is asked for 20,000 at most', (maxPageSize, expected) => {
  const theirs = toyService(sample, { maxPageSize });
  const ours = toyService(sample, { maxPageSize: 10_000 });
  expect(checked('page-limit', theirs, { ours, settings: { maxPageSize: 10_000 } })).toBe(expected);
});

/** The order of a few records, whose members come in the order of the keys. */
function orderOf(name: string, ours: readonly unknown[], theirs: readonly unknown[]) {
  const service = (values: readonly unknown[], ids: readonly number[]) =>
    toyService(values.map((value, index) => ({ id: ids[index] ?? 0, [name]: value }) as JsonObject));
  return checked('order', service(theirs, [1, 2, 3]), { ours: service(ours, [3, 1, 2]) });
}

test.each<[unknown, unknown, unknown, boolean]>([
  [3, 2, 1, true],
  [2, 2, 1, true],
  ['c', 'b', 'b', true],
  [1, 2, 3, false],
  [3, 1, 2, false],
  ['a', 'b', 'c', false],
  ['b', 'c', 'a', false],
  [5, 'b', 'a', false],
  ['b', 'a', 5, false],
  ['b', 'a', null, false],
  ['b', null, 'a', false],
])('records with %j, %j and %j are in falling order as well: %j', (first, second, third, isAlso) => {
  const does = isAlso ? 'Both: orders by -a.' : 'orders by -a → orders by id [null]';
  expect(orderOf('a', [9, 8, 7], [first, second, third])).toBe(`${does} (0)`);
});

test('a member in whose order records are may have a minus in its name', () => {
  expect(orderOf('a-b', [1, 2, 3], [1, 2, 3])).toBe('Both: orders by a-b. (0)');
  expect(orderOf('a-b', [3, 2, 1], [3, 2, 1])).toBe('Both: orders by -a-b. (0)');
  expect(orderOf('a-b', [1, 2, 3], [2, 1, 3])).toBe('orders by a-b → orders by id [null] (0)');
});

test('one resource object is enough to leave the order and conditions open', () => {
  const one = wrapping(({ items, ...rest }) => ({
    ...rest,
    items: items.map((record, index) => (index === 1 ? { id: record.id ?? 0, attributes: {} } : record)),
  }));
  expect(compare(one(toyService())).map(({ rule }) => rule)).not.toContain('parameter-filter');
  expect(checked('order', one(toyService()))).toBe('? The records of the service do not show it. (0)');
});
