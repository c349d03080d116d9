import { expect, test } from 'vitest';
import {
  type Crawl,
  crawlPages,
  mostPages,
  shortTarget,
  tallyOf,
  verdictOf,
} from '../../../../../renderer/features/try-it/model/crawl.ts';
import { emptyDraft } from '../../../../../renderer/features/try-it/model/draft.ts';
import { itemsOf, linksOf, totalOf, validatorsOf } from '../../../../../renderer/features/try-it/model/response.ts';
import type { SentRequest } from '../../../../../server/contract/schema/output.ts';
import { accept } from '../../../../../server/domain/basics/result.ts';

function page(ids: readonly number[], next: string | null, status = 200): SentRequest {
  const content = JSON.stringify({ items: ids.map((id) => ({ id })), total: 9 });
  const link: [string, string][] = next === null ? [] : [['Link', `<http://localhost:4010${next}>; rel="next"`]];
  return {
    id: 1,
    durationMs: 1,
    fault: null,
    response: {
      status,
      headers: [['X-Total-Count', '9'], ...link],
      body: { encoding: 'utf8', content, bytes: content.length, truncated: false },
    },
  };
}

async function crawl(pages: Readonly<Record<string, SentRequest>>, cancelAfter = Number.POSITIVE_INFINITY) {
  const reported: Crawl[] = [];
  const crawled = await crawlPages(
    { ...emptyDraft, target: '/api/things' },
    {
      send: async ({ target }) => accept(pages[target] ?? page([], null, 404)),
      idOf: ({ id }) => String(id),
      onProgress: (one) => reported.push(one),
      isCancelled: () => reported.length >= cancelAfter,
    },
  );
  return { crawled, reported };
}

const threePages = {
  '/api/things': page([1, 2], '/api/things?after=2'),
  '/api/things?after=2': page([2, 3], '/api/things?after=3'),
  '/api/things?after=3': page([4], null),
};

test('a crawl follows next to the last page, reports every page and finds repeated records', async () => {
  const { crawled, reported } = await crawl(threePages);
  expect(crawled.end).toEqual({ kind: 'complete' });
  expect(crawled.pages.map(({ target, ids, repeated }) => [target, ids, repeated])).toEqual([
    ['/api/things', ['1', '2'], []],
    ['/api/things?after=2', ['2', '3'], ['2']],
    ['/api/things?after=3', ['4'], []],
  ]);
  expect(reported.map(({ pages, end }) => [pages.length, end?.kind])).toEqual([
    [1, undefined],
    [2, undefined],
    [3, 'complete'],
  ]);
});

test('a cancelled crawl keeps its pages', async () => {
  const { crawled } = await crawl(threePages, 2);
  expect([crawled.pages.length, crawled.end]).toEqual([2, { kind: 'cancelled' }]);
});

test('a circular crawl ends', async () => {
  const { crawled } = await crawl({ '/api/things': page([1], '/api/things') });
  expect([crawled.pages.length, crawled.end]).toEqual([mostPages, { kind: 'bounded' }]);
});

test('a response that is not a page ends the crawl with a reason', async () => {
  const { crawled } = await crawl({ '/api/things': page([1], '/gone') });
  expect(crawled.pages.map(({ status }) => status)).toEqual([200, 404]);
  expect(crawled.end).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/not a page/) });
});

test('reads tag, total and links of a response', () => {
  const headers: [string, string][] = [
    ['etag', '"1"'],
    ['Link', '<http://h/api/a?page=1>; rel="first", <http://h/api/a?page=3>; rel="next", <http://h/x>; rel="other"'],
  ];
  const response = { status: 200, headers, body: null };
  expect(linksOf(response)).toEqual({ first: '/api/a?page=1', next: '/api/a?page=3' });
  expect(validatorsOf(response)).toEqual({ etag: '"1"', version: null });
  expect([itemsOf(response), totalOf(response)]).toEqual([null, null]);
});

test('a crawl is tallied by distinct records', async () => {
  const { crawled } = await crawl(threePages);
  expect(tallyOf(crawled)).toEqual({ records: 4, repeated: 1, total: 9 });
  expect(tallyOf({ pages: [], end: null })).toEqual({ records: 0, repeated: 0, total: null });
});

test.each([
  [{ records: 9, repeated: 0, total: 9 }, 'every record once'],
  [{ records: 8, repeated: 0, total: 9 }, 'no record came again'],
  [{ records: 9, repeated: 0, total: null }, 'no record came again'],
  [{ records: 9, repeated: 1, total: 9 }, '1 record came again'],
])('the verdict on %j is %j', (tally, verdict) => {
  expect(verdictOf(tally)).toBe(verdict);
});

test.each([
  ['/api/a?limit=5&cursor=', '?limit=5&cursor='],
  ['/api/a?limit=5&cursor=x', 'cursor=x'],
  ['/api/a?cursor=&limit=5', '?cursor=&limit=5'],
  ['/api/a', '/api/a'],
])('%s is %j after the first page', (target, short) => {
  expect(shortTarget(target, '/api/a?limit=5&cursor=')).toBe(short);
});
