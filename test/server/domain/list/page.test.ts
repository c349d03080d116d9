import { expect, test } from 'vitest';
import { jsonApi } from '../../../../server/domain/dialect/json-api.ts';
import { linkQueries, type QueryChange } from '../../../../server/domain/list/page.ts';
import { parseQueryString } from '../../../../server/domain/request/query-string.ts';

/** The query of the next page. */
function next(query: string, change: QueryChange, dialect?: typeof jsonApi): string | null {
  const sent = parseQueryString(query);
  if (!sent.ok) throw new Error(sent.problem.detail);
  return linkQueries(sent.value, { first: null, prev: null, next: change, last: null }, dialect).next;
}

test.each<[string, QueryChange, string]>([
  ['', { offset: '20' }, 'offset=20'],
  ['limit=5', { offset: '20' }, 'limit=5&offset=20'],
  ['offset=0&limit=5', { offset: '20' }, 'offset=20&limit=5'],
  ['a=1&cursor=x&b=%41', { cursor: null }, 'a=1&b=A'],
  ['cursor=x', { cursor: null }, ''],
  ['cursor=x&b=2', { cursor: null }, 'b=2'],
  ['b=2&from=1', { from: null, cursor: 'a&b' }, 'b=2&cursor=a%26b'],
])('of %j with %j, the next page is %j', (query, change, expected) => {
  expect(next(query, change)).toBe(expected);
});

test('a dialect has its own names of the parameters', () => {
  expect(next('page[number]=1&page[size]=5', { page: '2' }, jsonApi)).toBe('page%5Bnumber%5D=2&page%5Bsize%5D=5');
});

test('there is no query without a page', () => {
  const none = { first: null, prev: null, next: null, last: null };
  expect(linkQueries([], none)).toEqual(none);
});
