import { expect, test } from 'vitest';
import { finish, type Work } from '../../../../server/domain/basics/work.ts';
import { orderedRecords } from '../../../../server/domain/views/collection-views.ts';
import { FullScan } from '../../../../server/domain/views/full-scan.ts';
import { MaterializedView } from '../../../../server/domain/views/materialized-view.ts';
import { MaterializedViews } from '../../../../server/domain/views/materialized-views.ts';
import { collectionOf } from '../list/list-arbitraries.ts';
import { goOn } from './counted-collection.ts';
import { planOf } from './plan-of.ts';

test('a query gets its view when it is repeated, and keeps it', () => {
  const collection = collectionOf([]);
  const views = new MaterializedViews(collection);
  const ask = (order: string) => {
    const plan = planOf(collection, '', order);
    return finish(views.ordered(plan.filter, plan.sort));
  };
  expect(ask('sort=tag')).toBeInstanceOf(FullScan);
  const view = ask('sort=tag');
  expect(view).toBeInstanceOf(MaterializedView);
  expect(ask('sort=tag')).toBe(view);
  expect(ask('sort=tag&order=asc')).toBe(view);
  expect(ask('sort=-tag')).toBeInstanceOf(FullScan);
});

test('drops the least recently used view', () => {
  const collection = collectionOf([
    Object.fromEntries([['id', 'wide'], ...Array.from({ length: 40 }, (_, n) => [`f${n}`, n])]),
  ]);
  const views = new MaterializedViews(collection);
  const ask = (order: string) => finish(views.ordered(null, planOf(collection, '', order).sort));
  const askTwice = (order: string) => {
    ask(order);
    return ask(order);
  };
  const first = askTwice('sort=f0');
  const second = askTwice('sort=f1');
  for (let field = 2; field < 32; field++) askTwice(`sort=f${field}`);
  expect(ask('sort=f0')).toBe(first);
  askTwice('sort=f32');
  expect(ask('sort=f0')).toBe(first);
  expect(ask('sort=f1')).not.toBe(second);
});

test('a query that pauses while records change shows the state at its start', () => {
  const collection = collectionOf(Array.from({ length: 3_000 }, (_, id) => ({ id, price: id % 7, tag: 'a' })));
  const plan = planOf(collection, 'tag=a', 'sort=-price');
  const before = collection.snapshot();
  const work = orderedRecords(collection, plan.filter, plan.sort);
  expect(goOn(work, 2)).toBe(false);
  collection.write('5', { id: 5, price: 100, tag: 'a' });
  collection.remove('2999');
  const ordered = finish(work);
  expect([ordered.revision, ordered.size, ordered.total]).toEqual([before.revision, 3_001, 3_000]);
  expect(finish(ordered.slice(0, 5_000)).find(({ id }) => id === '5')?.value.price).toBe(5);
  expect(finish(ordered.slice(0, 5_000)).some(({ id }) => id === '2999')).toBe(true);
});

/** Views of a collection that are built only when the test says so, and a query by each of 40 fields. */
function viewsInBackground() {
  const background: Work<void>[] = [];
  const wide = Object.fromEntries([['id', 'wide'], ...Array.from({ length: 40 }, (_, n) => [`f${n}`, n])]);
  const many = Array.from({ length: 600 }, (_, id) => ({ id, f0: id }));
  const collection = collectionOf([wide, ...many], { inBackground: (work) => background.push(work) });
  const views = new MaterializedViews(collection);
  const ask = (field: number) => finish(views.ordered(null, planOf(collection, '', `sort=f${field}`).sort));
  return { background, collection, ask };
}

test('a view that is dropped is not built to its end', () => {
  const { background, ask } = viewsInBackground();
  for (let field = 0; field < 33; field++) for (const _ of [1, 2]) ask(field);
  const pauses = background.map((work) => [...work].length);
  expect(pauses[0]).toBe(0);
  expect(Math.min(...pauses.slice(1))).toBeGreaterThan(0);
});

test('a view that is asked for is ready to be read, however many records have changed', () => {
  const { background, collection, ask } = viewsInBackground();
  for (const _ of [1, 2]) ask(0);
  for (const work of background) finish(work);
  for (let id = 0; id < 600; id++) collection.write(`${id}`, { id, f0: -id });
  const view = ask(0);
  expect(view instanceof MaterializedView && view.isReady).toBe(true);
});

test('a record that changes again after a view was read changes in the view again', () => {
  const { background, collection, ask } = viewsInBackground();
  for (const _ of [1, 2]) ask(0);
  for (const work of background) finish(work);
  const last = (f0: number) => {
    collection.write('7', { id: 7, f0 });
    return finish(ask(0).slice(600, 601))[0]?.id;
  };
  expect([last(5_000), last(-1), last(5_000)]).toEqual(['7', '599', '7']);
});
