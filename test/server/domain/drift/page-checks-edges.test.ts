import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import {
  type Compare,
  compare,
  type Deviation,
  deviations,
  ignoring,
  json,
  listing,
  type Service,
  sample,
  toyService,
} from './toy-service.ts';

const ofRule = (rule: string, theirs: Service, options: Compare = {}) => deviations(compare(theirs, options))[rule];

test('a quirk of the mock that the service lacks is taken away', () => {
  const zero = listing('page', (all, page) => all.slice(Number(page) * 2, Number(page) * 2 + 2));
  expect(ofRule('parameter-page', toyService(), { ours: zero(toyService()) })).toBe(
    'numbers pages from 0 → numbers pages from 1 [pages-from-zero off]',
  );
});

/** The first page of cursors has these members and headers. */
const beginning =
  (more: object, ...headers: [string, string][]): Deviation =>
  (next) =>
  (request) =>
    request.target.endsWith('limit=2&cursor=')
      ? json(200, { items: sample.slice(0, 2), ...more }, undefined, ...headers)
      : next(request);

test.each<[string, Deviation]>([
  ['a member of the list', beginning({ next: '/api/things?cursor=2' })],
  ['the Link header', beginning({}, ['Link', '</api/things?limit=2&cursor=2>; rel="next"'])],
])('the next cursor is in the link in %s', (_, deviation) => {
  expect(ofRule('parameter-cursor', deviation(toyService()))).toBeUndefined();
});

/** The parameters that a service with these records is asked for. */
function asked(records: readonly JsonObject[], options: Compare = {}, deviation: Deviation = (next) => next) {
  const service = deviation(toyService(records));
  const parameters: string[] = [];
  const noting: Service = (request) => {
    parameters.push(decodeURIComponent(request.target.split('?')[1] ?? ''));
    return service(request);
  };
  const checks = compare(noting, { ours: toyService(records), ...options });
  return { parameters, rules: checks.map(({ rule }) => rule), found: deviations(checks) };
}

test('without a next cursor, none is sent', () => {
  const { parameters } = asked(sample, {}, ignoring('cursor'));
  expect(parameters.filter((one) => one.includes('cursor'))).toEqual(['limit=2&cursor=', 'limit=2&cursor=']);
});

test('records after an id are those with the next keys, in whatever order lists are', () => {
  const byPrice = sample.toSorted((a, b) => Number(a.price) - Number(b.price));
  const after = listing('since_id', (all, id) =>
    all
      .filter((one) => Number(one.id) > Number(id))
      .toSorted((a, b) => Number(a.id) - Number(b.id))
      .slice(0, 2),
  );
  const checks = compare(after(toyService(byPrice)), { ours: toyService() });
  expect(checks.find(({ rule }) => rule === 'parameter-since')?.detail).toBe(
    'Both: returns the records right after it.',
  );
});

test('records after an id need a key in every record', () => {
  const { found } = asked(
    sample.map(({ id, ...record }, index) => (index === 3 ? record : { id: id ?? 0, ...record })),
    { ours: toyService() },
  );
  expect(found['parameter-since']).toBe('? service');
  expect(asked([{ name: 'a' }]).parameters).toContain('limit=2&since_id=0');
});

const sorts = (parameters: readonly string[]) => parameters.filter((one) => one.startsWith('sort='));

test('orders are compared by a member that has a plain name, and one type in all records', () => {
  const records = sample.map(({ id, kind, price }, index) => ({
    ...{ id: id ?? 0, '1a': `x${index}`, 'a-b': `x${index}`, flag: index % 2 === 0, mixed: index < 6 ? index : 'a' },
    ...{ none: index < 6 ? null : 'a', kind: kind ?? '', price: price ?? 0 },
  }));
  const { parameters } = asked(records);
  expect(sorts(parameters)).toEqual(['sort=kind', 'sort=-kind', 'sort=kind', 'sort=kind', 'sort=kind']);
  expect(parameters).toEqual(expect.arrayContaining(['kind=lamp', 'kind_contains=lamp', 'price_lt=7']));
  expect(parameters.filter((one) => /^(?:1a|a-b|flag|mixed|none)/.test(one))).toEqual([]);
});

test('orders of numbers are compared as well, and an order that is ignored is told', () => {
  const numbers = sample.map(({ id, price }) => ({ id: id ?? 0, price: price ?? 0 }));
  expect(sorts(asked(numbers).parameters)).toEqual(['sort=price', 'sort=-price']);
  expect(asked(numbers, {}, ignoring('sort')).found['parameter-sort']).toBe('sorts → ignores it');
});

const constant = sample.map((record) => ({ ...record, kind: 'lamp' }));

test('an order needs several values on both sides', () => {
  expect(sorts(asked(constant, { ours: toyService() }).parameters).slice(0, 2)).toEqual(['sort=name', 'sort=-name']);
  expect(sorts(asked(sample, { ours: toyService(constant) }).parameters).slice(0, 2)).toEqual([
    'sort=name',
    'sort=-name',
  ]);
  expect(asked(sample.slice(0, 1)).found['parameter-sort']).toBe('? No member has several values on both sides.');
});

const unique = sample.map((record, index) => ({ ...record, kind: `lamp ${index}` }));

test('the order of equal values needs some on both sides, in one member', () => {
  for (const [theirs, ours] of [
    [unique, sample],
    [sample, unique],
  ] as const) {
    const { parameters, rules } = asked(theirs, { ours: toyService(ours) });
    expect(rules).not.toContain('tie-break');
    expect(sorts(parameters)).toHaveLength(2);
  }
  const later = unique.map((record, index) => ({ ...record, group: index % 3 }));
  expect(sorts(asked(later).parameters).slice(2)).toEqual(['sort=group', 'sort=group', 'sort=group']);
});
