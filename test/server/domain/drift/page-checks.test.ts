import { expect, test } from 'vitest';
import {
  compare,
  type Deviation,
  deviations,
  ignoring,
  json,
  listing,
  responding,
  sample,
  toyService,
} from './toy-service.ts';

const page = (all: typeof sample, number: string | number) => all.slice(Number(number) * 2, Number(number) * 2 + 2);
const after = (all: typeof sample, id: string) => all.slice(all.findIndex((one) => String(one.id) === id) + 1);
const linking =
  (link: unknown): Deviation =>
  (next) =>
  (request) => {
    const isFirst = request.target.endsWith('cursor=');
    return isFirst ? json(200, { items: sample.slice(0, 2), links: { next: link } }) : next(request);
  };

test.each<[string, Deviation, Record<string, string>]>([
  ['itself', (next) => next, {}],
  [
    'other records at an offset',
    listing('offset', (all, offset) => (offset === '1' ? all.slice(5, 7) : all.slice(Number(offset)))),
    { 'parameter-offset': 'skips as many records → returns other records' },
  ],
  [
    'offsets that are ignored',
    ignoring('offset'),
    {
      'page-cap': '? service',
      total: '? service',
      'parameter-offset': 'skips as many records → ignores it',
      'parameter-since': '? service',
    },
  ],
  [
    'an offset that is refused',
    responding('limit=2&offset=1', json(418, {})),
    {
      'parameter-offset': 'skips as many records → responds with 418',
    },
  ],
  ['no response', responding('limit=2&offset=1', null), { 'parameter-offset': '? service' }],
  [
    'no list',
    responding('limit=2&offset=1', json(200, { a: 1 })),
    { 'parameter-offset': 'skips as many records → sends no list' },
  ],
  [
    'pages from 0',
    listing('page', page),
    { 'parameter-page': 'numbers pages from 1 → numbers pages from 0 [pages-from-zero on]' },
  ],
  [
    'page numbers that are ignored',
    ignoring('page'),
    { 'parameter-page': 'numbers pages from 1 → ignores the number' },
  ],
  [
    'a second page that is refused',
    responding('page=2&per_page=2', json(404, {})),
    { 'parameter-page': 'numbers pages from 1 → returns other records' },
  ],
  ['pages that are ignored', ignoring('page', 'per_page'), { 'parameter-page': 'numbers pages from 1 → ignores it' }],
  [
    'a strange second page',
    listing('page', (all, number) => page(all, number === '1' ? 0 : 3)),
    { 'parameter-page': 'numbers pages from 1 → returns other records' },
  ],
  ['no cursor', ignoring('cursor'), { 'parameter-cursor': 'continues after it → gives no cursor' }],
  [
    'an expired cursor',
    responding('&cursor=2', json(410, {})),
    { 'parameter-cursor': 'continues after it → responds with 410 [cursor-expired on]' },
  ],
  [
    'a cursor that is refused',
    responding('cursor=', json(400, {})),
    { 'parameter-cursor': 'continues after it → responds with 400' },
  ],
  [
    'a cursor that repeats the page',
    responding('&cursor=2', json(200, { items: sample.slice(0, 2) })),
    { 'parameter-cursor': 'continues after it → returns other records' },
  ],
  ['a link with the cursor', linking('/api/things?limit=2&cursor=2'), {}],
  ['a link with an encoded cursor', linking('/api/things?a=b&%63ursor=%32'), {}],
  ['a link without it', linking('/api/things?limit=2'), { 'parameter-cursor': 'continues after it → gives no cursor' }],
  ['a link without parameters', linking('/api/things'), { 'parameter-cursor': 'continues after it → gives no cursor' }],
  [
    'a cursor without a value',
    linking('/api/things?cursor'),
    { 'parameter-cursor': 'continues after it → gives no cursor' },
  ],
  ['an empty one', linking('/api/things?cursor='), { 'parameter-cursor': 'continues after it → gives no cursor' }],
  ['no text', linking(7), { 'parameter-cursor': 'continues after it → gives no cursor' }],
  [
    'a malformed one',
    linking('/api/things?cursor=%E0%A4'),
    { 'parameter-cursor': 'continues after it → returns other records' },
  ],
  [
    'the newest records after an id',
    listing('since_id', (all, id) => after(all, id).slice(-2).reverse()),
    {
      'parameter-since': 'returns the records right after it → returns the newest records [since-id-newest-first on]',
    },
  ],
  [
    'the last records after an id',
    listing('since_id', (all, id) => after(all, id).slice(-2)),
    { 'parameter-since': 'returns the records right after it → returns other records' },
  ],
  [
    'ids that are ignored',
    ignoring('since_id'),
    { 'parameter-since': 'returns the records right after it → ignores it' },
  ],
  [
    'times that are ignored',
    ignoring('start_time', 'end_time'),
    { 'parameter-time': 'returns the records in the window → ignores it' },
  ],
  [
    'a record before the window',
    listing('start_time', (all) => all.slice(0, 1).map((record) => ({ ...record, at: '2020-01-01T00:00:00Z' }))),
    { 'parameter-time': 'returns the records in the window → returns other records' },
  ],
  ['one record in the window', listing('start_time', (all) => all.slice(0, 1)), {}],
  [
    'the end of the window',
    listing('start_time', (all) => all.filter((one) => one.at === '2026-01-21T08:00:00Z')),
    { 'parameter-time': 'returns the records in the window → returns other records' },
  ],
  [
    'an empty window',
    listing('start_time', () => []),
    { 'parameter-time': 'returns the records in the window → returns other records' },
  ],
  ['an order that is ignored', ignoring('sort', 'order'), { 'parameter-sort': 'sorts → ignores it' }],
  [
    'directions that are ignored',
    (next) => (request) => next({ ...request, target: request.target.replace('sort=-', 'sort=') }),
    { 'parameter-sort': 'sorts → returns other records' },
  ],
  [
    'directions that are turned',
    (next) => (request) => next({ ...request, target: request.target.replace(/sort=(\w)/, 'sort=-$1') }),
    { 'parameter-sort': 'sorts → returns other records' },
  ],
  [
    'a falling order that is refused',
    responding('sort=-', json(400, {})),
    { 'parameter-sort': 'sorts → responds with 400' },
  ],
])('compares pages: %s', (_, deviation, expected) => {
  expect(deviations(compare(deviation(toyService())))).toEqual(expected);
});

