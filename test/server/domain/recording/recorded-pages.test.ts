import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../server/domain/json/json.ts';
import { listIn } from '../../../../server/domain/recording/recorded-list.ts';
import { listForm } from '../../../../server/domain/recording/recorded-pages.ts';

/** A response to a list request: its query and its body. */
type Seen = readonly [query: string, body: Json, hasNext?: boolean];

function form(...seen: readonly Seen[]) {
  return listForm(
    seen.flatMap(([query, body, hasNext = false]) => {
      const list = listIn(body, 'all');
      return list ? { ...list, query, hasNext } : [];
    }),
  );
}

const records: readonly JsonObject[] = [{ id: 1 }, { id: 2 }];
/** A page of json-server 1. */
const numbered = { first: 1, prev: null, next: null, last: 1, pages: 1, items: 2, data: records };
const scim = { Resources: records, totalResults: 2 };

test('without a list, nothing is known of lists', () => {
  expect(form()).toStrictEqual({ settings: {}, notes: [] });
});

test('the mock lists in the most frequent form, and the others are noted', () => {
  expect(form(['', records], ['', { data: records }], ['', { data: records }])).toMatchObject({
    settings: { envelope: { items: 'data' } },
    notes: [
      'The service lists in several forms, the most frequent first: an object with "data", a bare array. The mock has that first one.',
    ],
  });
  expect(form(['', records], ['', { data: records }]).settings).toMatchObject({ envelope: 'array' });
});

test.each<[string, readonly Seen[], string]>([
  ['bare arrays', [['', records]], 'default'],
  ['bare arrays by the page of json-server', [['_page=1', records]], 'json-server-0.17'],
  ['them and a filter', [['_page=1&colour=red&limit=5', records]], 'json-server-0.17'],
  ['pages with a number', [['', numbered]], 'json-server-1'],
  [
    'pages with a number and bare arrays',
    [
      ['', records],
      ['', numbered],
    ],
    'json-server-1',
  ],
  ['such pages without their number', [['_page=1', { data: records, items: 2 }]], 'default'],
  ['such pages without the number of items', [['_page=1', { data: records, pages: 1 }]], 'default'],
  ['such pages with their records elsewhere', [['_page=1', { rows: records, pages: 1, items: 2 }]], 'default'],
  [
    'the page of json-server in one of two forms',
    [
      ['_page=1', records],
      ['', { rows: records }],
    ],
    'default',
  ],
  ['the resources of SCIM', [['', scim]], 'scim'],
  [
    'them in one of two forms',
    [
      ['', scim],
      ['', { items: records }],
    ],
    'default',
  ],
  ['the parameters of SCIM and bare arrays', [['startIndex=1&count=2', records]], 'default'],
  ['the parameters of SCIM and an envelope', [['startIndex=1&count=2', { items: records }]], 'default'],
])('the dialect of %s', (_, seen, dialect) => {
  expect(form(...seen).settings.dialect).toBe(dialect);
});

test('several forms of a dialect are noted, too', () => {
  expect(form(['', records], ['', numbered]).notes).toEqual([
    'The service lists in several forms, the most frequent first: a bare array, an object with "data". The mock has that first one.',
  ]);
});

test.each<[string, readonly string[]]>([
  ['q=a&limit=5&offset=0&cursor=x', []],
  ['q=a&limit=5&after=x&page_size=5', ['after, page_size']],
  ['a=%zz', []],
])('the parameters of pages in "%s" that the mock lacks are noted', (query, foreign) => {
  const notes = foreign.map((names) => `The mock does not page by ${names} in the way of this service.`);
  expect(form([query, records]).notes).toEqual(notes);
});

/** The names of an envelope that nothing but its total was seen of. */
const totalOnly = { items: 'results', total: 'total', limit: null, next: null, prev: null };

test.each<[string, readonly string[], object]>([
  ['no parameter', [''], { ...totalOnly, offset: null }],
  ['a filter', ['q=a'], { ...totalOnly, offset: null }],
  ['an offset', ['limit=2&offset=2'], { ...totalOnly, offset: null }],
  ['a page', ['page=2&limit=2'], { ...totalOnly, page: null }],
  ['a page in one of two requests', ['', 'page=2'], { ...totalOnly, offset: null, page: null }],
  ['a cursor', ['cursor=x'], { ...totalOnly, next_cursor: null }],
  ['a foreign limit', ['_limit=2'], totalOnly],
])('an envelope has no name for what requests with %s would have shown', (_, queries, envelope) => {
  const seen = queries.map((query): Seen => [query, { results: records, total: 9 }]);
  expect(form(...seen).settings.envelope).toStrictEqual(envelope);
});

test("an envelope with the mock's own names for all members is the mock's own", () => {
  const own = { items: records, total: 2, limit: 10, offset: 0, next: null, prev: null };
  expect(form(['', own]).settings.envelope).toBe('object');
  const { total, ...others } = own;
  expect(form(['', { ...others, totalCount: total }]).settings.envelope).toEqual({
    ...{ items: 'items', total: 'totalCount', limit: 'limit', offset: 'offset', next: 'next', prev: 'prev' },
  });
});

test.each<[string, readonly Seen[], number | undefined]>([
  ['an array, and more follow', [['', records, true]], 2],
  ['an array, and no more follow', [['', records]], undefined],
  ['an address of the next page', [['', { items: records, next: '/all?page=2' }]], 2],
  ['no address of the next page', [['', { items: records, next: null }]], undefined],
  ['a cursor of the next page', [['', { items: records, next_cursor: 'x' }]], 2],
  ['no cursor of the next page', [['', { items: records, next_cursor: null }]], undefined],
  ['more in total', [['', { items: records, total: 3 }]], 2],
  ['as many in total', [['', { items: records, total: 2 }]], undefined],
  ['fewer in total', [['', { items: records, total: 1 }]], undefined],
  ['a limit of its own', [['', { items: records, limit: 25 }]], 25],
  ['a limit of 0, and more follow', [['', { items: records, limit: 0, total: 3 }]], 2],
  ['more of a page by its number', [['page=1', records, true]], 2],
  ['more of a page by its number in another style', [['_page=1', records, true]], 2],
  ['more and a filter', [['q=a', records, true]], 2],
  ['more of a page of a given size', [['page=1&perPage=2', { items: records, limit: 2 }, true]], undefined],
  ['more of a page of a given size, in another style', [['page_size=2', records, true]], undefined],
  [
    'an empty page, then a full one',
    [
      ['', [], true],
      ['', records, true],
    ],
    2,
  ],
])('the size of a page by %s', (_, seen, pageSize) => {
  const { settings } = form(...seen);
  expect(settings.pageSize).toBe(pageSize);
  expect('pageSize' in settings).toBe(pageSize !== undefined);
});
