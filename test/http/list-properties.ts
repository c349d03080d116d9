/*
 * The properties of lists over HTTP, each for a number of random cases: a test runs them for a moment, a longer search
 * may call them with more. What must come out is said by the references, which share no line with the server.
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

/** Reads a page; undefined when the request was refused with a 400 that names a parameter. */
async function readPage({ send }: ListMock, target: string): Promise<ListPage | undefined> {
  const answer = await send({ target });
  const body = answer.json();
  if (!isJsonObject(body)) throw new Error(`${target}: ${answer.body}`);
  if (answer.status === 400) {
    expect(body.parameter, answer.body).toBeTypeOf('string');
    return undefined;
  }
  expect(answer.status, answer.body).toBe(200);
  const { items, total, next } = body;
  const linked = /<([^>]*)>; rel="next"/.exec(answer.header('Link') ?? '')?.[1] ?? null;
  expect([answer.header('X-Total-Count'), linked]).toEqual([String(total), next]);
  if (!isJsonArray(items)) throw new Error(`${target}: ${answer.body}`);
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

/** A page of random records, filtered, sorted and cut at random, is what filtering, sorting and slicing everything gives. */
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

/** The seconds of a bound, in the middle of the times that random records have. */
const bound = fc.constantFrom(1_703_980_800, 1_704_067_199, 1_704_067_200, 1_704_153_600, 1_704_240_000);

interface Walk {
  /** The parameters that start it. */
  readonly start: string;
  /** What the walk is to give out beside the filter's word. */
  readonly within: (record: JsonObject) => boolean;
  /** True where the walk goes by time and stands on a record, so that no record may get another time. */
  readonly keepTimes: boolean;
}

const everything = () => true;
const limit = fc.integer({ min: 1, max: 6 });

/** Walks of the three styles that promise it; `sort` is free where the style leaves it free. */
const walks: fc.Arbitrary<Walk> = fc.oneof(
  fc.record({ by: sort, limit }).map(({ by, limit: size }) => walkOf(`cursor=&limit=${size}`, by.text)),
  limit.map((size) => walkOf(`since_id=&limit=${size}`)),
  limit.map((size): Walk => ({ ...walkOf(`since_id=&sort=at&limit=${size}`), keepTimes: true })),
  fc.record({ a: bound, b: bound, by: sort, limit, iso: fc.boolean() }).map(({ a, b, by, limit: size, iso }): Walk => {
    const [from, to] = [Math.min(a, b), Math.max(a, b)];
    const time = (seconds: number) => new Date(seconds * 1000).toISOString();
    const window = iso ? `start_time=${time(from)}&end_time=${time(to)}` : `from=${from}&to=${to}`;
    const within = (record: JsonObject) => instant(record) >= from * 1000 && instant(record) < to * 1000;
    return { ...walkOf(`${window}&limit=${size}`, by.text), within };
  }),
);

function walkOf(...parts: readonly string[]): Walk {
  return { start: parts.filter((part) => part !== '').join('&'), within: everything, keepTimes: false };
}

/** The instant of a record in milliseconds, as plainly as possible. */
function instant({ at }: JsonObject): number {
  return typeof at === 'number' ? at * 1000 : typeof at === 'string' ? Date.parse(at) : Number.NaN;
}

/** A walk by `next` gives every unchanged record that it is for exactly once, whatever clients do to others meanwhile. */
export async function walksGiveEachRecordOnce(mock: ListMock, runs: number): Promise<void> {
  const property = fc.asyncProperty(records, filter, walks, disturbances, async (values, where, walk, between) => {
    const initial = [everyField, ...values];
    mock.serve(initial);
    const { given, disturbed } = await follow(mock, walk, where, between, initial);
    const unchanged = initial.filter(({ id }) => !disturbed.has(String(id)));
    const times = (wanted: (record: JsonObject) => number) => unchanged.map((record) => [record.id, wanted(record)]);
    expect(times(({ id }) => given.filter((one) => one === id).length)).toEqual(
      times((record) => Number(where.matches(record) && walk.within(record))),
    );
  });
  await fc.assert(property, { numRuns: runs });
  expect(mock.faults).toEqual([]);
}

/** A record that has every field, so that no query names a field that the collection does not know. */
const everyField: JsonObject = { id: 'every', tag: 'z', price: 1, mix: 'x', at: '2024-06-01T00:00:00Z' };

async function follow(
  mock: ListMock,
  { start, keepTimes }: Walk,
  where: ArbitraryFilter,
  between: readonly (readonly Disturbance[])[],
  initial: readonly JsonObject[],
): Promise<{ given: readonly string[]; disturbed: ReadonlySet<string> }> {
  const given: string[] = [];
  const disturbed = new Set<string>();
  const times = new Map(initial.map(({ id, at = null }) => [String(id), at]));
  let target: string | null = `${address}?${[where.text, start].filter((part) => part !== '').join('&')}`;
  for (let page = 0; target !== null; page++) {
    if (page > 200) throw new Error('The walk does not end');
    const read: ListPage | undefined = await readPage(mock, target);
    if (!read) throw new Error(`${target} was refused`);
    given.push(...read.items.map(({ id }) => String(id)));
    target = read.next;
    for (const [index, step] of (between[page] ?? []).entries()) {
      const id = step.kind === 'insert' ? `${step.pick - 30}${page}${index}` : (given.at(-1 - step.pick) ?? 'every');
      disturbed.add(id);
      const time = times.has(id) ? (times.get(id) ?? null) : (step.content.at ?? null);
      if (keepTimes) times.set(id, time);
      await disturb(mock, id, step.kind, { ...step.content, ...(keepTimes ? { at: time } : {}) });
    }
  }
  return { given, disturbed };
}

async function disturb({ send }: ListMock, id: string, kind: Disturbance['kind'], members: JsonObject): Promise<void> {
  const target = `${address}/${encodeURIComponent(id)}`;
  if (kind === 'remove') await send({ method: 'DELETE', target });
  else await send({ method: 'PUT', target, body: JSON.stringify(members) });
}