test('compares the order of texts in either case', () => {
  const mixed = sample.map((record, index) => ({ ...record, kind: ['b', 'A', 'C'][index % 3] ?? '' }));
  const lower = (one: (typeof sample)[number]) => String(one.kind).toLowerCase();
  const insensitive = listing('sort', (all, sort) => {
    const sign = sort.startsWith('-') ? -1 : 1;
    return all.toSorted((a, b) => sign * lower(a).localeCompare(lower(b)));
  });
  const checks = compare(insensitive(toyService(mixed)), { ours: toyService(mixed) });
  expect(deviations(checks)).toEqual({});
  expect(checks.find(({ rule }) => rule === 'parameter-sort')?.detail).toBe('Both: sorts.');
});

test('the order of equal values may change between requests', () => {
  let times = 0;
  const shuffling = listing('sort', (all, sort) => {
    if (sort !== 'kind') return all;
    times += 1;
    return times === 3 ? all.toReversed() : all;
  });
  const found = deviations(compare(shuffling(toyService())));
  expect(found['tie-break']).toBe(
    'keeps the order of equal values → changes the order of equal values between requests [no-tie-break on]',
  );
  const refusing = compare(responding('sort=kind', json(400, {}))(toyService()));
  expect(deviations(refusing)['tie-break']).toBe('? service');
});

test.each<[string, number, readonly string[]]>([
  ['a page', 2, ['offset', 'page', 'cursor', 'since']],
  ['a page of two after an id', 3, ['since']],
  ['everything', 4, []],
])('%s needs more than %i records', (_, count, names) => {
  const few = sample.slice(0, count).map((record) => ({ ...record, kind: 'lamp' }));
  const found = deviations(compare(toyService(few)));
  const parameters = Object.entries(found).filter(([rule]) => rule.startsWith('parameter-'));
  expect(parameters).toEqual(names.map((name) => [`parameter-${name}`, '? service']));
});

test('a time window needs two times', () => {
  const at = (time: string | null) => toyService(sample.map((record) => ({ ...record, at: time })));
  const ofTime = (found: Record<string, string>) => found['parameter-time'];
  expect(ofTime(deviations(compare(at('2026-01-01T00:00:00Z'))))).toBe('? service');
  expect(ofTime(deviations(compare(at(null))))).toBe('? service');
  const some = toyService(sample.map((record) => (record.id === 5 ? { ...record, at: null } : record)));
  expect(ofTime(deviations(compare(some)))).toBe('? service');
  expect(ofTime(deviations(compare(toyService(), { time: null })))).toBeUndefined();
  const rules = compare(toyService(), { time: null }).map(({ rule }) => rule);
  expect(rules).not.toContain('parameter-time');
});
