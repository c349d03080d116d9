import { expect, test } from 'vitest';
import { type Case, expectFindings, judge, page, type Written } from './judge.ts';

/** A page of ten records at an offset, with the headers of the mock. */
const at = (offset: number, more: Written = {}) => page(`limit=10&offset=${offset}`, offset, 10, 99, more);
/** A page of fewer records. */
const short = (offset: number, count: number, total = 99) => page(`limit=10&offset=${offset}`, offset, count, total);
/** A list with these headers and members. */
const list = (query: string, more: Written = {}): Written => ({
  target: `/api/items?${query}`,
  body: { items: [] },
  ...more,
});
const linked = (target: string) => ({ link: `<${target}>; rel="next"` });

test.each<Case>([
  ['a step of the records that came', [at(0), at(10), at(20)], []],
  ['the limit after a short page', [short(0, 4), at(10)], ['The offset grew by 10 after a page of 4 records.']],
  ['the limit after a page of one', [short(0, 1), at(10)], ['The offset grew by 10 after a page of 1 record.']],
  ['a step that is not whole', [at(0), at(15)], ['The offset grew by 15 after a page of 10 records.']],
  ['a wrong step in the middle', [at(10), at(25)], ['The offset grew by 15 after a page of 10 records.']],
  ['a step over a short page', [short(10, 4), at(14)], []],
  ['a short page that is read again', [short(10, 4), short(10, 4)], []],
  ['a step back of no whole pages', [at(20), at(5)], []],
  ['a jump over pages', [at(0), at(30)], []],
  ['a jump without a limit', [page('', 0, 10), page('offset=20', 20, 10)], []],
  ['a step back', [at(10), at(20), at(10)], []],
  ['an offset that is left out', [page('limit=10', 0, 10), at(10)], []],
  ['nothing after an empty page', [short(0, 0), at(10)], 'not-exercised'],
  ['no other style', [page('page=1', 0, 10), page('page=9', 10, 10)], 'not-exercised'],
])('wrong-offset judges %s', (_, exchanges, details) => {
  expectFindings('wrong-offset', exchanges, details);
});

const cursor = (value: string, more: Written = {}) => list(`cursor=${value}`, more);
const issuing = list('limit=2', { sent: linked('/api/items?limit=2&cursor=one') });
const foreign = 'GET /api/items uses a cursor of a list with another filter or order.';
const unknown = 'GET /api/items has a cursor that no response carried.';

test.each<Case>([
  ['a cursor of a link', [issuing, cursor('one')], []],
  ['a cursor of a member', [list('', { body: { items: [], nextCursor: 'one' } }), cursor('one')], []],
  ['a cursor of a second page', [issuing, cursor('one', { sent: linked('/api/items?cursor=two') }), cursor('two')], []],
  ['another filter', [issuing, cursor('one&status=active')], [foreign]],
  ['another order', [list('sort=a', { sent: linked('/api/items?cursor=one') }), cursor('one')], [foreign]],
  ['the same filter in another order', [list('a=1&b=2', { sent: linked('/?cursor=one') }), cursor('one&b=2&a=1')], []],
  [
    'another list',
    [issuing, { ...cursor('one'), target: '/api/others?cursor=one' }],
    [foreign.replace('items', 'others')],
  ],
  ['a refused cursor that nobody issued', [issuing, cursor('other', { status: 400 })], [unknown]],
  ['a cursor that the server takes', [issuing, cursor('other')], []],
  ['a refused cursor that was issued', [issuing, cursor('one', { status: 400 })], []],
  ['no cursor before the first was issued', [cursor('one', { status: 400 })], 'not-exercised'],
  ['no empty cursor', [issuing, cursor('')], 'not-exercised'],
  ['no list without a cursor', [issuing, list('limit=2')], 'not-exercised'],
  ['no list without a body', [list('', { body: undefined }), cursor('one')], 'not-exercised'],
  ['no other member', [list('', { body: { items: [], name: 'one' } }), cursor('one')], 'not-exercised'],
  ['no link without a cursor', [list('', { sent: linked('/api/items?offset=2') }), cursor('2')], 'not-exercised'],
  [
    'no parameter that only ends like a cursor',
    [list('', { sent: linked('/?precursor=one') }), cursor('one')],
    'not-exercised',
  ],
  ['no member that is no text', [list('', { body: { cursor: 5, cursors: '' } }), cursor('5')], 'not-exercised'],
  ['no record', [{ body: { cursor: 'one' } }, { target: '/api/items/1?cursor=one' }], 'not-exercised'],
])('cursor-altered judges %s', (_, exchanges, details) => {
  expectFindings('cursor-altered', exchanges, details);
});

