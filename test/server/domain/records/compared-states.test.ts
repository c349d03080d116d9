import { expect, test, vi } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { memberChanges } from '../../../../server/domain/json/patch-between.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import {
  type ChangeKind,
  type ComparedCollection,
  compared,
  compareStates,
  liveDiff,
  restorations,
} from '../../../../server/domain/records/state-comparison.ts';

const definition = { name: 'things', key: 'id', sort: null, time: null, schema: null };

function collectionOf(...values: readonly JsonObject[]): SharedCollection {
  return new SharedCollection(definition, values);
}

/** A collection in which one record differs in this way, or none. */
function differing(name: string, kind: ChangeKind | null): ComparedCollection {
  return {
    name,
    ids: ['a'],
    before: () => (kind === 'added' ? undefined : { n: 0 }),
    after: () => (kind === 'removed' ? undefined : { n: kind === null ? 0 : 1 }),
  };
}

test('only collections with differences are counted', () => {
  const collections = [
    differing('same', null),
    ...(['added', 'removed', 'changed'] as const).map((kind) => differing(kind, kind)),
  ];
  const none = { added: 0, removed: 0, changed: 0 };
  expect(finish(compareStates(collections, { limit: 9 })).counts).toEqual([
    { ...none, collection: 'added', added: 1 },
    { ...none, collection: 'removed', removed: 1 },
    { ...none, collection: 'changed', changed: 1 },
  ]);
});

test('a page has the records of one collection if it names one, and leads nowhere if it has none', () => {
  const collections = [differing('one', 'changed'), differing('two', 'added')];
  const page = finish(compareStates(collections, { collection: 'two', limit: 9 }));
  expect(page).toMatchObject({ total: 1, records: [{ collection: 'two' }], next: null });
  expect(finish(compareStates(collections, { limit: 1 })).next).toBe(1);
  expect(finish(compareStates(collections, { limit: 0 })).next).toBeNull();
});

test('comparing pauses after 64 records, whether they differ or not', () => {
  const ids = Array.from({ length: 130 }, (_, index) => (index % 2 === 0 ? String(index) : undefined));
  const many: ComparedCollection = { ...differing('many', null), ids };
  const work = compareStates([many], { limit: 9 });
  let pauses = 0;
  while (!work.next().done) pauses += 1;
  expect(pauses).toBe(2);
});

test('differences have the collections with changes only', () => {
  const [changed, same] = [collectionOf({ id: 'a' }), collectionOf({ id: 'a' })];
  changed.remove('a');
  const others = new SharedCollection({ ...definition, name: 'others' }, [{ id: 'a' }]);
  expect([...finish(liveDiff([others, changed])).keys()]).toEqual(['things']);
  expect(finish(liveDiff([same])).size).toBe(0);
});

test('differences keep the value of their moment although a record changes twice meanwhile', () => {
  const collection = collectionOf();
  for (let id = 0; id < 2000; id += 1) collection.write(String(id), { id, n: 1 });
  const work = liveDiff([collection]);
  work.next();
  for (const n of [2, 3]) collection.write('1999', { id: 1999, n });
  expect(finish(work).get('things')?.get('1999')).toEqual({ id: 1999, n: 1 });
});

test('changes are not followed any longer once the differences are collected, or given up', () => {
  const collection = collectionOf();
  for (let id = 0; id < 2000; id += 1) collection.write(String(id), { id });
  const stop = vi.fn();
  const observe = vi.spyOn(collection, 'observe').mockReturnValue(stop);
  finish(liveDiff([collection]));
  expect(stop).toHaveBeenCalledTimes(1);
  const work = liveDiff([collection]);
  work.next();
  work.return(new Map());
  expect(stop).toHaveBeenCalledTimes(2);
  observe.mockRestore();
});

test('an earlier value whose key has changed since does not count', () => {
  const collection = collectionOf({ id: 'a', n: 0 }, { id: 'b', n: 0 });
  const earlier = new Map([
    [
      'things',
      new Map([
        ['a', { id: 'x', n: 1 }],
        ['b', { id: 'b', n: 1 }],
      ]),
    ],
  ]);
  const { before } = compared(collection, earlier);
  expect(['a', 'b'].map((id) => before(id)?.n)).toEqual([0, 1]);
});

test('each record that may differ comes once, with those of the earlier state first', () => {
  const collection = collectionOf({ id: 'a', n: 0 }, { id: 'b', n: 0 }, { id: 'c', n: 0 });
  collection.write('a', { id: 'a', n: 1 });
  collection.write('b', { id: 'b', n: 0 });
  collection.write('c', { id: 'c', n: 1 });
  const earlier = new Map([['things', new Map([['c', { id: 'c', n: 1 }]])]]);
  expect([...compared(collection, earlier).ids]).toEqual(['c', 'a', undefined, undefined]);
  const ids = compared(collection).ids[Symbol.iterator]();
  expect(ids.next().value).toBe('a');
  collection.promote('a');
  collection.write('a', { id: 'a', n: 2 });
  expect(ids.next().value).toBeUndefined();
  collection.edit('b', { id: 'b', n: 5 }, { id: 'b', n: 5 });
  collection.write('b', { id: 'b', n: 6 });
  expect([...{ [Symbol.iterator]: () => ids }]).toEqual(['c', undefined, 'b']);
});

test('finding what must be restored pauses after 64 records', () => {
  const collection = collectionOf();
  for (let id = 0; id < 130; id += 1) collection.write(String(id), { id: String(id) });
  const work = restorations([collection], new Map());
  let pauses = 0;
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) {
      expect(step.value).toHaveLength(130);
      break;
    }
    pauses += 1;
  }
  expect(pauses).toBe(2);
});

test('a page has another record as long as its values have at most a million characters', () => {
  const textOf = (length: number) => ({ text: 'x'.repeat(length) });
  const least = JSON.stringify(memberChanges({}, textOf(0))).length;
  const lengthOf = (length: number) => {
    const added: ComparedCollection = {
      name: 'large',
      ids: ['1', '2'],
      before: () => undefined,
      after: () => textOf(length - least),
    };
    return finish(compareStates([added], { limit: 9 })).records.length;
  };
  expect([lengthOf(1_000_000), lengthOf(1_000_001)]).toEqual([2, 1]);
});
