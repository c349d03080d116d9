import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { listRecords } from '../../../../server/domain/list/list.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { StoredRecord } from '../../../../server/domain/records/stored-record.ts';
import { rounds } from '../../../support/rounds.ts';
import { collectionOf, filter, options, pageOf, queryOf, records, sort, valuesOf } from './list-arbitraries.ts';
import { referenceList } from './reference-list.ts';

const limits = fc.integer({ min: 1, max: 12 });

test('every page equals filtering, sorting and slicing all records', () => {
  fc.assert(
    fc.property(records, filter, sort, limits, fc.nat(50), fc.nat(2), (values, where, order, limit, at, asked) => {
      const collection = collectionOf(values);
      const matching = referenceList(valuesOf(collection), 'id', order.terms, where.matches);
      const offsets = queryOf(where.text, order.text, `limit=${limit}&offset=${at}`);
      const pages = queryOf(where.text, order.text, `per_page=${limit}&page=${at + 1}`);
      // A scan serves the first request, a view the repeated one.
      for (let time = 0; time <= asked; time++) {
        const byOffset = pageOf(collection, offsets);
        expect(byOffset.records.map(({ value }) => value)).toEqual(matching.slice(at, at + limit));
        expect(byOffset.total).toBe(matching.length);
        const byNumber = pageOf(collection, pages);
        expect(byNumber.records.map(({ value }) => value)).toEqual(matching.slice(at * limit, at * limit + limit));
        expect(byNumber.total).toBe(matching.length);
      }
    }),
    { numRuns: rounds(400) },
  );
});

test('filters, orders and responses see the overlaid values', () => {
  fc.assert(
    fc.property(records, filter, sort, limits, fc.nat(50), fc.nat(2), (values, where, order, limit, at, asked) => {
      const collection = collectionOf(values);
      const change = (before: StoredRecord) => {
        const after = new StoredRecord(before.id, { ...before.value, tag: 'a' }, before.version);
        return before.value.tag === 'b' ? [{ id: before.id, before, after }] : [];
      };
      const overlay = () => ({ changes: [...collection.snapshot()].flatMap(change), revision: collection.revision });
      const seen = valuesOf(collection).map(
        (value): JsonObject => (value.tag === 'b' ? { ...value, tag: 'a' } : value),
      );
      const expected = referenceList(seen, 'id', order.terms, where.matches);
      const query = queryOf(where.text, order.text, `limit=${limit}&offset=${at}`);
      for (let time = 0; time <= asked; time++) {
        const { records: page, total } = pageOf(collection, query, overlay);
        expect(page.map(({ value }) => value)).toEqual(expected.slice(at, at + limit));
        expect(total).toBe(expected.length);
      }
    }),
    { numRuns: rounds(200) },
  );
});

/** Thirty records, ten of each tag, with prices 0 to 4. */
function thirty(): SharedCollection {
  const tags = ['a', 'b', 'c'];
  return collectionOf(
    Array.from({ length: 29 }, (_, index) => ({ id: index + 1, tag: tags[index % 3] ?? 'a', price: index % 5 })),
  );
}

/** The relations of a page as their queries. */
function linksOf(query: string): readonly (string | null)[] {
  const { first, prev, next, last } = pageOf(thirty(), query).links;
  return [first, prev, next, last];
}

test('offset pages link to their neighbours and keep every other parameter in its place', () => {
  expect(linksOf('')).toEqual(['offset=0', null, 'offset=5', 'offset=25']);
  expect(linksOf('limit=10&offset=10&sort=-price,tag')).toEqual([
    'limit=10&offset=0&sort=-price%2Ctag',
    'limit=10&offset=0&sort=-price%2Ctag',
    'limit=10&offset=20&sort=-price%2Ctag',
    'limit=10&offset=20&sort=-price%2Ctag',
  ]);
  expect(linksOf('tag=a&tag=b&limit=7&offset=3')).toEqual([
    'tag=a&tag=b&limit=7&offset=0',
    'tag=a&tag=b&limit=7&offset=0',
    'tag=a&tag=b&limit=7&offset=10',
    'tag=a&tag=b&limit=7&offset=17',
  ]);
  expect(linksOf('limit=10&offset=500')).toEqual([
    'limit=10&offset=0',
    'limit=10&offset=20',
    null,
    'limit=10&offset=20',
  ]);
  expect(linksOf('tag=nobody')).toEqual(['tag=nobody&offset=0', null, null, 'tag=nobody&offset=0']);
});