const next = (query: string) => list('limit=2&status=active', { sent: linked(`/api/items?${query}`) });
const lost = (names: string) => `GET /api/items lost ${names} of rel="next".`;

test.each<Case>([
  ['the whole URL', [next('limit=2&status=active&offset=2'), list('limit=2&status=active&offset=2')], []],
  ['a lost filter', [next('limit=2&status=active&offset=2'), list('limit=2&offset=2')], [lost('status')]],
  ['two lost parameters', [next('limit=2&status=active&cursor=c'), list('cursor=c')], [lost('limit, status')]],
  ['a page', [next('limit=2&status=active&page=2'), list('status=active&page=2')], [lost('limit')]],
  [
    'a parameter that only the link has',
    [next('limit=2&status=active&sort=id&page=2'), list('limit=2&status=active&page=2')],
    [],
  ],
  [
    'a lost filter after a failure',
    [next('limit=2&status=active&offset=2'), list('offset=9', { status: 500 }), list('limit=2&offset=2')],
    [lost('status')],
  ],
  ['another place', [next('limit=2&status=active&offset=2'), list('offset=4')], 'not-exercised'],
  ['another list', [next('limit=2&offset=2'), { ...list(''), target: '/api/others?offset=2' }], 'not-exercised'],
  ['a link without a place', [next('limit=2&status=active'), list('limit=2')], 'not-exercised'],
  ['no link', [list('limit=2'), list('offset=2')], 'not-exercised'],
  ['no write', [next('limit=2&offset=2'), { ...list('offset=2'), method: 'POST' }], 'not-exercised'],
  ['the latest page', [next('limit=2&offset=2'), list('limit=2&offset=2'), list('offset=2')], []],
  ['a query that cannot be decoded', [next('%zz=1&offset=2'), list('offset=2')], 'not-exercised'],
])('next-rebuilt judges %s', (_, exchanges, details) => {
  expectFindings('next-rebuilt', exchanges, details);
});

const wentOn = 'GET /api/items went on after the last page.';
const stopped = (records: string) => `The crawl stopped at a page of ${records}, although there is a next one.`;

test.each<Case>([
  ['all pages', [short(0, 10, 12), short(10, 2, 12)], []],
  ['a page after the last', [short(0, 10, 12), short(10, 2, 12), short(20, 0, 12)], [wentOn]],
  ['a page after the only one', [short(0, 5, 5), at(10)], [wentOn]],
  ['a page after the only one, which began by itself', [page('limit=10', 0, 10, 10), at(10)], [wentOn]],
  ['a stop at a full page', [at(0), at(10)], []],
  ['a stop at the third page', [at(0), at(10), short(20, 7)], [stopped('7 records')]],
  ['a stop at a short page', [at(0), short(10, 7)], [stopped('7 records')]],
  ['a stop at a page of one', [at(0), short(10, 1)], [stopped('1 record')]],
  [
    'a stop at a page that is short beside the first',
    [page('', 0, 10, 99), page('offset=10', 10, 7, 99)],
    [stopped('7 records')],
  ],
  ['a stop after an earlier short page', [short(0, 7), short(7, 7)], []],
  ['a stop after a short page in the middle', [at(0), short(10, 7), short(17, 7)], []],
  ['a page that is read again', [short(0, 10, 12), short(10, 2, 12), short(10, 2, 12)], []],
  ['a step back', [at(10), short(20, 10, 30), at(10)], []],
  ['one page', [short(0, 3)], 'not-exercised'],
  ['no window', [list('from=1&to=2'), list('from=2&to=3')], 'not-exercised'],
  ['no window of numbers', [list('start_time=1'), list('start_time=2')], 'not-exercised'],
  ['since_id, which may be asked again', [list('since_id=1'), list('since_id=2')], []],
])('wrong-end judges %s', (_, exchanges, details) => {
  expectFindings('wrong-end', exchanges, details);
});

