import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import {
  type Compare,
  compare,
  type Deviation,
  deviations,
  ignoring,
  json,
  jsonServer0,
  jsonServer1,
  listing,
  responding,
  sample,
  toyService,
} from './toy-service.ts';

const applies = 'applies them → ignores them';

test.each<[string, Deviation, Record<string, string>]>([
  ['a condition that is ignored', ignoring('price_lt'), { 'parameter-filter 2': `price_lt: ${applies}` }],
  [
    'several that are ignored',
    ignoring('price_less_than', 'kind_in'),
    { 'parameter-filter 2': `price_less_than, kind_in: ${applies}` },
  ],
  [
    'other records',
    listing('kind_contains', (all) => all.slice(0, 2)),
    { 'parameter-filter 2': 'kind_contains: applies them → returns other records' },
  ],
  ['no record', listing('kind', () => []), { 'parameter-filter': 'kind: applies them → returns other records' }],
  [
    'two ways to refuse',
    (next) => responding('kind_ne=', json(400, {}))(responding('kind_in=', json(422, {}))(next)),
    {
      'parameter-filter 2': 'kind_ne: applies them → responds with 400',
      'parameter-filter 3': 'kind_in: applies them → responds with 422',
    },
  ],
  ['expressions that are ignored', ignoring('filter'), { 'parameter-expression': 'applies it → ignores it' }],
  [
    'an expression for no record',
    listing('filter', () => []),
    { 'parameter-expression': 'applies it → returns other records' },
  ],
  [
    'an expression for too many records',
    listing('filter', (all) => all.slice(0, 2)),
    { 'parameter-expression': 'applies it → returns other records' },
  ],
  [
    'unknown fields that are ignored',
    ignoring('zzz'),
    { 'unknown-field': 'responds with 400 → ignores it [{unknownFields:ignore}]' },
  ],
  [
    'unknown fields of no record',
    listing('zzz', () => []),
    { 'unknown-field': 'responds with 400 → returns no record' },
  ],
  [
    'unknown fields that fail',
    responding('zzz', json(500, {})),
    { 'unknown-field': 'responds with 400 → responds with 500' },
  ],
  [
    'unknown fields that are refused otherwise',
    responding('zzz', json(422, {})),
    { 'unknown-field': 'responds with 400 → responds with 422 [{unknownFields:reject}]' },
  ],
])('compares conditions: %s', (_, deviation, expected) => {
  expect(deviations(compare(deviation(toyService())))).toEqual(expected);
});

/** The condition names that were compared. */
const compared = (service = toyService(), options: Compare = {}) =>
  compare(service, { ours: service, ...options })
    .filter(({ rule }) => rule === 'parameter-filter')
    .map(({ detail }) => detail);

test('chooses members of the right type', () => {
  expect(compared()).toEqual([
    'kind, price_less_than, price_greater_than, at_after, at_before, price_lt, price_lte, price_gt, price_gte, ' +
      'kind_contains, kind_starts_with, kind_ends_with, kind_ne, kind_in: Both: applies them.',
  ]);
  expect(compared(toyService(), { time: null })[0]).not.toMatch(/_after|_before/);
  const numbers = toyService(sample.map(({ id, price }) => ({ id, price })) as JsonObject[]);
  expect(compared(numbers, { time: null })).toEqual([
    'price, price_less_than, price_greater_than, price_lt, price_lte, price_gt, price_gte, price_ne, price_in: ' +
      'Both: applies them.',
  ]);
});

test('a member needs several values on both sides, and a value of one type in all records', () => {
  const like = (change: (record: JsonObject, index: number) => JsonObject) => toyService(sample.map(change));
  const ofKind = (details: readonly string[]) => details.join().includes('kind');
  expect(ofKind(compared(like((record) => ({ ...record, kind: 'lamp' }))))).toBe(false);
  expect(ofKind(compared(like((record, index) => ({ ...record, kind: index === 4 ? null : 'lamp' }))))).toBe(false);
  expect(ofKind(compared(like((record, index) => ({ ...record, kind: index < 6 ? '' : 'lamp' }))))).toBe(true);
  const odd = like(({ kind, ...record }) => ({ ...record, 'a kind': kind ?? '' }));
  expect(ofKind(compared(odd))).toBe(false);
  const ours = like((record) => ({ ...record, kind: 'lamp' }));
  expect(ofKind(compared(toyService(), { ours }))).toBe(false);
});

test.each<['json-server-0.17' | 'json-server-1', Deviation, string]>([
  ['json-server-0.17', jsonServer0, 'kind, price_gte, price_lte, kind_ne, kind_like: Both: applies them.'],
  [
    'json-server-1',
    jsonServer1,
    'kind, price:lt, price_lt, price:lte, price_lte, price:gt, price_gt, price:gte, price_gte, kind:eq, kind_eq, ' +
      'kind:ne, kind_ne, kind:in, kind_in, kind:contains, kind_contains, kind:startsWith, kind:endsWith: ' +
      'Both: applies them.',
  ],
])('compares the conditions of %s', (dialect, speaking, detail) => {
  const service = speaking(toyService(sample, { pageSize: 1000 }));
  expect(compared(service, { settings: { dialect } })).toEqual([detail]);
  const found = compare(service, { ours: service, settings: { dialect } });
  expect(found.filter(({ outcome }) => outcome === 'different')).toEqual([]);
});

test('compares the search in all members', () => {
  const ours = jsonServer0(toyService(sample, { pageSize: 1000 }));
  const of = (theirs: Deviation, records = sample) => {
    const service = theirs(jsonServer0(toyService(records, { pageSize: 1000 })));
    const found = compare(service, { ours, settings: { dialect: 'json-server-0.17' } });
    const [check] = found.filter(({ rule }) => rule === 'parameter-search');
    return deviations(check ? [check] : [])['parameter-search'];
  };
  expect(of((next) => next)).toBeUndefined();
  expect(of(ignoring('q'))).toBe('finds the records with it → ignores it');
  const some = (found: number) => (found === 0 ? [] : sample.slice(0, found));
  for (const found of [0, 2]) {
    expect(of(responding('q=', json(200, some(found))))).toBe('finds the records with it → returns other records');
  }
  const equal = sample.map(({ id, price }) => ({ id, price, kind: 'lamp', at: 'a-b' })) as JsonObject[];
  expect(of((next) => next, equal)).toBe('? service');
});