test('numbered pages link to their neighbours, and a page beyond the last is empty and links back', () => {
  expect(linksOf('page=2&per_page=12')).toEqual([
    'page=1&per_page=12',
    'page=1&per_page=12',
    'page=3&per_page=12',
    'page=3&per_page=12',
  ]);
  expect(linksOf('per_page=30')).toEqual(['per_page=30&page=1', null, null, 'per_page=30&page=1']);
  const beyond = pageOf(thirty(), 'page=99');
  expect(beyond.records).toEqual([]);
  expect(beyond.total).toBe(30);
  expect(linksOf('page=99')).toEqual(['page=1', 'page=6', null, 'page=6']);
  expect(linksOf('page=9007199254740991')).toEqual(['page=1', 'page=6', null, 'page=6']);
});

test('the next links of offset pages end at the last link', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.nat(8), (limit, offset) => {
      const collection = thirty();
      let query = `limit=${limit}&offset=${offset}`;
      const { last } = pageOf(collection, query).links;
      for (let { next } = pageOf(collection, query).links; next; next = pageOf(collection, query).links.next)
        query = next;
      expect(query).toBe(last);
    }),
  );
});

test('the place of a page has the figures that its style knows', () => {
  const collection = thirty();
  expect(pageOf(collection, 'limit=3').place).toEqual({ style: 'offset', offset: 0 });
  expect(pageOf(collection, 'page=2').place).toEqual({ style: 'page', page: 2 });
  expect(pageOf(collection, 'since_id=3').place).toEqual({ style: 'since' });
  expect(pageOf(collection, 'cursor=&limit=30').place).toEqual({ style: 'cursor', nextCursor: null });
  expect(pageOf(collection, 'from=0').place).toEqual({ style: 'time', nextCursor: null });
  expect(pageOf(collection, 'limit=7').limit).toBe(7);
  expect(pageOf(collection, 'page=1').limit).toBe(5);
});

test('plans have the same digest exactly for the same query', () => {
  const collection = thirty();
  const digestOf = (query: string) => pageOf(collection, query).plan.digest;
  const queries = ['', 'offset=0', 'offset=1', 'limit=6', 'order=desc', 'sort=tag', 'tag=a', 'page=1', 'since_id=1'];
  const digests = queries.map(digestOf);
  expect(new Set(digests).size).toBe(queries.length);
  expect(queries.map(digestOf)).toEqual(digests);
  // The meaning of a query depends on the known fields.
  collection.write('100', { id: 100, fresh: true });
  expect(digests).not.toContain(digestOf(''));
});

test('the explanation counts the matches of each condition and describes the place of the page', () => {
  const collection = thirty();
  for (const price of [0, 1]) collection.write(String(100 + price), { id: 100 + price, tag: 'a', price });
  const query = 'tag=a&price_greater_than=2&sort=-price&limit=2&offset=2';
  for (const time of ['first', 'again']) {
    const { filter, ...explained } = pageOf(collection, query).explainer.explain();
    expect([time, filter?.matches, filter?.children.map(({ matches }) => matches)]).toEqual([time, 4, [12, 11]]);
    expect(explained).toEqual({
      sort: [
        { field: 'price', descending: true },
        { field: 'id', descending: false },
      ],
      page: { style: 'offset', detail: 'Offset 2, limit 2: records 3 to 4 of 4.', first: 3, returned: 2 },
      size: 32,
      matched: 4,
      ignored: [],
    });
  }
});

test('an explanation does not change when records change later', () => {
  const collection = thirty();
  pageOf(collection, 'tag=a');
  const { explainer } = pageOf(collection, 'tag=a');
  const before = structuredClone(explainer.explain());
  collection.write('1', { id: 1, tag: 'b', price: 0 });
  collection.remove('4');
  expect(explainer.explain()).toEqual(before);
  expect(pageOf(collection, 'tag=a').explainer.explain()).toMatchObject({
    size: 29,
    matched: 8,
    filter: { matches: 8 },
  });
});

