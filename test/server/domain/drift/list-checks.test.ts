import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import {
  type Compare,
  compare,
  type Deviation,
  deviations,
  ignoring,
  json,
  renaming,
  responding,
  type Service,
  type Sizes,
  sample,
  sending,
  toyService,
  wrapping,
} from './toy-service.ts';

const few = (count: number) => toyService(sample.slice(0, count));
const sized = (sizes: Sizes, records = sample) => toyService(records, sizes);

/** The deviations of a service in these rules. */
function found(rules: readonly string[], theirs: Service, options?: Compare) {
  const all = deviations(compare(theirs, options));
  return Object.fromEntries(Object.entries(all).filter(([rule]) => rules.includes(rule)));
}

test.each<[string, Service, Record<string, string>]>([
  ['refuses', responding('GET', json(404, {}))(few(3)), { 'list-status': 'responds with 200 → responds with 404' }],
  [
    'wants credentials',
    responding('GET', json(401, {}))(few(3)),
    { 'list-status': 'responds with 200 → responds with 401, which asks for credentials' },
  ],
  [
    'forbids',
    responding('GET', json(403, {}))(few(3)),
    { 'list-status': 'responds with 200 → responds with 403, which asks for credentials' },
  ],
  ['is silent', () => null, { 'list-status': '? The service gave no response.' }],
  [
    'has no list',
    responding('GET', json(200, { a: 1 }))(few(3)),
    { 'list-form': 'sends a list of records → sends none' },
  ],
])('compares nothing more with a service that %s', (_, theirs, expected) => {
  expect(deviations(compare(theirs))).toEqual(expected);
});

test('a mock without a list is compared no further', () => {
  const ours = responding('GET', json(200, { a: 1 }))(toyService());
  expect(deviations(compare(toyService(), { ours }))).toMatchObject({
    'list-form': 'sends none → sends a list of records',
  });
});

test('compares media types', () => {
  const types = ['list-type', 'record-type', 'error-form'];
  expect(found(types, sending('Content-Type', 'text/json')(toyService()))).toEqual({
    'list-type': 'sends application/json → sends text/json',
    'record-type': 'sends application/json → sends text/json',
    'error-form': 'sends application/problem+json with status, title → sends text/json with status, title',
  });
  expect(found(types, sending('Content-Type')(toyService()))).toMatchObject({
    'list-type': 'sends application/json → sends no media type',
  });
});

const strong = 'sends a strong entity tag';
const weak = 'sends a weak entity tag';

test.each<[string, Service, Service, string]>([
  ['weak tags', toyService(), sending('ETag', 'W/"a"')(toyService()), `${strong} → ${weak} [weak-tags on]`],
  ['strong tags', sending('ETag', 'W/"a"')(toyService()), toyService(), `${weak} → ${strong} [weak-tags off]`],
  ['no tags', toyService(), sending('ETag')(toyService()), `${strong} → sends no entity tag`],
  ['tags', sending('ETag')(toyService()), toyService(), `sends no entity tag → ${strong}`],
])('compares %s', (_, ours, theirs, expected) => {
  const all = found(['list-tag', 'record-tag'], theirs, { ours });
  expect(all).toEqual({ 'list-tag': expected, 'record-tag': expected });
});

const jsonServer: Deviation = (next) =>
  wrapping(({ items }) => items)(
    renaming((name) => (name === 'limit' || name === 'filter' ? '' : name === '_limit' ? 'limit' : name))(next),
  );

test('finds the dialect whose limit the service honours', () => {
  expect(found(['dialect', 'list-form', 'parameter-limit', 'page-size'], jsonServer(toyService()))).toEqual({
    dialect:
      'reads the parameters of Mock API Console → reads _limit, as json-server 0.17 [{dialect:json-server-0.17}]',
    'list-form': 'sends an object with items, limit, offset, total → sends a bare array [{dialect:json-server-0.17}]',
  });
  expect(found(['dialect', 'parameter-limit'], ignoring('limit')(toyService()))).toEqual({
    'parameter-limit': 'honours it → ignores it',
  });
  expect(found(['dialect', 'parameter-limit'], jsonServer(few(1)))).toEqual({ 'parameter-limit': '? service' });
  expect(found(['dialect', 'parameter-limit'], toyService(), { ours: few(1) })).toEqual({
    'parameter-limit': '? mock',
  });
});

const small = { pageSize: 3, maxPageSize: 4 };
const accepts = 'accepts at most 1000 →';

test.each<[number, string | undefined]>([
  [1, `${accepts} accepts at most 1 [{maxPageSize:1,pageSize:1}]`],
  [15, `${accepts} accepts at most 15 [{maxPageSize:15,pageSize:15}]`],
  [20, `${accepts} accepts at most 20 [{maxPageSize:20}]`],
  [999, `${accepts} accepts at most 999 [{maxPageSize:999}]`],
  [1000, undefined],
  [1001, `${accepts} accepts at most 1001 [{maxPageSize:1001}]`],
  [3000, `${accepts} accepts at most 3000 [{maxPageSize:3000}]`],
  [16_000, `${accepts} accepts 16000`],
])('finds the largest limit %i', (maxPageSize, expected) => {
  const theirs = sized({ pageSize: Math.min(20, maxPageSize), maxPageSize });
  expect(found(['page-limit'], theirs)['page-limit']).toBe(expected);
});

