import fc from 'fast-check';
import { expect } from 'vitest';
import type { JsonObject } from '../../../server/domain/json/json.ts';
import { type ReferenceTerm, referenceList } from '../../server/domain/list/reference-list.ts';
import type { Model } from './model.ts';
import { canonical } from './reference-json.ts';
import { statusOf } from './reference-scenario.ts';
import type { Rig } from './rig.ts';
import { type Step, step } from './step.ts';
import { session, sortText } from './values.ts';

/** A filter in the grammar of the mock API, with its meaning. */
interface NamedFilter {
  readonly text: string;
  readonly matches: (record: JsonObject) => boolean;
}

const anything: NamedFilter = { text: '', matches: () => true };
const filters: Record<string, readonly NamedFilter[]> = {
  users: [
    anything,
    { text: 'status=active', matches: ({ status }) => status === 'active' },
    { text: 'status=inactive&name=Bob', matches: ({ status, name }) => status === 'inactive' && name === 'Bob' },
    { text: 'filter=name+eq+"ADA"', matches: ({ name }) => name === 'Ada' },
    { text: 'name_ne=Ada', matches: ({ name }) => name !== 'Ada' },
  ],
  things: [
    anything,
    { text: 'tag=a&tag=b', matches: ({ tag }) => tag === 'a' || tag === 'b' },
    { text: 'tag=ghost', matches: ({ tag }) => tag === 'ghost' },
    { text: 'price_greater_than=1', matches: ({ price }) => typeof price === 'number' && price > 1 },
    { text: 'filter=not+(tag+eq+"a")', matches: ({ tag }) => tag !== 'a' },
  ],
  pets: [anything],
};

const orders: Record<string, readonly (readonly ReferenceTerm[])[]> = {
  users: [[], [{ field: 'status', descending: false }], [{ field: 'userId', descending: true }]],
  things: [
    [],
    [
      { field: 'tag', descending: true },
      { field: 'price', descending: false },
    ],
    [{ field: 'price', descending: true }],
  ],
  pets: [[]],
};

const styles = ['offset', 'page', 'cursor', 'since', 'default'] as const;

const listRequest = fc.constantFrom('users', 'users', 'things', 'things', 'pets').chain((collection) =>
  fc.record({
    collection: fc.constant(collection),
    filter: fc.nat((filters[collection]?.length ?? 1) - 1),
    order: fc.nat((orders[collection]?.length ?? 1) - 1),
    style: fc.constantFrom(...styles),
    size: fc.integer({ min: 1, max: 4 }),
    skip: fc.nat(4),
    session,
  }),
);

type ListRequest = typeof listRequest extends fc.Arbitrary<infer Value> ? Value : never;

/** The records that a client sees, filtered and in order. */
function listed({ state }: Model, request: ListRequest): readonly JsonObject[] | number {
  const { collection: name, filter, order, session: scope } = request;
  const { active } = state.runsOf(scope);
  const status = statusOf(state.scenario(active), 'GET', `/api/${name}`);
  if (status !== undefined) return status;
  const collection = state.collections.get(name);
  if (!collection) return 404;
  const { key, sort } = collection.definition;
  const shown = collection
    .records(scope)
    .map((record) => state.shown(collection, scope, collection.idOf(record), active));
  const terms = orders[name]?.[order] ?? [];
  const wanted = request.style === 'since' ? [] : terms.length > 0 ? terms : sort;
  return referenceList(
    shown.filter((value) => value !== undefined),
    key,
    wanted,
    filters[name]?.[filter]?.matches,
  );
}

/** The pages of a list, in every style, equal slices of the model's list; a tag that still holds gives 304. */
export const listStep: fc.Arbitrary<Step> = step('list', listRequest, async (model, rig, request) => {
  const { collection, filter, order, style, size, skip, session: scope } = request;
  const all = listed(model, request);
  const query = [filters[collection]?.[filter]?.text];
  const terms = orders[collection]?.[order] ?? [];
  if (terms.length > 0 && style !== 'since') query.push(`sort=${sortText(terms)}`);
  const page = {
    offset: `limit=${size}&offset=${skip}`,
    page: `per_page=${size}&page=${skip + 1}`,
    cursor: `cursor=&limit=${size}`,
    since: `since_id=&limit=${size}`,
    default: '',
  }[style];
  const target = `/api/${collection}?${[...query, page].filter(Boolean).join('&')}`;
  if (typeof all === 'number') {
    const headers = scope === null ? [] : [['X-Mock-Session', scope] as const];
    expect((await rig.now.send({ target, headers })).status).toBe(all);
    return;
  }
  const pages = await crawl(model, rig, target, request, style === 'cursor' || style === 'since');
  const pageSize = Number(model.state.settings.pageSize);
  const [from, to] = {
    offset: [skip, skip + size],
    page: [skip * size, (skip + 1) * size],
    cursor: [0, all.length],
    since: [0, all.length],
    default: [0, pageSize],
  }[style];
  expect(pages.items.map(canonical), target).toEqual(all.slice(from, to).map(canonical));
  expect(pages.totals).toEqual(pages.totals.map(() => all.length));
});

/** Reads a page, or every page to the last; each is asked for again with the tags that it had before. */
async function crawl(model: Model, rig: Rig, start: string, request: ListRequest, toEnd: boolean) {
  const { session: scope } = request;
  const items: JsonObject[] = [];
  const totals: number[] = [];
  const session = scope === null ? [] : [['X-Mock-Session', scope] as const];
  for (let target: string | null = start; target !== null; ) {
    const address: string = target;
    const response = await rig.now.send({ target: address, headers: session });
    expect(response.status, response.body).toBe(200);
    const tag = response.header('ETag') ?? '';
    if (address === start) keepsTag(model, request, address, tag);
    const tags = [...model.ledger.tags(address, scope), tag];
    model.ledger.sawList(address, scope, tag, response.body);
    const again = await rig.now.send({ target: address, headers: [...session, ['If-None-Match', tags.join(', ')]] });
    expect([again.status, again.header('ETag')], 'a list read again').toEqual([304, tag]);
    const stale = tags.filter((one) => one !== tag && model.ledger.content(address, one) !== response.body);
    if (stale.length > 0) {
      const older = await rig.now.send({ target: address, headers: [...session, ['If-None-Match', stale.join(', ')]] });
      expect(older.status, 'a list with other content').toBe(200);
    }
    const page = response.json() as { items: JsonObject[]; total: number; next: string | null };
    items.push(...page.items);
    totals.push(page.total);
    if (items.length > 100) throw new Error(`${start} does not end`);
    target = toEnd ? page.next : null;
  }
  return { items, totals };
}

/** A list has the tag that it had before, unless something that its clients can see was changed since. */
function keepsTag(
  { state, lists }: Model,
  { collection: name, session: scope }: ListRequest,
  target: string,
  tag: string,
): void {
  const collection = state.collections.get(name);
  if (!collection) return;
  const runs = state.runsOf(scope);
  const of = `${collection.stamp(scope)} ${canonical(state.settings)} ${JSON.stringify(state.scenario(runs.active))}`;
  const known = lists.get(`${scope} ${target}`);
  if (known?.runs === runs && known.of === of) expect(tag, `the tag of the unchanged list ${target}`).toBe(known.tag);
  lists.set(`${scope} ${target}`, { of, runs, tag });
}
