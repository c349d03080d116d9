import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finish, type Work } from '../../../../server/domain/basics/work.ts';
import { type JsonObject, jsonEqual } from '../../../../server/domain/json/json.ts';
import { listRecords } from '../../../../server/domain/list/list.ts';
import type { Collection } from '../../../../server/domain/records/collection.ts';
import type { SessionCollection } from '../../../../server/domain/records/session-collection.ts';
import type { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { StoredRecord } from '../../../../server/domain/records/stored-record.ts';
import { rounds } from '../../../support/rounds.ts';
import { collectionOf, content, filter, options, pageOf, queryOf, records, sort } from '../list/list-arbitraries.ts';

const id = fc.oneof(fc.integer({ min: 0, max: 12 }).map(String), fc.constantFrom('a', 'é', 'every'));
const stepKinds = ['write', 'remove', 'reset', 'edit', 'delete', 'shared-write', 'shared-remove', 'promote'] as const;
const step = fc.record({ kind: fc.constantFrom(...stepKinds), id, content });
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A session and its expected state. */
class Checked {
  readonly shared: SharedCollection;
  readonly session: SessionCollection;
  /** The changes against the fixtures; null for a deleted record. */
  readonly #changes = new Map<string, JsonObject | null>();

  constructor(values: readonly JsonObject[]) {
    this.shared = collectionOf(values);
    this.session = this.shared.newSession();
  }

  take({ kind, id, content }: Step): void {
    const { shared, session } = this;
    const value = { id, ...content };
    const version = session.get(id)?.version ?? 0;
    switch (kind) {
      case 'write':
        expect(session.write(id, value).version).toBeGreaterThan(version);
        this.#changes.set(id, value);
        break;
      case 'remove':
        session.remove(id);
        this.#changes.set(id, null);
        break;
      case 'reset':
        session.reset(id);
        this.#changes.delete(id);
        break;
      case 'edit':
        shared.edit(id, value, value);
        break;
      case 'delete':
        shared.edit(id, undefined, undefined);
        break;
      case 'shared-write':
        shared.write(id, value);
        break;
      case 'shared-remove':
        shared.remove(id);
        break;
      default:
        shared.promote(id);
    }
    for (const [changed, value] of this.#changes) {
      if (jsonEqual(value ?? undefined, shared.fixture(changed)?.value)) this.#changes.delete(changed);
    }
  }

  /** The values that the session must show. */
  expected(): ReadonlyMap<string, JsonObject> {
    const live = new Map(Array.from(this.shared.fixtures(), ({ id, value }) => [id, value]));
    for (const [id, value] of this.#changes) {
      if (value) live.set(id, value);
      else live.delete(id);
    }
    return live;
  }
}

/** A collection with these records and without sessions. */
function plain(live: ReadonlyMap<string, JsonObject>): SharedCollection {
  const collection = collectionOf([]);
  collection.remove('every');
  for (const [id, value] of live) collection.write(id, value);
  return collection;
}

/** The content of a list response, except for versions and revisions. */
function told(collection: Collection, query: string) {
  const { records, total, size, limit, place, links, explainer } = pageOf(collection, query);
  return { values: records.map(({ value }) => value), total, size, limit, place, links, explain: explainer.explain() };
}

const pageStyles = fc.constantFrom('offset', 'page', 'cursor', 'since_id', 'from');
const beginnings = { offset: '0', page: '1', cursor: '', since_id: '', from: '1704067199' };

test('a list in a session equals that of a collection with the same records, for every filter, order and page style', () => {
  fc.assert(
    fc.property(
      records,
      fc.array(step, { maxLength: 25 }),
      filter,
      sort,
      pageStyles,
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 0, max: 2 }),
      (values, steps, where, order, style, limit, asked) => {
        const checked = new Checked(values);
        const limits = style === 'page' ? `per_page=${limit}` : `limit=${limit}`;
        const ordered = style === 'since_id' ? '' : order.text;
        let next: string | null = queryOf(where.text, ordered, limits, `${style}=${beginnings[style]}`);
        // Asked twice, the query has views, which follow the changes.
        for (let time = 0; time < asked; time++) pageOf(checked.session, next);
        for (const [index, one] of steps.entries()) {
          checked.take(one);
          if (asked > 0 && index % 7 === 0) pageOf(checked.session, next);
        }
        const reference = plain(checked.expected());
        for (let page = 0; next !== null && page < 60; page++) {
          const here: ReturnType<typeof told> = told(checked.session, next);
          expect(here).toEqual(told(reference, next));
          next = here.links.next;
        }
      },
    ),
    { numRuns: rounds(400) },
  );
});

test('a session shows its own changes and otherwise the fixtures; nobody else sees its changes', () => {
  fc.assert(
    fc.property(records, fc.array(step, { maxLength: 25 }), (values, steps) => {
      const checked = new Checked(values);
      const other = checked.shared.newSession();
      const said = new Map<string, string>();
      for (const one of steps) {
        const { revision } = checked.session;
        const before = checked.expected();
        checked.take(one);
        const live = checked.expected();
        expect(checked.session.size).toBe(live.size);
        expect(other.size).toBe([...checked.shared.fixtures()].length);
        if (JSON.stringify([...before]) !== JSON.stringify([...live])) {
          expect(checked.session.revision).toBeGreaterThan(revision);
        }
        for (const id of new Set([...before.keys(), ...live.keys()])) {
          const record = checked.session.get(id);
          expect(record?.value).toEqual(live.get(id));
          // After a deletion the version may be higher, because no old version is reused.
          expect(other.get(id)?.value).toEqual(checked.shared.fixture(id)?.value);
          expect(checked.session.isChanged(id)).toBe(!jsonEqual(live.get(id), checked.shared.fixture(id)?.value));
          // No version of an id ever stands for two contents.
          if (!record) continue;
          const name = `${id} ${record.version}`;
          expect(said.get(name) ?? record.text).toBe(record.text);
          said.set(name, record.text);
        }
      }
    }),
    { numRuns: rounds(300) },
  );
});