test('a service that refuses every limit has no largest one', () => {
  const theirs = responding('limit=', json(400, {}))(toyService());
  expect(found(['parameter-limit', 'page-limit'], theirs)).toEqual({
    'parameter-limit': 'honours it → responds with 400',
  });
});

test('asks for no larger lists where they would grow', () => {
  const ours = sized(small);
  const options = { ours, settings: small };
  expect(found(['page-limit'], sized(small), options)).toEqual({});
  const larger = sized({ pageSize: 3, maxPageSize: 8 });
  const sent: string[] = [];
  const theirs: Service = (request) => {
    sent.push(request.target);
    return larger(request);
  };
  expect(found(['page-limit'], theirs, options)).toEqual({ 'page-limit': 'accepts at most 4 → accepts 5' });
  const limits = sent.map((target) => Number(new URLSearchParams(target.split('?')[1]).get('limit')));
  expect(Math.max(...limits)).toBe(5);
});

const capped =
  (most: number): Deviation =>
  (next) =>
  (request) => {
    const target = request.target.replace(/limit=(\d+)/, (_, size) => `limit=${Math.min(Number(size), most)}`);
    return next({ ...request, target });
  };

test.each<[string, Service, Service, string | undefined]>([
  [
    'capped pages',
    toyService(),
    capped(5)(toyService()),
    'returns as many records as requested → returns at most 5 records [page-size-capped5 on]',
  ],
  [
    'pages of one record',
    toyService(),
    capped(1)(toyService()),
    'returns as many records as requested → returns at most 1 record [page-size-capped1 on]',
  ],
  [
    'pages that are capped in the mock',
    capped(5)(toyService()),
    toyService(),
    'returns at most 5 records → returns as many records as requested [page-size-capped off]',
  ],
  ['offsets that are ignored', toyService(), ignoring('offset')(toyService()), '? service'],
  ['offsets that are refused', toyService(), responding('offset=12', json(400, {}))(toyService()), '? service'],
])('finds %s', (_, ours, theirs, expected) => {
  expect(found(['page-cap'], theirs, { ours })['page-cap']).toBe(expected);
});

test('full pages are as large as requested', () => {
  const options = { ours: sized(small), settings: small };
  expect(found(['page-cap', 'total'], sized(small), options)).toEqual({ total: '? service' });
});

const ordered = (name: string, sign: number, count = 12) =>
  toyService(
    sample
      .slice(0, count)
      .toSorted((a, b) => sign * (Number(a[name]) - Number(b[name])) || String(a[name]).localeCompare(String(b[name]))),
  );

test.each<[string, Service, Service, string | undefined]>([
  ['a member', toyService(), ordered('price', 1), 'orders by id → orders by price [price]'],
  ['a falling member', toyService(), ordered('price', -1), 'orders by id → orders by -price [-price]'],
  ['falling keys', toyService(), ordered('id', -1), 'orders by id → orders by -id [-id]'],
  ['the same member', ordered('price', 1), ordered('price', 1), undefined],
  ['texts', ordered('name', 1), ordered('name', 1), undefined],
  ['keys instead of a member', ordered('price', 1), toyService(), 'orders by price → orders by id [null]'],
  ['keys instead of a falling member', ordered('price', -1), toyService(), 'orders by -price → orders by id [null]'],
  ['keys instead of texts', ordered('name', 1), toyService(), 'orders by name → orders by id [null]'],
  ['no member', toyService(), toyService([...sample.slice(5), ...sample.slice(0, 5)]), '? service'],
  ['no member in the mock', toyService([...sample.slice(5), ...sample.slice(0, 5)]), toyService(), '? mock'],
  ['two records', toyService(), few(2), '? The records of the service do not show it.'],
])('compares the order of lists by %s', (_, ours, theirs, expected) => {
  expect(found(['order'], theirs, { ours }).order).toBe(expected);
});

test('few records may be in the order of the mock as well', () => {
  const of = (records: readonly JsonObject[]) => toyService(records.map((one, index) => ({ id: index + 1, ...one })));
  const ours = of([
    { id: 3, a: 1 },
    { id: 1, a: 2 },
    { id: 2, a: 3 },
  ]);
  const order = (...values: readonly (string | number)[]) => found(['order'], of(values.map((a) => ({ a }))), { ours });
  expect(order(1, 2, 3)).toEqual({});
  expect(order('a', 'b', 'b')).toEqual({});
  expect(order(2, 1, 3)).toEqual({ order: 'orders by a → orders by id [null]' });
  expect(order('b', 'a', 'c')).toEqual({ order: 'orders by a → orders by id [null]' });
  expect(order('a', 1, 'b')).toEqual({ order: 'orders by a → orders by id [null]' });
});

test('the order of resource objects is not compared', () => {
  const resources = wrapping(({ items, ...rest }) => ({
    ...rest,
    items: items.map(({ id, ...attributes }) => ({ id, attributes })),
  }));
  expect(found(['order'], resources(toyService()))).toEqual({ order: '? The records of the service do not show it.' });
});
