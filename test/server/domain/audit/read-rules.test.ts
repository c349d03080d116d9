import { expect, test } from 'vitest';
import { type Case, expectFindings, judge, type Written } from './judge.ts';

const name = 'GET /api/items/1';
/** A GET of a record with this tag. */
const get = (tag: string, more: Written = {}): Written => ({ sent: { etag: tag }, ...more });
const a = get('"a"');
const conditional = get('"a"', { headers: { 'if-none-match': '"a"' } });
const thrice = `${name} got the same "a" for the third time without If-None-Match.`;

test.each<Case>([
  ['the same tag three times', [a, a, a], [thrice]],
  ['the same tag four times', [a, a, a, a], [thrice]],
  ['the same tag twice', [a, a], []],
  ['another tag between', [a, a, get('"b"'), a, a], []],
  ['a condition between', [a, a, conditional, a, a], []],
  ['a failure between', [a, a, { ...a, status: 500 }, a, a], []],
  ['a response without a tag between', [a, a, {}, a, a], []],
  ['no responses without a tag', [{}, {}, {}], 'not-exercised'],
  ['other URLs', [a, a, { ...a, target: '/api/items/1?fields=id' }], []],
  ['other sessions', [a, a, { ...a, session: 's' }], []],
  ['HEAD between', [a, a, { ...a, method: 'HEAD' }, a], [thrice]],
  ['one response', [a], 'not-exercised'],
  ['no write', [a, { ...a, method: 'PUT' }], 'not-exercised'],
])('unconditional-get judges %s', (_, exchanges, details) => {
  expectFindings('unconditional-get', exchanges, details);
});

const unchanged: Written = { ...conditional, status: 304 };
const after304 = `${name} was sent without If-None-Match right after 304.`;

test.each<Case>([
  ['a whole GET after 304', [unchanged, {}], [after304]],
  ['a whole GET after two 304', [unchanged, unchanged, {}, {}], [after304]],
  ['a condition after 304', [unchanged, conditional, {}], []],
  ['HEAD after 304', [unchanged, { method: 'HEAD' }, {}], []],
  ['a write after 304', [unchanged, { method: 'PUT' }, {}], [after304]],
  ['another URL after 304', [unchanged, { target: '/api/items/2' }], []],
  ['a GET just within a minute', [{ ...unchanged, time: 0 }, { time: 60_000 }], [after304]],
  ['a GET after a minute', [{ ...unchanged, time: 0 }, { time: 60_001 }], []],
  ['no 304', [conditional, {}], 'not-exercised'],
])('get-after-304 judges %s', (_, exchanges, details) => {
  expectFindings('get-after-304', exchanges, details);
});

const ifMatch = (tag: string, more: Written = {}): Written => ({
  method: 'PUT',
  headers: { 'if-match': tag },
  ...more,
});
const other = get('"o"', { target: '/api/items/2' });
const strange = (from: string, request = 'PUT /api/items/1') => `${request} has the tag "o", which came from ${from}.`;

