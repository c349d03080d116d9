import fc from 'fast-check';
import { finish } from '../../../../server/domain/basics/work.ts';
import type { Json, JsonObject } from '../../../../server/domain/json/json.ts';
import { type ListResult, listRecords } from '../../../../server/domain/list/list.ts';
import type { ListOptions } from '../../../../server/domain/list/list-plan.ts';
import { noListQuirks } from '../../../../server/domain/list/list-quirks.ts';
import type { Collection } from '../../../../server/domain/records/collection.ts';
import type { Overlay } from '../../../../server/domain/records/record-source.ts';
import { type CollectionOptions, SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import type { ReferenceTerm } from './reference-list.ts';

export const options: ListOptions = {
  pageSize: 5,
  maxPageSize: 1_000,
  unknownFields: 'reject',
  lenient: false,
  quirks: noListQuirks,
};

/** A record with every field, so that no query names an unknown field. */
const everyField: JsonObject = { id: 'every', tag: 'z', price: 1, mix: 'x', at: '2024-06-01T00:00:00Z' };

export function collectionOf(records: readonly JsonObject[], options?: CollectionOptions): SharedCollection {
  const definition = { name: 'things', key: 'id', sort: null, time: 'at', schema: null };
  return new SharedCollection(definition, [everyField, ...records], undefined, options);
}

/** The values of all live records. */
export function valuesOf(collection: SharedCollection): readonly JsonObject[] {
  return Array.from(collection.snapshot(), ({ value }) => value);
}

/** The page of a valid query. */
export function pageOf(collection: Collection, query: string, overlay?: () => Overlay): ListResult {
  const listed = finish(listRecords(collection, query, options, overlay));
  if (!listed.ok) throw new Error(`${query}: ${listed.problem.detail}`);
  return listed.value;
}

const texts = fc.constantFrom('', 'a', 'ab', 'B', 'é', '\uFF5E', '\u{1F600}', '\u{1F600}a', '10', '9');
const numbers = fc.constantFrom(0, -0, 1, 2, 3, 2.5, -1, 1e21, 5e-324);
const mixed: fc.Arbitrary<Json> = fc.oneof(texts, numbers, fc.boolean(), fc.constantFrom<Json>(null, [], ['a'], {}));

/** A few instants in several notations, and values that are not instants. */
const times = fc.constantFrom<Json>(
  '2024-01-01',
  '2024-01-01T00:00:00Z',
  '2024-01-01T01:00:00+01:00',
  '2024-01-01T00:00:00.500Z',
  '2023-12-31T23:59:59Z',
  '2024-01-02T12:00:00Z',
  '2024-01-03T00:00:00Z',
  1_704_067_200,
  1_704_200_000,
  'soon',
  null,
);

/** A record without its key. */
export const content: fc.Arbitrary<JsonObject> = fc.record(
  { tag: fc.constantFrom('a', 'b', 'c'), price: fc.oneof(numbers, fc.constant(null)), mix: mixed, at: times },
  { requiredKeys: ['tag'] },
);

const id = fc.oneof(
  fc.integer({ min: -20, max: 120 }).map(String),
  fc.constantFrom('a', 'B', 'é', '007', '90071992547409930', '90071992547409931', '\uFF5E', '\u{1F600}'),
);

export const records: fc.Arbitrary<readonly JsonObject[]> = fc.uniqueArray(
  fc.tuple(id, content).map(([key, rest]): JsonObject => ({ id: key, ...rest })),
  { maxLength: 40, selector: (record) => record.id },
);

/** A filter as parameters, with its meaning. */
export interface ArbitraryFilter {
  readonly text: string;
  readonly matches: (record: JsonObject) => boolean;
}

export const filter: fc.Arbitrary<ArbitraryFilter> = fc.constantFrom<ArbitraryFilter>(
  { text: '', matches: () => true },
  { text: 'tag=a', matches: ({ tag }) => tag === 'a' },
  { text: 'tag=a&tag=b', matches: ({ tag }) => tag === 'a' || tag === 'b' },
  { text: 'price_greater_than=1', matches: ({ price }) => typeof price === 'number' && price > 1 },
  {
    text: 'tag=b&price_less_than=3',
    matches: ({ tag, price }) => tag === 'b' && typeof price === 'number' && price < 3,
  },
  { text: 'filter=not+(tag+eq+"a")', matches: ({ tag }) => tag !== 'a' },
);

export interface ArbitrarySort {
  readonly text: string;
  readonly terms: readonly ReferenceTerm[];
}

/** An order in one of its two notations; empty for the default order by key. */
export const sort: fc.Arbitrary<ArbitrarySort> = fc
  .tuple(
    fc.subarray(['price', 'mix', 'tag', 'at', 'id']),
    fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
    fc.boolean(),
  )
  .map(([fields, directions, signed]) => {
    const terms = fields.map((field, index) => ({ field, descending: directions[index] ?? false }));
    return { terms, text: terms.length === 0 ? '' : signed ? signedSort(terms) : orderedSort(terms) };
  });

function signedSort(terms: readonly ReferenceTerm[]): string {
  return `sort=${terms.map(({ field, descending }) => `${descending ? '-' : ''}${field}`).join(',')}`;
}

function orderedSort(terms: readonly ReferenceTerm[]): string {
  const orders = terms.map(({ descending }) => (descending ? 'desc' : 'asc'));
  return `sort=${terms.map(({ field }) => field).join(',')}&order=${orders.join(',')}`;
}

/** Joins the parts of a query. */
export function queryOf(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('&');
}

/** A write between two pages. `pick` chooses one of the original records; 0 is the last one returned. */
export interface Disturbance {
  readonly kind: 'insert' | 'remove' | 'change';
  readonly pick: number;
  readonly content: JsonObject;
}

/** Up to `each` writes after each of up to `pages` pages. */
export function disturbancesOf(most: {
  readonly pages: number;
  readonly each: number;
}): fc.Arbitrary<readonly (readonly Disturbance[])[]> {
  const one = fc.record({ kind: fc.constantFrom('insert', 'remove', 'change'), pick: fc.nat(60), content });
  return fc.array(fc.array(one, { maxLength: most.each }), { maxLength: most.pages });
}
