import { expect, test } from 'vitest';
import { type Crawl, type CrawledPage, Crawls } from '../../../../server/domain/audit/crawl.ts';
import { Exchange } from '../../../../server/domain/audit/exchange.ts';
import { page, recorded, type Written } from './judge.ts';

/** What comes of exchanges: what was read of each, the steps from page to page, and the crawls that ended. */
function crawled(...exchanges: readonly Written[]) {
  const steps: string[] = [];
  const ended: Crawl[] = [];
  const crawls = new Crawls((collection) => (collection === 'items' ? 'id' : 'name'), {
    onStep: (before, after, crawl) => steps.push(`${before.start}>${after.start} of ${crawl.length}`),
    onEnd: (crawl) => ended.push(crawl),
  });
  const read = exchanges.map((written, index) => crawls.read(new Exchange(recorded(written, index))));
  const endedBefore = ended.length;
  crawls.end();
  return { read, steps, endedBefore, ended: ended.map((crawl) => crawl.map(({ start }) => start)) };
}

/** The page that is read of one exchange. */
function readOne(written: Written): CrawledPage | undefined {
  return crawled(written).read[0];
}

const list: Written = { target: '/api/items', body: { items: [{ id: 1 }] } };

test('reads what a client asked for and got', () => {
  const target = '/api/items?status=active&limit=2&sort=name&offset=4';
  const sent = { 'x-total-count': '9', link: '</api/items?offset=6>; rel="next"' };
  expect(
    readOne({ target, sent, body: { total: 1, items: [{ id: 5 }, { id: '6' }, { id: null }, {}, 7] } }),
  ).toMatchObject({
    style: 'offset',
    selection: 'sort=name&status=active',
    asked: 2,
    items: 5,
    ids: ['5', '6'],
    start: '4',
    next: '/api/items?offset=6',
    total: 9,
  });
  expect(readOne(list)).toMatchObject({
    selection: '',
    asked: undefined,
    start: '',
    next: undefined,
    total: undefined,
  });
});

test.each<[string, Written, number | undefined]>([
  ['an array alone', { ...list, body: [{ id: 1 }, { id: 2 }] }, 2],
  ['the first array of an envelope', { ...list, body: { a: {}, b: [1], c: [1, 2] } }, 1],
  ['an empty list', { ...list, body: [] }, 0],
  ['no object without an array', { ...list, body: { items: {} } }, undefined],
  ['no text', { ...list, body: 'items' }, undefined],
  ['no record', { ...list, target: '/api/items/1' }, undefined],
  ['no write', { ...list, method: 'POST' }, undefined],
  ['no other status', { ...list, status: 206 }, undefined],
  ['no response that broke off', { ...list, brokenBy: 'server' }, undefined],
])('reads %s', (_, written, items) => {
  expect(readOne(written)?.items).toBe(items);
});

test('reads ids under the key of the collection', () => {
  expect(readOne({ target: '/api/others', body: [{ id: 1, name: 'a' }] })?.ids).toEqual(['a']);
  expect(readOne({ target: '/api/items', body: [{ id: 1, name: 'a' }] })?.ids).toEqual(['1']);
});

test.each<[string, CrawledPage['style'], string, number | undefined]>([
  ['cursor=c&limit=3', 'cursor', 'c', 3],
  ['limit=3&cursor=c', 'cursor', 'c', 3],
  ['since_id=7', 'since', '7', undefined],
  ['page=2&per_page=5', 'page', '2', 5],
  ['per_page=5', 'page', '', 5],
  ['from=1&to=2', 'time', '', undefined],
  ['to=2', 'time', '', undefined],
  ['start_time=2024-01-01', 'time', '2024-01-01', undefined],
  ['end_time=2024-01-01', 'time', '', undefined],
  ['offset=5&limit=1', 'offset', '5', 1],
  ['limit=1', 'offset', '', 1],
  ['', 'offset', '', undefined],
])('reads the style of %j', (query, style, start, asked) => {
  expect(readOne({ ...list, target: `/api/items?${query}` })).toMatchObject({ style, start, asked, selection: '' });
});