const numbered = (number: number, count: number, total: number, isLast = false, limit = 10) =>
  list(`page=${number}&per_page=${limit}`, {
    sent: { 'x-total-count': String(total), ...(isLast ? {} : linked(`/api/items?page=${number + 1}`)) },
    body: Array.from({ length: count }, (__, id) => ({ id })),
  });

test.each<Case>([
  ['counted records', [short(0, 5), short(5, 5), short(10, 5)], []],
  ['an uncounted cap', [short(0, 5), short(10, 5)], ['5 records came instead of 10, and the offset grew by 10.']],
  ['a page of one', [short(0, 1), short(10, 5)], ['1 record came instead of 10, and the offset grew by 10.']],
  [
    'a cap that is not counted later',
    [short(0, 5), short(5, 5), short(15, 5)],
    ['5 records came instead of 10, and the offset grew by 10.'],
  ],
  ['full pages', [at(0), at(10)], []],
  ['an empty page with a number', [numbered(1, 0, 5, false, 1), numbered(2, 1, 5, false, 1)], []],
  ['no limit', [list('offset=0', { sent: linked('/?offset=2') }), list('offset=2')], 'not-exercised'],
  ['a step that is not the limit', [short(0, 5), short(20, 5)], []],
  ['a short last page', [short(0, 5, 5), short(10, 5, 5)], []],
  ['no total', [list('offset=0'), list('offset=10')], 'not-exercised'],
  ['pages up to the total', [numbered(1, 10, 20), numbered(2, 10, 20, true)], []],
  [
    'a stop at a total over a capped limit',
    [numbered(1, 5, 20), numbered(2, 5, 20)],
    ['The crawl stopped at the total of 20, although there is a next page.'],
  ],
  ['a stop before the total', [numbered(1, 5, 30), numbered(2, 5, 30)], []],
  ['a page beyond the total', [numbered(1, 5, 15), numbered(2, 5, 15), numbered(3, 5, 15)], []],
  [
    'a total that is no multiple',
    [numbered(1, 5, 15), numbered(2, 5, 15)],
    ['The crawl stopped at the total of 15, although there is a next page.'],
  ],
  ['one page', [numbered(1, 5, 5)], 'not-exercised'],
])('page-cap-unnoticed judges %s', (_, exchanges, details) => {
  expectFindings('page-cap-unnoticed', exchanges, details);
});

const timed = (from: number | string, to: number | string) =>
  list(typeof from === 'number' ? `from=${from}&to=${to}` : `start_time=${from}&end_time=${to}`);
const gap = (what: string) => `The time window of GET /api/items ${what}.`;

