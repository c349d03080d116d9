import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { StoredRecord } from '../../../../server/domain/records/stored-record.ts';
import { MaterializedView } from '../../../../server/domain/views/materialized-view.ts';
import { collectionOf } from '../list/list-arbitraries.ts';
import { planOf } from './plan-of.ts';

/** Records of a collection, with the one that `collectionOf` adds. */
const size = 1_281;

function viewOf(where: string, order: string) {
  const values = Array.from({ length: size - 1 }, (_, id) => ({ id, price: 1, tag: 'c' }));
  const collection = collectionOf(values);
  const { filter, sort } = planOf(collection, where, order);
  const view = new MaterializedView(collection, filter, sort);
  return { collection, view };
}

function made(where: string, order: string) {
  const parts = viewOf(where, order);
  parts.collection.observe((change) => parts.view.markDirty(change));
  while (!parts.view.isReady) parts.view.proceed();
  return parts;
}

/** Marks so many records dirty that the source does not have. */
function markNew(view: MaterializedView, count: number, prefix = 'new'): void {
  for (let index = 0; index < count; index++) {
    view.markDirty({ id: `${prefix}${index}`, before: undefined, after: new StoredRecord('x', {}, 1), changed: null });
  }
}

test('a view has the size and the revision of its source', () => {
  const { collection, view } = made('', 'sort=price');
  collection.remove('3');
  expect([view.size, view.revision, view.moment, view.total]).toEqual([size - 1, 1, 1, size - 1]);
});

test('a view whose source has lost a record without a word says so', () => {
  const { collection, view } = viewOf('', 'sort=price');
  while (!view.isReady) view.proceed();
  collection.remove('3');
  expect(() => finish(view.slice(0, 9))).toThrow('a record that its source does not have');
});

test('a view is behind from 8,192 dirty records on, once it is built', () => {
  const { view } = made('', 'sort=price');
  markNew(view, 8_191);
  expect(view.isBehind).toBe(false);
  markNew(view, 1, 'one more');
  expect(view.isBehind).toBe(true);
  const unbuilt = viewOf('', 'sort=price').view;
  markNew(unbuilt, 8_192);
  expect([unbuilt.isBuilt, unbuilt.isBehind, unbuilt.dirtyCount]).toEqual([false, false, 8_192]);
});

test('the building starts again beyond 10,000 dirty records and those of the source, and a built view does not', () => {
  const { view } = viewOf('', 'sort=price');
  markNew(view, 10_000 + size + 1);
  expect(view.dirtyCount).toBe(10_000 + size + 1);
  markNew(view, 1, 'one more');
  expect(view.dirtyCount).toBe(0);
  const built = made('', 'sort=price').view;
  markNew(built, 10_000 + size + 2);
  expect([built.isBuilt, built.dirtyCount]).toEqual([true, 10_000 + size + 2]);
});

test('the scan of a view that is built, or whose building starts again, is none', () => {
  const { view } = viewOf('', 'sort=price');
  const scan = view.scan();
  expect(scan.next().done).toBe(false);
  markNew(view, 10_000 + size + 2);
  expect(finish(scan)).toBeNull();
  expect(finish(made('', 'sort=price').view.scan())).toBeNull();
});

test('a record that is the same before and after makes no record dirty', () => {
  const { collection, view } = made('', 'sort=price');
  const record = collection.get('3');
  view.markDirty({ id: '3', before: record, after: record, changed: null });
  view.markDirty({ id: 'none', before: undefined, after: undefined, changed: null });
  expect(view.dirtyCount).toBe(0);
});

test.each([
  ['tag=a', '', 5],
  ['tag=a', 'sort=price', 5],
  ['tag=a', 'sort=price,mix', 7],
  ['tag=a&price=1', 'sort=price', 10],
])('dirty records of the filter "%s" and the order "%s" are tested in %i pieces', (where, order, pieces) => {
  const { collection, view } = made(where, order);
  for (let id = 0; id < size - 1; id++) collection.write(`${id}`, { id, price: 1, tag: 'b' });
  expect(view.dirtyCount).toBe(size - 1);
  let slices = 0;
  for (; !view.isReady; slices++) view.proceed();
  expect(slices).toBe(pieces + 1);
});

test('a record that passes as before and keeps its place is not moved', () => {
  const sizes = ['b', 'z'].map((tag) => {
    const { collection, view } = made('tag=b&tag=c&tag=z', 'sort=price');
    for (let id = 0; id < size - 1; id++) collection.write(`${id}`, { id, price: tag === 'b' ? 1 : 2, tag });
    let slices = 0;
    for (; !view.isReady; slices++) view.proceed();
    expect(view.total).toBe(size);
    return slices;
  });
  // To move the records takes ten pieces to take them out, and ten to put them in again.
  expect(sizes).toEqual([13, 33]);
});

test('a view whose building or take-over throws is built anew, and never lacks records', () => {
  const { collection } = viewOf('', '');
  const { filter, sort } = planOf(collection, 'tag=c', 'sort=price');
  if (!filter) throw new Error('There is no filter');
  let isBroken = true;
  const node = {
    ...filter.root,
    test: (value: JsonObject) => {
      if (isBroken && value.id === 700) throw new Error('a bug');
      return filter.root.test(value);
    },
  };
  const view = new MaterializedView(collection, { ...filter, root: node, nodes: [node] }, sort);
  collection.observe((change) => view.markDirty(change));
  const make = () => {
    while (!view.isReady) view.proceed();
  };
  for (const _ of [1, 2]) expect(make).toThrow('a bug');
  expect(view.isBuilt).toBe(false);
  isBroken = false;
  make();
  expect(view.total).toBe(size - 1);
  isBroken = true;
  for (const id of [1, 700, 1_000]) collection.write(String(id), { id, price: 2, tag: 'c' });
  for (const _ of [1, 2]) expect(() => view.total).toThrow('a bug');
  isBroken = false;
  make();
  expect(finish(view.slice(size - 4, size)).map(({ id }) => id)).toEqual(['1', '700', '1000']);
});
