import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { Crawler } from '../../../../server/domain/labs/crawler.ts';
import type { LabResponse } from '../../../../server/domain/labs/lab-mock.ts';
import type { CrawlingClient } from '../../../../server/domain/labs/pagination-run.ts';
import type { PageStyle } from '../../../../server/domain/list/page-request.ts';

const from = Date.UTC(2024, 0, 1);

function crawler(style: PageStyle, client: CrawlingClient, pageSize = 2): Crawler {
  const idOf = ({ id }: JsonObject) => String(id);
  const instantOf = ({ at }: JsonObject) => Date.parse(String(at));
  return new Crawler(style, { client, pageSize, sort: '-at,name', from, idOf, instantOf });
}

function page(ids: readonly string[], more: Partial<LabResponse> = {}): LabResponse {
  const records = ids.map((id, index) => ({ id, at: `2024-02-0${index + 1}T00:00:00Z` }));
  return { status: 200, records, next: null, total: 5, detail: '', ...more };
}

const sort = 'sort=-at%2Cname';

test.each<[PageStyle, CrawlingClient, string]>([
  ['offset', 'computes', `${sort}&limit=2&offset=0`],
  ['page', 'computes', `${sort}&per_page=2&page=1`],
  ['page', 'follows', `${sort}&per_page=2`],
  ['cursor', 'computes', `${sort}&limit=2&cursor=`],
  ['time', 'computes', 'limit=2&start_time=2024-01-01T00:00:00.000Z'],
  ['since', 'computes', 'limit=2&since_id='],
])('in the style %s, a client that %s begins with %s', (style, client, query) => {
  expect(crawler(style, client).query).toBe(query);
});

test.each<[PageStyle, (number: number) => string]>([
  ['offset', (number) => `${sort}&limit=2&offset=${2 * number}`],
  ['page', (number) => `${sort}&per_page=2&page=${number + 1}`],
])('a client that computes in the style %s stops once it has read the total', (style, query) => {
  for (const [total, pages] of [
    [4, 2],
    [5, 3],
  ] as const) {
    const client = crawler(style, 'computes');
    for (let number = 1; number < pages; number++) {
      expect(client.take(page(['a', 'b'], { total }))).toBeNull();
      expect(client.query).toBe(query(number));
    }
    expect(client.take(page(['a'], { total }))).toBe('complete');
    expect(client.query).toBeNull();
  }
});

test.each<[PageStyle, string]>([
  ['time', 'limit=2&start_time=2024-02-02T00:00:00.000Z'],
  ['since', 'limit=2&since_id=b%26b'],
])('a client that computes in the style %s goes on from the last record of a full page', (style, query) => {
  const client = crawler(style, 'computes');
  expect(client.take(page(['a', 'b&b']))).toBeNull();
  expect(client.query).toBe(query);
  expect(client.take(page(['c']))).toBe('complete');
  expect(crawler(style, 'computes', 0).take(page([]))).toBe('complete');
});

test('a client that follows reads the next link, and nobody computes a cursor', () => {
  const client = crawler('offset', 'follows');
  expect(client.take(page(['a', 'b'], { next: '/api/things?limit=2&offset=9' }))).toBeNull();
  expect(client.query).toBe('limit=2&offset=9');
  expect(client.take(page(['c']))).toBe('complete');
  const cursor = crawler('cursor', 'computes');
  expect(cursor.take(page(['a'], { next: '/api/things?cursor=xyz' }))).toBeNull();
  expect(cursor.query).toBe('cursor=xyz');
});

test('a refused page ends the crawl, even with a next link', () => {
  const client = crawler('offset', 'follows');
  expect(client.take(page([], { status: 400, next: '/api/things?offset=2' }))).toBe('refused');
  expect(client.query).toBeNull();
});
