import { expect, test } from 'vitest';
import { LongText } from '../../../../server/domain/basics/long-text.ts';
import { finish } from '../../../../server/domain/basics/work.ts';
import { dialects } from '../../../../server/domain/dialect/dialects.ts';
import type { ListResult } from '../../../../server/domain/list/list.ts';
import type { DialectName, Envelope } from '../../../../server/domain/model/settings.ts';
import { StoredRecord } from '../../../../server/domain/records/stored-record.ts';
import { envelopeNames, listText } from '../../../../server/domain/response/envelope.ts';

const records = [1, 2].map((id) => new StoredRecord(String(id), { id }, 1));
const items = [{ id: 1 }, { id: 2 }];
const noUrls = { first: null, prev: null, next: null, last: null };
const urls = { first: '/f', prev: '/p', next: '/n', last: '/l' };

function sent(
  dialect: DialectName,
  envelope: Envelope,
  place: object,
  more: object = {},
  links: typeof urls | typeof noUrls = urls,
) {
  const result = { records, total: 7, limit: 2, start: 2, place, ...more } as unknown as ListResult;
  return String(finish(listText(dialects[dialect], envelope, result, links)));
}

const offset = { style: 'offset', offset: 2 };
const page = { style: 'page', page: 2 };
const cursor = { style: 'cursor', nextCursor: 'c' };

test.each<[object, object]>([
  [offset, { offset: 2 }],
  [page, { page: 2 }],
  [cursor, { next_cursor: 'c' }],
  [{ style: 'time', nextCursor: null }, { next_cursor: null }],
  [{ style: 'since' }, {}],
])('an object around a list has the figures of its page, here %j', (place, more) => {
  const expected = { items, total: 7, limit: 2, ...more, next: '/n', prev: '/p' };
  expect(sent('default', 'object', place)).toBe(JSON.stringify(expected));
  expect(sent('default', 'object', place, {}, noUrls)).toBe(JSON.stringify({ ...expected, next: null, prev: null }));
});

test('a workspace names the members and leaves others out', () => {
  const envelope = { items: 'da"ta', total: null, limit: 'size', prev: null };
  expect(sent('default', envelope, offset)).toBe(JSON.stringify({ 'da"ta': items, size: 2, offset: 2, next: '/n' }));
  const bare = { total: null, limit: null, offset: null, page: null, next: null, prev: null, next_cursor: null };
  for (const place of [offset, page, cursor])
    expect(sent('default', bare, place)).toBe('{"items":[{"id":1},{"id":2}]}');
});

test('the form of a list follows each change of the settings', () => {
  const seen = (envelope: Envelope) => sent('default', envelope, page).slice(0, 10);
  expect(['array', 'object', { items: 'i' }, 'array', 'object'].map((one) => seen(one as Envelope))).toEqual([
    ...['[{"id":1},', '{"items":[', '{"i":[{"id', '[{"id":1},', '{"items":['],
  ]);
  expect(sent('default', 'array', page)).toBe('[{"id":1},{"id":2}]');
  expect(sent('default', 'array', page, { records: [] })).toBe('[]');
});

test('an envelope has names for all members, and a bare array has none', () => {
  expect(envelopeNames('array')).toBeNull();
  const names = {
    ...{ items: 'items', total: 'total', limit: 'limit', offset: 'offset', page: 'page' },
    ...{ next: 'next', prev: 'prev', next_cursor: 'next_cursor' },
  };
  expect(envelopeNames('object')).toEqual(names);
  expect(envelopeNames({ items: 'data', total: null })).toEqual({ ...names, items: 'data', total: null });
});

test.each<[object, object]>([
  [{}, { first: 1, prev: 1, next: 3, last: 4 }],
  [{ place: { style: 'page', page: 1 } }, { first: 1, prev: null, next: 2, last: 4 }],
  [{ place: { style: 'page', page: 4 } }, { first: 1, prev: 3, next: null, last: 4 }],
  [
    { total: 0, place: { style: 'page', page: 1 } },
    { first: 1, prev: null, next: null, last: 1 },
  ],
])('a page of json-server 1 names the other pages by their numbers: %j', (more, numbers) => {
  const { last, ...others } = numbers as { last: number };
  const total = 'total' in more ? more.total : 7;
  expect(sent('json-server-1', 'object', page, more)).toBe(
    JSON.stringify({ ...others, last, pages: last, items: total, data: items }),
  );
});

test('lists of json-server are bare arrays without a page number', () => {
  expect(sent('json-server-1', 'object', offset)).toBe(JSON.stringify(items));
  expect(sent('json-server-0.17', 'object', page)).toBe(JSON.stringify(items));
});

test('a list of SCIM counts from 1, and one of JSON:API has its links', () => {
  expect(sent('scim', 'array', offset)).toBe(
    JSON.stringify({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      ...{ totalResults: 7, startIndex: 3, itemsPerPage: 2, Resources: items },
    }),
  );
  const meta = { total: 7 };
  expect(sent('json-api', 'array', page)).toBe(JSON.stringify({ data: items, links: urls, meta }));
  expect(sent('json-api', 'array', page, { records: [] }, noUrls)).toBe(
    JSON.stringify({ data: [], links: { prev: null, next: null }, meta }),
  );
});

test('a list of pages beside it has no page numbers', () => {
  const form = { first: '$firstPage', prev: '$prevPage', next: '$nextPage', last: '$lastPage', data: '$items' };
  const dialect = { ...dialects.scim, lists: { ...dialects.scim.lists, form } };
  const result = { records, total: 7, limit: 2, start: 2, place: offset } as unknown as ListResult;
  expect(finish(listText(dialect, 'object', result, urls))).toBe(JSON.stringify({ data: items }));
});

test('a long list is a text in pieces, with all records, commas and its end', () => {
  const many = Array.from({ length: 1300 }, (_, id) => new StoredRecord(String(id), { id }, 1));
  const result = { records: many, total: 1300, limit: 2000, start: 0, place: offset } as unknown as ListResult;
  const text = finish(listText(dialects.default, 'object', result, noUrls));
  expect(text).toBeInstanceOf(LongText);
  expect(String(text)).toBe(
    JSON.stringify({
      items: many.map(({ value }) => value),
      total: 1300,
      limit: 2000,
      offset: 2,
      next: null,
      prev: null,
    }),
  );
});

test('records with the size of a piece end it', () => {
  const pauses = (length: number) => {
    const long = Array.from(
      { length: 3 },
      (_, id) => ({ id, text: `"${'x'.repeat(length - 2)}}` }) as unknown as StoredRecord,
    );
    const result = { records: long, total: 3, limit: 3, start: 0, place: offset } as unknown as ListResult;
    const work = listText(dialects.default, 'array', result, noUrls);
    let count = 0;
    while (!work.next().done) count += 1;
    return count;
  };
  expect([pauses(21_000), pauses(32_767), pauses(32_768), pauses(65_535), pauses(65_536)]).toEqual([0, 0, 1, 1, 2]);
});

test('a text that is no whole record is a bug', () => {
  const cut = { id: '1', text: '{"id":1' } as unknown as StoredRecord;
  const result = { records: [cut], total: 1, limit: 1, start: 0, place: offset } as unknown as ListResult;
  expect(() => finish(listText(dialects.default, 'array', result, noUrls))).toThrow('ends before its end');
});
