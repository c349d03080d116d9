import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finish, type Work } from '../../../../server/domain/basics/work.ts';
import type { FilterNode } from '../../../../server/domain/filter/filter.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import type { Collection } from '../../../../server/domain/records/collection.ts';
import { orderedRecords } from '../../../../server/domain/views/collection-views.ts';
import { FullScan } from '../../../../server/domain/views/full-scan.ts';
import { MaterializedView } from '../../../../server/domain/views/materialized-view.ts';
import { MaterializedViews } from '../../../../server/domain/views/materialized-views.ts';
import { rounds } from '../../../support/rounds.ts';
import { collectionOf, content, filter, records, sort } from '../list/list-arbitraries.ts';
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

/** A collection of many records, with the work that it does in the background and a count of the records that filters test. */
function countedCollection() {
  const background: Work<void>[] = [];
  const values = Array.from({ length: 3_000 }, (_, id) => ({ id, price: id % 7, tag: 'a' }));
  const collection = collectionOf(values, { inBackground: (work) => background.push(work) });
  const { filter, sort } = planOf(collection, 'tag=a', 'sort=-price');
  if (!filter) throw new Error('There is no filter');
  let tested = 0;
  const [node] = filter.nodes;
  const test = (value: JsonObject) => {
    tested += 1;
    return filter.root.test(value);
  };
  const counted = { ...node, test } as FilterNode;
  const counting = { ...filter, root: counted, nodes: [counted] };
  const askIn = (read: Collection) => orderedRecords(read, counting, sort);
  const ask = () => askIn(collection);
  /** The number of records that a piece of work visits. */
  const visits = (work: () => unknown) => {
    tested = 0;
    work();
    return tested;
  };
  return { collection, background, ask, askIn, visits, size: values.length + 1 };
}

/** Runs a little of the work; true once it is complete. */
function goOn<T>(work: Work<T>, pieces: number): boolean {
  for (let piece = 0; piece < pieces; piece++) if (work.next().done) return true;
  return false;
}

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

test('a request before the view is built visits as many records as the first one, and the others none', () => {
  const { background, ask, visits, size } = countedCollection();
  expect(visits(() => finish(ask()))).toBe(size);
  expect(visits(() => finish(ask()))).toBe(size);
  expect(visits(() => finish(ask()))).toBe(0);
  expect(background).toHaveLength(1);
  for (const work of background) expect(visits(() => finish(work))).toBe(0);
  const list = finish(ask());
  expect(list).toBeInstanceOf(MaterializedView);
  expect(visits(() => finish(list.slice(0, 20)))).toBe(0);
});

test('a request after a change does not wait for the view either, and visits the changed record alone', () => {
  const { collection, background, ask, visits } = countedCollection();
  finish(ask());
  finish(ask());
  collection.write('5', { id: 5, price: 100, tag: 'a' });
  // As it was and as it is.
  expect(visits(() => expect(finish(finish(ask()).slice(0, 1))[0]?.id).toBe('5'))).toBe(2);
  for (const work of background) finish(work);
  expect(visits(() => expect(finish(finish(ask()).slice(0, 1))[0]?.id).toBe('5'))).toBe(0);
});

test('requests share the scan with which a view begins, and a cancelled one delays no other', () => {
  const { collection, ask, visits, size } = countedCollection();
  finish(ask());
  const [gone, first, second] = [ask(), ask(), ask()];
  const visited = visits(() => {
    expect(goOn(gone, 3)).toBe(false);
    expect(goOn(first, 2)).toBe(false);
    finish(second);
  });
  expect(visited).toBe(size);
  collection.write('5', { id: 5, price: 100, tag: 'a' });
  const list = finish(first);
  expect([list.total, list.revision]).toEqual([size - 1, collection.revision]);
  expect(finish(list.slice(0, 1))[0]?.value.price).toBe(100);
});