test.each<Case>([
  ['its own tag', [a, ifMatch('"a"')], []],
  ['the tag of another record', [a, other, ifMatch('"o"')], [strange('/api/items/2')]],
  ['one strange tag of two', [a, other, ifMatch('"a", "o"')], [strange('/api/items/2')]],
  ['If-None-Match', [other, { headers: { 'if-none-match': '"o"' } }], [strange('/api/items/2', name)]],
  ['a tag that both have', [get('"o"'), other, ifMatch('"o"')], []],
  ['a tag that nobody issued', [a, ifMatch('"x"')], []],
  ['the tag of the same record with a query', [get('"o"', { target: '/api/items/1?fields=id' }), ifMatch('"o"')], []],
  [
    'the tag of a list',
    [get('"o"', { target: '/api/items?a=1' }), { target: '/api/items', headers: { 'if-none-match': '"o"' } }],
    [strange('/api/items?a=1', 'GET /api/items')],
  ],
  [
    'no secret of a URL',
    [get('"o"', { target: '/api/items?token=abc&b=c' }), ifMatch('"o"')],
    [strange('/api/items?token=…&b=c')],
  ],
  [
    'the URL in Location',
    [
      { method: 'POST', target: '/api/items', status: 201, sent: { etag: '"o"', location: '/api/items/1' } },
      ifMatch('"o"'),
    ],
    [],
  ],
  [
    'a Location of a response that created nothing',
    [{ ...other, sent: { etag: '"o"', location: '/api/items/1' } }, ifMatch('"o"')],
    [strange('/api/items/2')],
  ],
  [
    'the tag of the record in another session',
    [get('"o"', { session: 's', target: '/api/items/1?a=b' }), ifMatch('"o"')],
    [],
  ],
  [
    'the tag of the list in another session',
    [
      get('"o"', { session: 's', target: '/api/items?a=1' }),
      { target: '/api/items?a=1', headers: { 'if-none-match': '"o"' } },
    ],
    [],
  ],
  ['a wildcard', [other, ifMatch('*')], 'not-exercised'],
  ['no tag', [other, {}], 'not-exercised'],
])('tag-of-another-url judges %s', (_, exchanges, details) => {
  expectFindings('tag-of-another-url', exchanges, details);
});

const since: Written = { headers: { 'if-modified-since': 'today' } };
const dated: Written = { sent: { 'last-modified': 'today' } };

test.each<Case>([
  ['a date of nobody', [since], [`${name} has If-Modified-Since, but no Last-Modified was sent.`]],
  [
    'a date for a write',
    [{ method: 'PUT', headers: { 'if-unmodified-since': 'today' } }],
    ['PUT /api/items/1 has If-Unmodified-Since, but no Last-Modified was sent.'],
  ],
  ['a date of the server', [dated, since], []],
  [
    'a date of another URL',
    [{ ...dated, target: '/api/items/2' }, since],
    [`${name} has If-Modified-Since, but no Last-Modified was sent.`],
  ],
  ['no date', [dated, {}], 'not-exercised'],
])('date-without-last-modified judges %s', (_, exchanges, details) => {
  expectFindings('date-without-last-modified', exchanges, details);
});

const fresh = (control: string, more: Written = {}): Written => ({
  time: 0,
  sent: { 'cache-control': control },
  ...more,
});
const at = (time: number, more: Written = {}): Written => ({ time, ...more });
const early = `${name} was sent while the response was still fresh.`;

test.each<Case>([
  ['a GET within max-age', [fresh('max-age=5'), at(5000)], [early]],
  ['a GET at the end of max-age', [fresh('max-age=5'), at(5001)], []],
  ['a GET within a max-age of two digits', [fresh('max-age=10'), at(5000)], [early]],
  ['two GETs within max-age', [fresh('max-age=5'), at(10), at(20)], [early, early]],
  ['max-age among other words', [fresh('private, max-age=5'), at(10)], [early]],
  ['no other max-age', [fresh('s-max-age=5'), at(10)], 'not-exercised'],
  ['a max-age of none', [fresh('max-age=0'), at(0)], 'not-exercised'],
  ['no-cache', [fresh('max-age=5, no-cache'), at(10)], 'not-exercised'],
  ['no-store', [fresh('no-store, max-age=5'), at(10)], 'not-exercised'],
  ['a forced GET', [fresh('max-age=5'), at(10, { headers: { 'cache-control': 'no-cache' } })], []],
  ['a GET that wants nothing old', [fresh('max-age=5'), at(10, { headers: { 'cache-control': 'max-age=0' } })], []],
  ['a GET after a write', [fresh('max-age=5'), at(10, { method: 'PATCH' }), at(20)], 'not-exercised'],
  ['a failed response', [fresh('max-age=5', { status: 500 }), at(10)], 'not-exercised'],
  ['a response to HEAD', [fresh('max-age=5', { method: 'HEAD' }), at(10)], 'not-exercised'],
  ['HEAD within max-age', [fresh('max-age=5'), at(10, { method: 'HEAD' })], 'not-exercised'],
  ['another URL', [fresh('max-age=5'), at(10, { target: '/api/items/2' })], 'not-exercised'],
])('fetched-while-fresh judges %s', (_, exchanges, details) => {
  expectFindings('fetched-while-fresh', exchanges, details);
});

