import { expect, test } from 'vitest';
import { jsonServer0, jsonServer1 } from '../../../../server/domain/dialect/json-server.ts';
import { scim } from '../../../../server/domain/dialect/scim.ts';
import { noListQuirks } from '../../../../server/domain/list/list-quirks.ts';
import { replacedPage } from '../../../../server/domain/list/replaced-page.ts';

const sizes = { pageSize: 20, maxPageSize: 50 };
const most = Number.MAX_SAFE_INTEGER;

function read(query: string, dialect = jsonServer0) {
  const { start, limit } = replacedPage(new Map(new URLSearchParams(query)), sizes, noListQuirks, dialect);
  return start.style === 'page' ? [start.page, limit] : start.style === 'slice' ? [start.begin, start.end, limit] : [];
}

test.each([
  ['', [0, null, most]],
  ['_page=2', [2, 10]],
  ['_page=2&_limit=500', [2, 500]],
  ['_page=-1&_limit=0', [1, 10]],
  ['_page=2nd&_limit=3', [2, 3]],
  ['_page=x', [1, 10]],
  ['_page=', [0, null, most]],
  ['_start=5', [0, null, most]],
  ['_start=5&_limit=2', [5, 7, most]],
  ['_start=5&_end=7&_limit=9', [5, 7, most]],
  ['_end=x', [0, 0, most]],
  ['_start=-3&_end=-1', [-3, -1, most]],
])('json-server 0.17 reads "%s"', (query, page) => {
  expect(read(query)).toEqual(page);
});

test.each([
  ['_page=2&_per_page=0', [2, 1]],
  ['_page=0&_per_page=x', [1, 10]],
  ['_page=x', [0, null, most]],
  ['_per_page=3', [0, null, most]],
])('json-server 1 reads "%s"', (query, page) => {
  expect(read(query, jsonServer1)).toEqual(page);
});

test.each([
  ['', 0, 20],
  ['startIndex=1&count=5', 0, 5],
  ['startIndex=11', 10, 20],
  ['startIndex=0', 0, 20],
  ['startIndex=-5', 0, 20],
  ['startIndex=x', 0, 20],
  ['startIndex=', 0, 20],
  ['count=0', 0, 0],
  ['count=-1', 0, 0],
  ['count=500', 0, 50],
  ['count=x', 0, 20],
])('SCIM reads "%s" as the offset %i and the limit %i', (query, offset, limit) => {
  const page = replacedPage(new Map(new URLSearchParams(query)), sizes, noListQuirks, scim);
  expect(page).toEqual({ start: { style: 'offset', offset }, limit });
});

test('a scenario caps pages and slices', () => {
  const capped = (query: string) =>
    replacedPage(new Map(new URLSearchParams(query)), sizes, { ...noListQuirks, pageCap: 3 }, jsonServer0).limit;
  expect([capped('_page=1&_limit=9'), capped('_end=9'), capped('')]).toEqual([3, 3, 3]);
});