test('a session visits its own changes alone while a view is built, and all records where it has changed many', () => {
  const { collection, askIn, visits, size } = countedCollection();
  const session = collection.newSession();
  for (const _ of [1, 2]) finish(askIn(collection.newSession()));
  session.write('5', { id: 5, price: 100, tag: 'a' });
  session.write('new', { id: 'new', price: 99, tag: 'a' });
  session.remove('6');
  // Two as they were, and two as they are.
  expect(visits(() => finish(askIn(session)))).toBe(4);
  let list = finish(askIn(session));
  expect([list.total, list.size, list.revision]).toEqual([size - 1, size, session.revision]);
  expect(finish(list.slice(0, 3)).map(({ id }) => id)).toEqual(['5', 'new', '13']);
  for (let id = 0; id < size / 8; id++) session.write(`${id}`, { id, price: 1, tag: 'a' });
  expect(visits(() => finish(askIn(session)))).toBe(session.size);
  list = finish(askIn(session));
  expect([list.total, list.revision]).toEqual([size, session.revision]);
});

test('the first request in a session begins no view', () => {
  const { collection, background, askIn } = countedCollection();
  finish(askIn(collection.newSession()));
  expect(background).toHaveLength(0);
  finish(askIn(collection.newSession()));
  expect(background).toHaveLength(1);
});

test('a request scans for itself when more than an eighth of the records has changed since the building began', () => {
  const { collection, ask, visits, size } = countedCollection();
  for (const _ of [1, 2]) finish(ask());
  for (let id = 0; id < Math.floor(size / 8); id++) collection.write(`${id}`, { id, price: id, tag: 'a' });
  expect(visits(() => finish(ask()))).toBe(2 * Math.floor(size / 8));
  collection.write('2999', { id: 2_999, price: 1, tag: 'a' });
  expect(visits(() => finish(ask()))).toBe(size);
});

test('a request that pauses in a shared scan while the view is built takes the view', () => {
  const { collection, background, ask } = countedCollection();
  finish(ask());
  const request = ask();
  expect(goOn(request, 2)).toBe(false);
  for (const work of background) finish(work);
  collection.write('5', { id: 5, price: 100, tag: 'a' });
  const list = finish(request);
  expect(list.revision).toBe(collection.revision);
  expect(finish(list.slice(0, 1))[0]?.id).toBe('5');
});

/** A change of the shared records, or of those of a session. */
const step = fc.record({
  id: fc.oneof(fc.integer({ min: -20, max: 120 }).map(String), fc.constantFrom('a', 'B', 'every')),
  kind: fc.constantFrom('write', 'write', 'remove', 'reset', 'edit', 'promote'),
  isOwn: fc.boolean(),
  content,
  /** Pieces of the building that are done after the change. */
  pieces: fc.nat(3),
});

test('lists that are read while their view is built equal a full scan after every change, in sessions too', () => {
  fc.assert(
    fc.property(
      fc
        .tuple(records, records)
        .map(([some, others]) => [...new Map([...some, ...others].map((one) => [one.id, one])).values()]),
      fc.array(step, { maxLength: 12 }),
      filter,
      sort,
      (values, steps, where, order) => {
        const background: Work<void>[] = [];
        const collection = collectionOf(values, { inBackground: (work) => background.push(work) });
        const session = collection.newSession();
        const plan = planOf(collection, where.text, order.text);
        const check = (read: Collection) => {
          const list = finish(orderedRecords(read, plan.filter, plan.sort));
          const scan = finish(FullScan.of(read.snapshot(), plan.filter, plan.sort));
          const { total, size, counts, revision } = scan;
          expect(list).toMatchObject({ total, size, counts, revision });
          const whole = finish(scan.slice(0, total));
          expect(finish(list.slice(0, total))).toEqual(whole);
          expect(finish(list.slice(1, 3))).toEqual(whole.slice(1, 3));
          const record = whole[1];
          if (!record) return;
          const position = plan.sort.positionOf(record);
          expect(finish(list.count((other) => plan.sort.compare(other, position) < 0))).toBe(1);
        };
        for (const read of [collection, session]) {
          for (const _ of [1, 2]) finish(orderedRecords(read, plan.filter, plan.sort));
        }
        for (const { id, kind, isOwn, content: rest, pieces } of steps) {
          const value = { ...rest, id };
          if (isOwn && (kind === 'write' || kind === 'remove' || kind === 'reset')) {
            if (kind === 'write') session.write(id, value);
            else session[kind](id);
          } else if (kind === 'write') collection.write(id, value);
          else if (kind === 'edit') collection.edit(id, collection.get(id)?.value, value);
          else collection[kind](id);
          check(collection);
          check(session);
          for (let piece = 0; piece < pieces; piece++) for (const work of background) work.next();
        }
      },
    ),
    { numRuns: rounds(300) },
  );
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