const head: Written = { method: 'HEAD' };
const threeHeads = 'Three GETs in a row came right after a HEAD of the same URL.';

test.each<Case>([
  ['three pairs', [head, {}, head, {}, head, {}], [threeHeads]],
  ['four pairs', [head, {}, head, {}, head, {}, head, {}], [threeHeads]],
  ['two pairs', [head, {}, head, {}], []],
  ['a GET of its own between', [head, {}, head, {}, {}, head, {}], []],
  ['another URL between', [head, {}, head, {}, head, { target: '/api/items/2' }, head, {}], []],
  ['a write between HEAD and GET', [head, {}, head, {}, head, { method: 'PUT' }, {}], []],
  ['no HEAD', [{}, {}], 'not-exercised'],
])('head-before-get judges %s', (_, exchanges, details) => {
  expectFindings('head-before-get', exchanges, details);
});

test.each<Case>([
  ['GET with content', [{ content: '{}' }], [`${name} has content.`]],
  ['HEAD with content', [{ method: 'HEAD', content: '' }], ['HEAD /api/items/1 has content.']],
  ['DELETE with content', [{ method: 'DELETE', content: '{}' }], ['DELETE /api/items/1 has content.']],
  ['GET without content', [{}], []],
  [
    'writes with content',
    [
      { method: 'PATCH', content: '{}' },
      { method: 'POST', content: '{}' },
    ],
    'not-exercised',
  ],
])('content-in-read judges %s', (_, exchanges, details) => {
  expectFindings('content-in-read', exchanges, details);
});

const listOf = (count: number, target = '/api/items'): Written => ({
  target,
  body: Array.from({ length: count }, (_, index) => ({ id: index + 1 })),
});
const fetched = (...ids: readonly number[]): readonly Written[] => ids.map((id) => ({ target: `/api/items/${id}` }));

test.each<Case>([
  ['five of five', [listOf(5), ...fetched(1, 2, 3, 4, 5)], ['5 listed records were fetched one by one.']],
  ['four of five', [listOf(5), ...fetched(1, 2, 3, 4)], []],
  ['eight of ten', [listOf(10), ...fetched(1, 2, 3, 4, 5, 6, 7, 8)], ['8 listed records were fetched one by one.']],
  [
    'nine of eleven',
    [listOf(11), ...fetched(1, 2, 3, 4, 5, 6, 7, 8, 9)],
    ['9 listed records were fetched one by one.'],
  ],
  [
    'all of ten once',
    [listOf(10), ...fetched(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)],
    ['8 listed records were fetched one by one.'],
  ],
  ['records of no list', [listOf(5), ...fetched(1, 2, 3, 4, 9)], []],
  ['writes between', [listOf(5), ...fetched(1, 2, 3, 4).map((one) => ({ ...one, method: 'PUT' })), ...fetched(5)], []],
  ['a new list', [listOf(5), ...fetched(1, 2, 3), listOf(5), ...fetched(4, 5)], []],
  ['another collection', [listOf(5, '/api/others'), ...fetched(1, 2, 3, 4, 5)], []],
  ['a list of four', [listOf(4), ...fetched(1, 2, 3, 4)], 'not-exercised'],
])('get-for-each-id judges %s', (_, exchanges, details) => {
  expectFindings('get-for-each-id', exchanges, details);
});

const minimal = (prefer = 'return=minimal', more: Written = {}): Written => ({
  method: 'PUT',
  headers: { prefer },
  ...more,
});
const twice = 'Two writes with return=minimal were each followed by a GET.';

