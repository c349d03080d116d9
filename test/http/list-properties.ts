/*
 * Properties of lists over HTTP. Callers choose the number of random cases: few in the tests, many in the proofs. The
 * expected results come from references that share no line with the server.
 */

import fc from 'fast-check';
import { expect } from 'vitest';
import { isJsonArray, isJsonObject, type Json, type JsonObject, member } from '../../server/domain/json/json.ts';
import { arbitraryFilter, arbitraryRecords, referenceFields } from '../server/domain/filter/filter-arbitraries.ts';
import { judge, parametersOf } from '../server/domain/filter/reference-filter.ts';
import {
  type ArbitraryFilter,
  type Disturbance,
  disturbancesOf,
  filter,
  records,
  sort,
} from '../server/domain/list/list-arbitraries.ts';
import { referenceList } from '../server/domain/list/reference-list.ts';
import type { ListMock } from './list-mock.ts';

const address = '/api/things';

/** A page as a client reads it. */
interface ListPage {
  readonly items: readonly JsonObject[];
  readonly total: Json | undefined;
  readonly next: string | null;
}

/** Reads a page; undefined after a 400 that names a parameter. */
async function readPage({ send }: ListMock, target: string): Promise<ListPage | undefined> {
  const response = await send({ target });
  const body = response.json();
  if (!isJsonObject(body)) throw new Error(`${target}: ${response.body}`);
  if (response.status === 400) {
    expect(body.parameter, response.body).toBeTypeOf('string');
    return undefined;
  }
  expect(response.status, response.body).toBe(200);
  const { items, total, next } = body;
  const linked = /<([^>]*)>; rel="next"/.exec(response.header('Link') ?? '')?.[1] ?? null;
  expect([response.header('X-Total-Count'), linked]).toEqual([String(total), next]);
  if (!isJsonArray(items)) throw new Error(`${target}: ${response.body}`);
  return { items: items.filter(isJsonObject), total, next: linked };
}

const sortable = ['name', 'age', 'mixed', 'created_at', 'active', 'id'];
const order = fc.record({
  fields: fc.subarray(sortable),
  descending: fc.array(fc.boolean(), { minLength: sortable.length, maxLength: sortable.length }),
});
const place = fc.record({
  limit: fc.integer({ min: 1, max: 6 }),
  page: fc.integer({ min: 1, max: 4 }),
  byPage: fc.boolean(),
});

/** A page of a filtered and sorted list equals the slice that the references make of all records. */
export async function pagesAgree(mock: ListMock, runs: number): Promise<void> {
  const property = fc.asyncProperty(arbitraryRecords, arbitraryFilter, order, place, async (values, where, by, at) => {
    mock.serve(values);
    const known = by.fields.filter((field) => values.some((record) => member(record, field) !== undefined));
    const terms = known.map((field, index) => ({ field, descending: by.descending[index] ?? false }));
    const query = new URLSearchParams(parametersOf(where).map(({ name, value }): [string, string] => [name, value]));
    if (terms.length > 0)
      query.set('sort', terms.map(({ field, descending }) => (descending ? '-' : '') + field).join(','));
    const start = (at.page - 1) * at.limit;
    const cut = at.byPage ? { page: at.page, per_page: at.limit } : { offset: start, limit: at.limit };
    for (const [name, value] of Object.entries(cut)) query.set(name, String(value));

    const matches = judge(where, values, referenceFields);
    const page = await readPage(mock, `${address}?${query}`);
    if (matches === null) {
      expect(page).toBeUndefined();
      return;
    }
    const all = referenceList(values, 'id', terms, (record) => matches[values.indexOf(record)] === true);
    expect(page?.items).toEqual(all.slice(start, start + at.limit));
    expect(page?.total).toBe(all.length);
  });
  await fc.assert(property, { numRuns: runs });
}

const disturbances = disturbancesOf({ pages: 12, each: 3 });

/** A bound of a time window, in seconds, amid the times of the random records. */
const bound = fc.constantFrom(1_703_980_800, 1_704_067_199, 1_704_067_200, 1_704_153_600, 1_704_240_000);

/** A client that reads a list page by page, from the first page along the `next` links. */
interface Crawl {
  /** The query parameters of the first page. */
  readonly start: string;
  /** Which of the records that match the filter the crawl must read. */
  readonly within: (record: JsonObject) => boolean;
  /** True if the crawl follows the time of its last record, so that no record may change its time. */
  readonly keepTimes: boolean;
}

