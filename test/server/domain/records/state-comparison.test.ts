import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import { isJsonObject, type Json, type JsonObject, jsonEqual } from '../../../../server/domain/json/json.ts';
import { applyPatch, parsePatch } from '../../../../server/domain/json/json-patch.ts';
import type { MemberChange } from '../../../../server/domain/json/patch-between.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import {
  type ComparedCollection,
  type ComparisonPage,
  compared,
  compareStates,
  liveDiff,
} from '../../../../server/domain/records/state-comparison.ts';
import { largestPiece } from '../../../support/largest-piece.ts';
import { rounds } from '../../../support/rounds.ts';
import { arbitraryRecord } from '../json/arbitrary-json.ts';

type State = ReadonlyMap<string, JsonObject>;

function between(name: string, before: State, after: State): ComparedCollection {
  const ids = new Set([...before.keys(), ...after.keys()]);
  return { name, ids, before: (id) => before.get(id), after: (id) => after.get(id) };
}

const all: ComparisonPage = { limit: 1000 };
const compare = (collections: readonly ComparedCollection[], page: ComparisonPage = all) =>
  finish(compareStates(collections, page));

function applied(value: JsonObject, members: readonly MemberChange[]): Json {
  const patch = parsePatch(members.map(({ op, path, after = null }) => ({ op, path, value: after })));
  if (!patch.ok) throw new Error(patch.problem.detail);
  const result = applyPatch(value, patch.value);
  if (!result.ok) throw new Error(result.problem.detail);
  return result.value.value;
}

const arbitraryState: fc.Arbitrary<State> = fc
  .dictionary(fc.constantFrom('a', 'b', 'c', 'd', '__proto__'), arbitraryRecord.filter(isJsonObject))
  .map((records) => new Map(Object.entries(records)));

test('the differences, applied to the earlier state, give the later one', () => {
  fc.assert(
    fc.property(arbitraryState, arbitraryState, (before, after) => {
      const state = new Map<string, Json>(before);
      const { records, total } = compare([between('things', before, after)]);
      for (const { id, kind, members } of records) {
        const result = applied(before.get(id) ?? {}, members);
        if (kind === 'removed') state.delete(id);
        else state.set(id, result);
        expect(kind === 'added').toBe(!before.has(id));
      }
      expect(total).toBe(records.length);
      expect([...state.keys()].toSorted()).toEqual([...after.keys()].toSorted());
      for (const [id, value] of state) expect(jsonEqual(value, after.get(id))).toBe(true);
    }),
    { numRuns: rounds(300) },
  );
});

test('pages of any size together are the whole comparison', () => {
  fc.assert(
    fc.property(arbitraryState, arbitraryState, fc.integer({ min: 1, max: 4 }), (before, after, limit) => {
      const collections = [between('things', before, after), between('others', after, before)];
      const whole = compare(collections);
      const paged = [];
      for (let offset: number | null = 0; offset !== null; ) {
        const page = compare(collections, { offset, limit });
        expect(page).toMatchObject({ counts: whole.counts, total: whole.total });
        paged.push(...page.records);
        offset = page.next;
      }
      expect(paged).toEqual(whole.records);
    }),
  );
});

const some = between(
  'things',
  new Map<string, JsonObject>([
    ['gone', { id: 'gone' }],
    ['same', { id: 'same' }],
    ['other', { id: 'other', n: 1, tags: ['a', 'b'] }],
  ]),
  new Map<string, JsonObject>([
    ['same', { id: 'same' }],
    ['other', { id: 'other', n: 2, tags: ['a'], more: true }],
    ['fresh', { id: 'fresh' }],
  ]),
);

test('filters by collection, kind and id; the counts are those of everything', () => {
  const counts = [{ collection: 'things', added: 1, removed: 1, changed: 1 }];
  const ids = (page: Partial<ComparisonPage>) => {
    const { records, ...rest } = compare([some], { ...all, ...page });
    expect(rest).toEqual({ counts, total: records.length, next: null });
    return records.map(({ id }) => id);
  };
  expect(ids({})).toEqual(['gone', 'other', 'fresh']);
  expect(ids({ kinds: ['added', 'removed'] })).toEqual(['gone', 'fresh']);
  expect(ids({ id: 'other' })).toEqual(['other']);
  expect(ids({ collection: 'others' })).toEqual([]);
  expect(compare([some], { ...all, offset: 9 })).toEqual({ counts, total: 3, records: [], next: null });
});

test('names each value that differs, before and after', () => {
  expect(compare([some], { ...all, kinds: ['changed'] }).records).toEqual([
    {
      collection: 'things',
      id: 'other',
      kind: 'changed',
      members: [
        { op: 'replace', path: '/n', before: 1, after: 2 },
        { op: 'remove', path: '/tags/1', before: 'b' },
        { op: 'add', path: '/more', after: true },
      ],
    },
  ]);
});

test('a page ends early at large records, and 100,000 records are compared in slices', () => {
  const large = { text: 'x'.repeat(600_000) };
  const ids = ['1', '2', '3', '4'];
  const added: ComparedCollection = { name: 'large', ids, before: () => undefined, after: () => large };
  expect(compare([added])).toMatchObject({ total: 4, records: [{ id: '1' }, { id: '2' }], next: 2 });

  const many = Array.from({ length: 100_000 }, (_, index) => String(index));
  const work = compareStates([{ ...added, ids: many, after: (id) => ({ id }) }], { limit: 10, offset: 99_995 });
  let slices = 0;
  for (let step = work.next(); ; step = work.next(), slices += 1) {
    if (!step.done) continue;
    expect(step.value).toMatchObject({ total: 100_000, next: null, records: { length: 5 } });
    break;
  }
  expect(slices).toBeGreaterThan(1000);
});

test('the differences of a live state are those of one moment, despite writes while they are collected', () => {
  const definition = { name: 'things', key: 'id', sort: null, time: null, schema: null };
  const collection = new SharedCollection(
    definition,
    Array.from({ length: 3000 }, (_, id) => ({ id, n: 0 })),
  );
  for (let id = 0; id < 2500; id++) collection.write(String(id), { id, n: 1 });
  collection.remove('7');
  const atOnce = finish(liveDiff([collection]));
  let pieces = 0;
  const work = liveDiff([collection]);
  for (;;) {
    const { done, value } = work.next();
    if (done) {
      expect(value).toEqual(atOnce);
      break;
    }
    collection.write(String(2499 - pieces), { id: 2499 - pieces, n: 2 });
    collection.write('7', { id: 7, n: 3 });
    collection.reset(String(2000 + pieces));
    collection.write(String(2600 + pieces), { id: 2600 + pieces, n: 4 });
    pieces += 1;
  }
  expect(pieces).toBeGreaterThan(3);
});

test('finds the changed records of a live state between its pauses, each once', () => {
  const definition = { name: 'things', key: 'id', sort: null, time: null, schema: null };
  const fixtures = Array.from({ length: 5000 }, (_, id) => ({ id: String(id), n: 0 }));
  const collection = new SharedCollection(definition, fixtures);
  for (const { id } of fixtures) collection.write(id, { id, n: 1 });
  const looked = vi.spyOn(collection, 'isChanged');
  const listed = vi.spyOn(collection, 'changedIds');
  const work = compareStates([compared(collection)], { limit: 10 });
  work.next();
  collection.reset('0');
  collection.write('0', { id: '0', n: 2 });
  const { value, largest } = largestPiece(work, () => looked.mock.calls.length);
  expect(value.total).toBe(5000);
  expect(listed).not.toHaveBeenCalled();
  expect(largest).toBeLessThanOrEqual(64);
});