test.each<Case>([
  ['two pairs', [minimal(), {}, minimal(), {}], [twice]],
  ['three pairs', [minimal(), {}, minimal(), {}, minimal(), {}], [twice]],
  [
    'other spellings',
    [minimal('wait=1, Return = "minimal"'), {}, minimal('handling=strict,return=minimal'), {}],
    [twice],
  ],
  ['one pair', [minimal(), {}], []],
  ['two pairs after another GET', [minimal(), { target: '/api/items/2' }, minimal(), {}, minimal(), {}], [twice]],
  ['a GET of another record between', [minimal(), {}, minimal(), { target: '/api/items/2' }, minimal(), {}], []],
  ['a write behind a write', [minimal(), {}, minimal(), minimal(), {}], []],
  ['a query of the record', [minimal(), {}, minimal(), { target: '/api/items/1?fields=id' }], [twice]],
  ['a failed write', [minimal('return=minimal', { status: 500 }), {}], 'not-exercised'],
  ['a read', [{ headers: { prefer: 'return=minimal' } }, {}], 'not-exercised'],
  ['no other preference', [minimal('return=representation'), minimal('no-return=minimal'), {}], 'not-exercised'],
])('minimal-then-get judges %s', (_, exchanges, details) => {
  expectFindings('minimal-then-get', exchanges, details);
});

const created: Written = {
  method: 'POST',
  target: '/api/items',
  status: 201,
  sent: { location: '/api/items/9' },
  time: 0,
};
const search: Written = { target: '/api/items?name=a', time: 10 };
const searched = 'GET /api/items searched for a record whose URL was in Location.';

test.each<Case>([
  ['a search', [created, search], [searched]],
  ['a search just within five seconds', [created, { ...search, time: 5000 }], [searched]],
  ['a search after five seconds', [created, { ...search, time: 5001 }], []],
  ['the record itself', [created, { target: '/api/items/9' }, search], []],
  ['the whole list', [created, { target: '/api/items' }], []],
  ['a search of another collection', [created, { ...search, target: '/api/others?name=a' }], 'not-exercised'],
  ['a write', [created, { ...search, method: 'POST' }], 'not-exercised'],
  ['no Location', [{ ...created, sent: {} }, search], 'not-exercised'],
  ['no 201', [{ ...created, status: 200 }, search], 'not-exercised'],
])('location-ignored judges %s', (_, exchanges, details) => {
  expectFindings('location-ignored', exchanges, details);
});

const times = (count: number, ...exchanges: readonly Written[]) =>
  Array.from({ length: count }, () => exchanges).flat();

test('head-before-get names the first three pairs of a run, and a run only once', () => {
  const pair: readonly Written[] = [{ method: 'HEAD' }, {}];
  expect(judge('head-before-get', ...times(2, ...pair)).outcome).toBe('pass');
  const long = judge('head-before-get', ...times(9, ...pair));
  expect(long.findings).toMatchObject([{ requests: [1, 2, 3, 4, 5, 6] }]);
  const late = [{ method: 'HEAD' }, { target: '/api/items/2' }, ...times(3, ...pair)];
  expect(judge('head-before-get', ...late).findings).toMatchObject([{ requests: [3, 4, 5, 6, 7, 8] }]);
  const twoRuns = [...times(5, ...pair), { target: '/api/items/2' }, ...times(3, ...pair)];
  expect(judge('head-before-get', ...twoRuns).failures).toBe(2);
});

test('minimal-then-get names the first two pairs of a run, and a run only once', () => {
  const write: Written = { method: 'PATCH', headers: { prefer: 'return=minimal' }, status: 204 };
  expect(judge('minimal-then-get', write, {}).outcome).toBe('pass');
  expect(judge('minimal-then-get', ...times(7, write, {})).findings).toMatchObject([{ requests: [1, 2, 3, 4] }]);
});

test('unconditional-get names the first three GETs of one tag, and one tag only once', () => {
  const get = (etag: string): Written => ({ sent: { etag } });
  expect(judge('unconditional-get', ...times(2, get('"1"'))).outcome).toBe('pass');
  expect(judge('unconditional-get', ...times(8, get('"1"'))).findings).toMatchObject([{ requests: [1, 2, 3] }]);
  const changed = [...times(4, get('"1"')), ...times(4, get('"2"'))];
  expect(judge('unconditional-get', ...changed).findings).toMatchObject([
    { requests: [1, 2, 3] },
    { requests: [5, 6, 7] },
  ]);
});