const everything = () => true;
const limit = fc.integer({ min: 1, max: 6 });

/** Crawls of the three page styles that promise to give each record once. */
const crawls: fc.Arbitrary<Crawl> = fc.oneof(
  fc.record({ by: sort, limit }).map(({ by, limit: size }) => crawlOf(`cursor=&limit=${size}`, by.text)),
  limit.map((size) => crawlOf(`since_id=&limit=${size}`)),
  limit.map((size): Crawl => ({ ...crawlOf(`since_id=&sort=at&limit=${size}`), keepTimes: true })),
  fc.record({ a: bound, b: bound, by: sort, limit, iso: fc.boolean() }).map(({ a, b, by, limit: size, iso }): Crawl => {
    const [from, to] = [Math.min(a, b), Math.max(a, b)];
    const time = (seconds: number) => new Date(seconds * 1000).toISOString();
    const window = iso ? `start_time=${time(from)}&end_time=${time(to)}` : `from=${from}&to=${to}`;
    const within = (record: JsonObject) => instant(record) >= from * 1000 && instant(record) < to * 1000;
    return { ...crawlOf(`${window}&limit=${size}`, by.text), within };
  }),
);

function crawlOf(...parts: readonly string[]): Crawl {
  return { start: parts.filter((part) => part !== '').join('&'), within: everything, keepTimes: false };
}

/** The time of a record in milliseconds. */
function instant({ at }: JsonObject): number {
  return typeof at === 'number' ? at * 1000 : typeof at === 'string' ? Date.parse(at) : Number.NaN;
}

/** A crawl reads every matching unchanged record exactly once, although clients change others between its pages. */
export async function crawlsReadEachRecordOnce(mock: ListMock, runs: number): Promise<void> {
  const property = fc.asyncProperty(records, filter, crawls, disturbances, async (values, where, crawl, between) => {
    const initial = [everyField, ...values];
    mock.serve(initial);
    const { read, disturbed } = await follow(mock, crawl, where, between, initial);
    const unchanged = initial.filter(({ id }) => !disturbed.has(String(id)));
    const counts = (count: (record: JsonObject) => number) => unchanged.map((record) => [record.id, count(record)]);
    expect(counts(({ id }) => read.filter((one) => one === id).length)).toEqual(
      counts((record) => Number(where.matches(record) && crawl.within(record))),
    );
  });
  await fc.assert(property, { numRuns: runs });
  expect(mock.faults).toEqual([]);
}

/** A record with every field, so that no query names an unknown field. */
const everyField: JsonObject = { id: 'every', tag: 'z', price: 1, mix: 'x', at: '2024-06-01T00:00:00Z' };

/** Crawls a list and changes records between its pages. Resolves with the ids read and the ids changed. */
async function follow(
  mock: ListMock,
  { start, keepTimes }: Crawl,
  where: ArbitraryFilter,
  between: readonly (readonly Disturbance[])[],
  initial: readonly JsonObject[],
): Promise<{ read: readonly string[]; disturbed: ReadonlySet<string> }> {
  const read: string[] = [];
  const disturbed = new Set<string>();
  const times = new Map(initial.map(({ id, at = null }) => [String(id), at]));
  let target: string | null = `${address}?${[where.text, start].filter((part) => part !== '').join('&')}`;
  for (let page = 0; target !== null; page++) {
    if (page > 200) throw new Error('The crawl does not end.');
    const current: ListPage | undefined = await readPage(mock, target);
    if (!current) throw new Error(`${target} was refused`);
    read.push(...current.items.map(({ id }) => String(id)));
    target = current.next;
    for (const [index, step] of (between[page] ?? []).entries()) {
      const id = step.kind === 'insert' ? `${step.pick - 30}${page}${index}` : (read.at(-1 - step.pick) ?? 'every');
      disturbed.add(id);
      const time = times.has(id) ? (times.get(id) ?? null) : (step.content.at ?? null);
      if (keepTimes) times.set(id, time);
      await disturb(mock, id, step.kind, { ...step.content, ...(keepTimes ? { at: time } : {}) });
    }
  }
  return { read, disturbed };
}

async function disturb({ send }: ListMock, id: string, kind: Disturbance['kind'], members: JsonObject): Promise<void> {
  const target = `${address}/${encodeURIComponent(id)}`;
  if (kind === 'remove') await send({ method: 'DELETE', target });
  else await send({ method: 'PUT', target, body: JSON.stringify(members) });
}