test.each<Case>([
  ['windows that join', [timed(0, 10), timed(10, 20)], []],
  ['a gap', [timed(0, 10), timed(11, 20)], [gap('leaves a gap of 1 s')]],
  ['an overlap', [timed(0, 10), timed(8, 20)], [gap('overlaps the last one by 2 s')]],
  ['a gap of ten windows', [timed(0, 10), timed(110, 120)], [gap('leaves a gap of 100 s')]],
  ['a jump', [timed(0, 10), timed(111, 120)], []],
  ['a jump to a later window', [timed(100, 110), timed(211, 220)], []],
  [
    'instants',
    [timed('2024-01-01', '2024-01-02'), timed('2024-01-02T00:00:01Z', '2024-01-03')],
    [gap('leaves a gap of 1 s')],
  ],
  ['a window that begins no later', [timed(5, 10), timed(5, 20)], 'not-exercised'],
  ['an open window', [list('from=0'), timed(20, 30)], 'not-exercised'],
  ['a window before an open one', [timed(0, 10), list('from=20')], 'not-exercised'],
  ['a start that is no instant', [timed('soon', '2024-01-02'), timed('2024-01-03', '2024-01-04')], 'not-exercised'],
  ['a since_id that grows', [list('since_id=8'), list('since_id=9'), list('since_id=10')], []],
  [
    'a since_id that goes back',
    [list('since_id=1'), list('since_id=9'), list('since_id=5')],
    ['since_id went back from 9 to 5.'],
  ],
  ['a since_id that begins again', [list('since_id=1'), list('since_id=9'), list('since_id=1')], []],
  ['a since_id that stays', [list('since_id=1'), list('since_id=9'), list('since_id=9')], []],
  ['ids that are no numbers', [list('since_id=a'), list('since_id=c'), list('since_id=b')], []],
  ['no other style', [at(0), at(10)], 'not-exercised'],
  ['no window of an offset', [list('offset=2&from=0&to=9'), list('offset=4&from=11&to=20')], 'not-exercised'],
])('window-gap judges %s', (_, exchanges, details) => {
  expectFindings('window-gap', exchanges, details);
});

const withIds = (offset: number, ids: readonly number[], total: number, isLast = false) => ({
  ...list(`offset=${offset}`, { body: ids.map((id) => ({ id })) }),
  sent: { 'x-total-count': String(total), ...(isLast ? {} : linked('/api/items?offset=9')) },
});

test.each<Case>([
  ['every record once', [withIds(0, [1, 2], 3), withIds(2, [3], 3, true)], []],
  ['a record twice', [withIds(0, [1, 2], 3), withIds(2, [2], 3, true)], ['1 record came twice, such as 2.']],
  ['two records twice', [withIds(0, [1, 2], 3), withIds(2, [2, 1], 3, true)], ['2 records came twice, such as 2.']],
  ['a record that never came', [withIds(0, [1, 2], 4), withIds(2, [3], 4, true)], ['1 record never came.']],
  [
    'a total that grows with the last page',
    [withIds(0, [1], 3), withIds(1, [2], 3), withIds(2, [3], 4, true)],
    ['1 record never came.'],
  ],
  ['a total of the last page alone', [list('offset=0', { body: [{ id: 1 }] }), withIds(1, [2], 2, true)], []],
  ['a total of the first page alone', [withIds(0, [1], 2), list('offset=1', { body: [{ id: 2 }] })], []],
  ['a crawl that has not ended', [withIds(0, [1, 2], 4), withIds(2, [3], 4)], []],
  [
    'another total',
    [withIds(0, [1, 2], 4), withIds(2, [3], 3, true)],
    ['The total went from 4 to 3, so records may be missing.'],
  ],
  ['a list with more records than its total', [withIds(0, [1, 2], 2), withIds(2, [3], 2, true)], []],
  [
    'a page that is looked at again',
    [withIds(0, [1], 3), withIds(1, [2], 3), withIds(1, [2], 3), withIds(2, [3], 3, true)],
    [],
  ],
  ['one page', [withIds(0, [1, 1], 1)], 'not-exercised'],
  ['no since_id', [list('since_id=1'), list('since_id=2')], 'not-exercised'],
  ['no window', [timed(0, 10), timed(10, 20)], 'not-exercised'],
  ['no total', [list('offset=0'), list('offset=1')], []],
  [
    'cursors, whose total may change',
    [
      { ...withIds(0, [1, 2], 4), target: '/api/items?cursor=a' },
      { ...withIds(0, [3], 3, true), target: '/api/items?cursor=b' },
    ],
    [],
  ],
])('pages-drifted judges %s', (_, exchanges, details) => {
  expectFindings('pages-drifted', exchanges, details);
});

test('pages-drifted names the first and the last page', () => {
  const pages = [withIds(0, [1], 3), withIds(1, [2], 3), withIds(2, [2], 3, true)];
  expect(judge('pages-drifted', ...pages).findings[0]?.requests).toEqual([1, 3]);
});