test('an overlay on a session reads as if it were written there', () => {
  fc.assert(
    fc.property(
      records,
      fc.array(step, { maxLength: 12 }),
      id,
      content,
      filter,
      sort,
      (values, steps, chosen, value, where, order) => {
        const checked = new Checked(values);
        for (const one of steps) checked.take(one);
        const before = checked.session.get(chosen);
        const after = before && new StoredRecord(chosen, { id: chosen, ...value }, before.version);
        const overlay = () => ({
          changes: before ? [{ id: chosen, before, after }] : [],
          revision: checked.session.revision,
        });
        const live = new Map(checked.expected());
        if (after) live.set(chosen, after.value);
        const query = queryOf(where.text, order.text, 'limit=100');
        const { records: page, total } = pageOf(checked.session, query, overlay);
        const expected = pageOf(plain(live), query);
        expect(page.map((record) => record.value)).toEqual(expected.records.map((record) => record.value));
        expect(total).toBe(expected.total);
      },
    ),
    { numRuns: rounds(200) },
  );
});

test('a page computed in slices shows one state even if fixtures are edited meanwhile', () => {
  const many = Array.from({ length: 1_500 }, (_, index) => ({ id: index, price: index % 7 }));
  const background: Work<void>[] = [];
  const shared = collectionOf(many, { inBackground: (work) => background.push(work) });
  const session = shared.newSession();
  for (let index = 0; index < 600; index++) session.write(String(index), { id: index, price: 9 });
  // The last round reads views: that of the fixtures is built, those of the changes are not.
  for (let round = 0; round < 3; round++) {
    if (round === 2) for (const work of background) finish(work);
    const work = listRecords(session, 'sort=-price&limit=1000', options);
    const moments: number[] = [];
    let pauses = 0;
    for (;;) {
      moments.push(session.size);
      const { done, value } = work.next();
      if (done) {
        if (!value.ok) throw new Error(value.problem.detail);
        expect(moments).toContain(value.value.size);
        expect(value.value.total).toBe(value.value.size);
        break;
      }
      // Only a few edits, because the page waits for them to end.
      if (pauses < 3) shared.edit(`new ${round} ${pauses}`, { id: `new ${round} ${pauses}`, price: 10 }, undefined);
      pauses += 1;
    }
    expect(pauses).toBeGreaterThan(0);
  }
});

test('a session has the fields of the fixtures and of its own writes only', () => {
  const shared = collectionOf([]);
  const [session, other] = [shared.newSession(), shared.newSession()];
  session.write('a', { id: 'a', own: 1 });
  shared.write('b', { id: 'b', everybody: 1 });
  const known = (collection: Collection) =>
    ['tag', 'own', 'everybody'].map((name) => collection.fields.find(name) !== undefined);
  expect([session, other, shared].map(known)).toEqual([
    [true, true, false],
    [true, false, false],
    [true, false, true],
  ]);
  shared.edit('c', { id: 'c', later: 1 }, { id: 'c', later: 1 });
  expect(session.fields.find('later')).toBeDefined();
});

test('a session continues the keys of the fixtures independently', () => {
  const shared = collectionOf([]);
  shared.edit('every', undefined, undefined);
  shared.edit('7', { id: 7 }, { id: 7 });
  const [session, other] = [shared.newSession(), shared.newSession()];
  expect(session.nextKey(() => 'made')).toBe(8);
  session.write('8', { id: 8 });
  shared.edit('20', { id: 20 }, { id: 20 });
  expect(session.nextKey(() => 'made')).toBe(21);
  session.write('21', { id: 21 });
  expect([session, other, shared].map((one) => one.nextKey(() => 'made'))).toEqual([22, 21, 21]);
});

test('a closed session receives no more edits', () => {
  const shared = collectionOf([]);
  const session = shared.newSession();
  session.close();
  const { revision } = session;
  shared.edit('a', { id: 'a' }, { id: 'a' });
  expect(session.revision).toBe(revision);
});

test('the first list of a session with many changes indexes them in pieces, and those made meanwhile', () => {
  const shared = collectionOf(Array.from({ length: 2000 }, (_, id) => ({ id: String(id), n: id })));
  const session = shared.newSession();
  for (let id = 0; id < 2000; id += 2) session.write(String(id), { id: String(id), n: -1 });
  const indexing = session.layers.changes?.() ?? [];
  let pieces = 0;
  for (const _ of indexing) {
    session.write(String(2 * pieces + 1), { id: String(2 * pieces + 1), n: -2 });
    session.reset(String(1998 - 2 * pieces));
    pieces += 1;
  }
  expect(pieces).toBeGreaterThan(10);
  const changes = session.layers.changes && finish(session.layers.changes());
  const shown = Array.from(changes?.shown.snapshot() ?? [], ({ id }) => id).sort();
  expect(shown).toEqual([...session.layeredIds()].sort());
  expect(changes?.hidden.size).toBe(shown.length);
});