test('pages without records are explained', () => {
  const { page } = pageOf(thirty(), 'offset=30&limit=4').explainer.explain();
  expect(page).toEqual({ style: 'offset', detail: 'Offset 30, limit 4: no record of 30.', first: 0, returned: 0 });
});

test('refuses an unknown field, or ignores and reports it in lenient mode', () => {
  const collection = thirty();
  const refused = finish(listRecords(collection, 'colour=red', options));
  expect(refused).toMatchObject({ ok: false, problem: { status: 400, type: '/problems/unknown-field' } });
  for (const lenient of [
    { ...options, lenient: true },
    { ...options, unknownFields: 'ignore' as const },
  ]) {
    expect(finish(listRecords(collection, 'colour=red&tag=a', lenient))).toMatchObject({
      ok: true,
      value: { total: 10, ignored: ['colour'] },
    });
    expect(finish(listRecords(collection, 'sort=colour', lenient))).toMatchObject({ ok: false });
  }
});

test('list parameters win over fields of the same name, and the problem says how to filter by the field', () => {
  const collection = collectionOf([{ id: 1, order: 'express', page: 7, limit: 3 }]);
  expect(pageOf(collection, 'page=1').total).toBe(2);
  expect(finish(listRecords(collection, 'order=express', options))).toMatchObject({
    problem: { parameter: 'order', detail: expect.stringContaining('filter=order eq') },
  });
  expect(pageOf(collection, 'filter=order+eq+"express"').total).toBe(1);
});

test.each([
  ['limit=1&limit=1', 'limit'],
  ['offset=0&offset=1', 'offset'],
  ['sort=tag&sort=price', 'sort'],
  ['order=asc&order=asc', 'order'],
  ['cursor=&cursor=', 'cursor'],
  ['page=1&page=2', 'page'],
  ['since_id=1&since_id=2', 'since_id'],
  ['from=1&from=1', 'from'],
])('refuses %s: a parameter other than a filter may be sent once', (query, parameter) => {
  expect(finish(listRecords(thirty(), query, options))).toMatchObject({
    problem: { status: 400, type: '/problems/bad-parameter', parameter },
  });
});

test('the default order has the fields of the collection and the directions of the request', () => {
  const values = [1, 2, 3].map((id) => ({ id, price: id % 2 }));
  const collection = new SharedCollection(
    { name: 'x', key: 'id', sort: '-price,id', time: null, schema: null },
    values,
  );
  const ids = (query: string) => pageOf(collection, query).records.map(({ id }) => id);
  expect(ids('')).toEqual(['1', '3', '2']);
  expect(ids('order=asc')).toEqual(['2', '1', '3']);
  expect(ids('order=asc,desc')).toEqual(['2', '3', '1']);
  expect(ids('sort=id&order=desc')).toEqual(['3', '2', '1']);
  expect(ids('since_id=')).toEqual(['1', '2', '3']);
});

test('a repeated query changes its meaning once a new field is known', () => {
  const collection = thirty();
  const ask = () => finish(listRecords(collection, 'colour=red', options));
  expect(ask()).toMatchObject({ ok: false });
  collection.write('31', { id: '31', colour: 'blue' });
  expect(ask()).toMatchObject({ ok: true, value: { total: 0 } });
  collection.write('32', { id: '32', colour: 'red' });
  expect(ask()).toMatchObject({ ok: true, value: { total: 1 } });
  expect(finish(listRecords(collection, 'colour=7', options))).toMatchObject({ ok: true, value: { total: 0 } });
  collection.write('33', { id: '33', colour: 7 });
  expect(finish(listRecords(collection, 'colour=7', options))).toMatchObject({ ok: true, value: { total: 1 } });
});

test('the meaning of a query follows the current settings', () => {
  const collection = thirty();
  expect(finish(listRecords(collection, '', options))).toMatchObject({ value: { limit: 5 } });
  expect(finish(listRecords(collection, '', { ...options, pageSize: 7 }))).toMatchObject({ value: { limit: 7 } });
  expect(finish(listRecords(collection, 'colour=red', { ...options, lenient: true }))).toMatchObject({ ok: true });
  expect(finish(listRecords(collection, 'colour=red', options))).toMatchObject({ ok: false });
});