const at = (offset: number | string, more: Written = {}) =>
  page(`limit=10&offset=${offset}`, Number(offset) || 0, 10, 99, more);

test('consecutive pages are one crawl, which ends with the first page or with the exchanges', () => {
  expect(crawled(at(0), at(10), at(20))).toMatchObject({
    steps: ['0>10 of 1', '10>20 of 2'],
    endedBefore: 0,
    ended: [['0', '10', '20']],
  });
  expect(crawled(at(0), at(10), at(0), at(10))).toMatchObject({
    steps: ['0>10 of 1', '0>10 of 1'],
    endedBefore: 1,
    ended: [
      ['0', '10'],
      ['0', '10'],
    ],
  });
  expect(crawled(at(10), at(''), at(10)).ended).toEqual([['10'], ['', '10']]);
});

test.each<[string, Written, Written]>([
  ['other filters', list, { ...list, target: '/api/items?offset=1&a=1' }],
  ['another style', list, { ...list, target: '/api/items?cursor=1' }],
  ['another path', list, { ...list, target: '/api/others?offset=1' }],
  ['another session', list, { ...list, target: '/api/items?offset=1', session: 's' }],
  ['other values of a filter', { ...list, target: '/api/items?a=1' }, { ...list, target: '/api/items?offset=1&a=2' }],
])('%s are another crawl', (_, first, second) => {
  expect(crawled(first, second)).toMatchObject({ steps: [], endedBefore: 0, ended: [[''], [expect.any(String)]] });
});

test.each([
  ['page=1', 2],
  ['page=0', 2],
  ['page=2', 1],
  ['offset=1', 1],
  ['offset=0', 2],
  ['cursor=0', 2],
  ['cursor=1', 1],
  ['since_id=', 1],
  ['since_id=0', 1],
  ['start_time=', 1],
])('after a page of the style, %s begins so many crawls: %i', (query, crawls) => {
  const [name = ''] = query.split('=');
  const first = { ...list, target: `/api/items?${name}=9` };
  expect(crawled(first, { ...list, target: `/api/items?${query}` }).ended).toHaveLength(crawls);
});

test('the order of filters does not matter, and a minute without a page ends a crawl', () => {
  const [one, two] = ['a=1&b=2&offset=5', 'b=2&offset=9&a=1'].map((query) => ({
    ...list,
    target: `/api/items?${query}`,
  }));
  expect(crawled(one ?? {}, two ?? {}).steps).toEqual(['5>9 of 1']);
  // The first page ends after a millisecond.
  expect(crawled(at(0, { time: 0 }), at(10, { time: 60_000 })).steps).toEqual(['0>10 of 1']);
  expect(crawled(at(0, { time: 0 }), at(10, { time: 60_001 })).ended).toEqual([['0'], ['10']]);
});

test('with 304, the client has the page that it got from that URL before', () => {
  const unchanged = (offset: number) => ({ target: at(offset).target ?? '', status: 304 });
  const { read, steps, ended } = crawled(at(0), at(10), unchanged(0), unchanged(10), unchanged(20));
  expect(read.map((one) => one?.start)).toEqual(['0', '10', undefined, undefined, undefined]);
  expect(steps).toEqual(['0>10 of 1', '0>10 of 1']);
  expect(ended).toHaveLength(2);
  expect(crawled(at(0), { ...at(0), status: 500 }).ended).toEqual([['0']]);
});

test('a crawl remembers its first page and the 499 latest', () => {
  const { ended } = crawled(...Array.from({ length: 502 }, (_, index) => at(index * 10)));
  expect(ended).toEqual([['0', ...Array.from({ length: 499 }, (_, index) => String((index + 3) * 10))]]);
});
