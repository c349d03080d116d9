import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { listRecords } from '../../../../server/domain/list/list.ts';
import type { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { rounds } from '../../../support/rounds.ts';
import {
  collectionOf,
  type Disturbance,
  disturbancesOf,
  filter,
  options,
  pageOf,
  queryOf,
  records,
  sort,
  valuesOf,
} from './list-arbitraries.ts';

const disturbances = disturbancesOf({ pages: 30, each: 4 });

/** Follows the next links with writes between the pages. Returns all ids of the pages and the ids that were written. */
function crawl(
  collection: SharedCollection,
  start: string,
  between: readonly (readonly Disturbance[])[],
  keepTime: boolean,
) {
  const returned: string[] = [];
  const written = new Set<string>();
  let query: string | null = start;
  for (let page = 0; query !== null; page++) {
    if (page > 200) throw new Error('The crawl does not end');
    const { records: found, links } = pageOf(collection, query);
    returned.push(...found.map(({ id }) => id));
    query = links.next;
    for (const [index, step] of (between[page] ?? []).entries()) {
      const ids = [found.at(-1)?.id, ...Array.from(collection.snapshot(), ({ id }) => id)];
      const chosen = ids[step.pick % ids.length] ?? 'every';
      const id = step.kind === 'insert' ? `${step.pick - 30}${page}${index}` : chosen;
      written.add(id);
      if (step.kind === 'remove') collection.remove(id);
      else collection.write(id, { ...step.content, id, ...(keepTime ? { at: timeOf(collection, id) } : {}) });
    }
  }
  return { returned, written };
}

function timeOf(collection: SharedCollection, id: string) {
  return collection.lastKnown(id)?.value.at ?? null;
}

const limits = fc.integer({ min: 1, max: 6 });

/** Expects each record that matched at the start, and was not written, exactly once. */
function expectOnce(
  { returned, written }: ReturnType<typeof crawl>,
  initial: readonly JsonObject[],
  matches: (record: JsonObject) => boolean,
): void {
  const expected = initial.filter(matches).map(({ id }) => String(id));
  const unchanged = expected.filter((id) => !written.has(id));
  const counts = unchanged.map((id) => returned.filter((one) => one === id).length);
  expect(counts).toEqual(unchanged.map(() => 1));
}

test('a crawl by cursor returns every unchanged record once, despite writes between its pages', () => {
  fc.assert(
    fc.property(records, filter, sort, limits, disturbances, (values, where, order, limit, between) => {
      const collection = collectionOf(values);
      const initial = valuesOf(collection);
      const start = queryOf(where.text, order.text, `limit=${limit}&cursor=`);
      expectOnce(crawl(collection, start, between, false), initial, where.matches);
    }),
    { numRuns: rounds(300) },
  );
});

test('a crawl by since_id in key order returns every unchanged record once', () => {
  fc.assert(
    fc.property(records, filter, limits, disturbances, (values, where, limit, between) => {
      const collection = collectionOf(values);
      const initial = valuesOf(collection);
      const start = queryOf(where.text, `limit=${limit}&since_id=`);
      expectOnce(crawl(collection, start, between, false), initial, where.matches);
    }),
    { numRuns: rounds(200) },
  );
});

test('a crawl by since_id in time order returns every unchanged record once, while times stay the same', () => {
  fc.assert(
    fc.property(records, filter, limits, disturbances, (values, where, limit, between) => {
      const collection = collectionOf(values);
      const initial = valuesOf(collection);
      const start = queryOf(where.text, `limit=${limit}&sort=at&since_id=`);
      expectOnce(crawl(collection, start, between, true), initial, where.matches);
    }),
    { numRuns: rounds(200) },
  );
});

/** The instant of a record in milliseconds. */
function instant({ at }: JsonObject): number {
  return typeof at === 'number' ? at * 1000 : typeof at === 'string' ? Date.parse(at) : Number.NaN;
}

const bound = fc.constantFrom(1_703_980_800, 1_704_067_199, 1_704_067_200, 1_704_153_600, 1_704_240_000);

test('a crawl through a time window returns every unchanged record of the window once', () => {
  fc.assert(
    fc.property(
      records,
      filter,
      sort,
      limits,
      disturbances,
      bound,
      bound,
      (values, where, order, limit, steps, a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const inWindow = (record: JsonObject) => instant(record) >= from * 1000 && instant(record) < to * 1000;
        for (const window of [
          `from=${from}&to=${to}`,
          `start_time=${new Date(from * 1000).toISOString()}&end_time=${new Date(to * 1000).toISOString()}`,
        ]) {
          const collection = collectionOf(values);
          const initial = valuesOf(collection);
          const start = queryOf(where.text, order.text, `limit=${limit}`, window);
          const matches = (record: JsonObject) => where.matches(record) && inWindow(record);
          expect(pageOf(collection, start).total).toBe(initial.filter(matches).length);
          expectOnce(crawl(collection, start, steps, false), initial, matches);
        }
      },
    ),
    { numRuns: rounds(200) },
  );
});

test('a time window without a sort is ordered by time, in either direction', () => {
  fc.assert(
    fc.property(records, fc.boolean(), (values, descending) => {
      const collection = collectionOf(values);
      const query = `from=0&limit=100${descending ? '&order=desc' : ''}`;
      const instants = pageOf(collection, query).records.map(({ value }) => instant(value));
      expect(instants).toEqual(instants.toSorted((a, b) => (descending ? b - a : a - b)));
      expect(instants.length).toBe(valuesOf(collection).filter((value) => instant(value) >= 0).length);
    }),
    { numRuns: rounds(100) },
  );
});

test('crawls by offset and by page drift: an insertion before the page repeats a record, a deletion hides one', () => {
  for (const [first, second] of [
    ['limit=2&offset=0', 'limit=2&offset=2'],
    ['per_page=2&page=1', 'per_page=2&page=2'],
  ] as const) {
    const ids = (collection: SharedCollection, query: string) => pageOf(collection, query).records.map(({ id }) => id);
    const numbers = [2, 4, 6, 8].map((id) => ({ id }));
    const growing = collectionOf(numbers);
    expect(ids(growing, first)).toEqual(['2', '4']);
    growing.write('1', { id: 1 });
    expect(ids(growing, second)).toEqual(['4', '6']);
    const shrinking = collectionOf(numbers);
    expect(ids(shrinking, first)).toEqual(['2', '4']);
    shrinking.remove('2');
    expect(ids(shrinking, second)).toEqual(['8', 'every']);
  }
});

test.each([
  ['sort=-id', 'sort'],
  ['order=desc', 'order'],
  ['sort=at&order=desc', 'order'],
  ['sort=-at', 'sort'],
  ['sort=price', 'sort'],
  ['sort=at,price', 'sort'],
])('refuses since_id with %s: it needs ascending order by key or time', (order, parameter) => {
  expect(finish(listRecords(collectionOf([]), `since_id=1&${order}`, options))).toMatchObject({
    problem: { status: 400, type: '/problems/bad-parameter', parameter, expected: expect.any(String) },
  });
});

test('since_id continues by key from any id, by time from an existing or deleted record', () => {
  const collection = collectionOf([
    { id: 2, at: '2024-03-01' },
    { id: 4, at: '2024-01-01' },
    { id: 6, at: '2024-02-01' },
  ]);
  const ids = (query: string) => pageOf(collection, query).records.map(({ id }) => id);
  expect(ids('since_id=3')).toEqual(['4', '6', 'every']);
  expect(ids('since_id=4&sort=at')).toEqual(['6', '2', 'every']);
  collection.remove('6');
  expect(ids('since_id=6&sort=at')).toEqual(['2', 'every']);
  expect(finish(listRecords(collection, 'since_id=3&sort=at', options))).toMatchObject({
    problem: { status: 400, type: '/problems/bad-parameter', parameter: 'since_id' },
  });
});

test('a record that is written during a crawl appears at its new place', () => {
  const collection = collectionOf([2, 4, 6].map((id) => ({ id, price: id })));
  const first = pageOf(collection, 'sort=price&limit=2&cursor=');
  expect(first.records.map(({ id }) => id)).toEqual(['every', '2']);
  collection.write('6', { id: 6, price: 3 });
  collection.write('8', { id: 8, price: 3.5 });
  collection.write('10', { id: 10, price: 1.5 });
  const second = pageOf(collection, first.links.next ?? '');
  expect(second.records.map(({ id }) => id)).toEqual(['6', '8']);
  expect(second.total).toBe(6);
});
