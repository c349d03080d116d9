import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finish, type Work } from '../../../../server/domain/basics/work.ts';
import type { Collection } from '../../../../server/domain/records/collection.ts';
import { orderedRecords } from '../../../../server/domain/views/collection-views.ts';
import { FullScan } from '../../../../server/domain/views/full-scan.ts';
import { MaterializedView } from '../../../../server/domain/views/materialized-view.ts';
import { rounds } from '../../../support/rounds.ts';
import { collectionOf, content, filter, records, sort } from '../list/list-arbitraries.ts';
import { countedCollection, goOn } from './counted-collection.ts';
import { planOf } from './plan-of.ts';

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

test('a list that is read while its view is built names the revision of an edit that changes no live record', () => {
  const { collection, ask } = countedCollection();
  collection.write('7', { id: 7, price: 100, tag: 'a' });
  for (const _ of [1, 2]) finish(ask());
  const { revision } = collection;
  // The record becomes its fixture.
  collection.promote('7');
  expect(collection.revision).toBeGreaterThan(revision);
  expect(finish(ask()).revision).toBe(collection.revision);
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

test('after the building or the take-over of a view has thrown, another view is built', () => {
  const { collection, background, ask, visits, breaks } = countedCollection();
  const built = () => {
    for (const work of background.splice(0)) finish(work);
    expect(finish(ask())).toBeInstanceOf(MaterializedView);
  };
  for (const _ of [1, 2]) finish(ask());
  breaks(() => {
    // The scan is done; what is left reads the filter for changed records alone.
    collection.write('5', { id: 5, price: 100, tag: 'a' });
    for (const work of background.splice(0)) expect(() => finish(work)).toThrow('a bug');
  });
  for (const _ of [1, 2]) expect(finish(finish(ask()).slice(0, 1))[0]?.id).toBe('5');
  built();
  breaks(() => {
    collection.write('6', { id: 6, price: 200, tag: 'a' });
    expect(() => finish(ask()).total).toThrow('a bug');
  });
  for (const _ of [1, 2]) expect(finish(finish(ask()).slice(0, 1))[0]?.id).toBe('6');
  built();
  expect(visits(() => finish(ask()))).toBe(0);
});

test('a change is made even if the view that it lets proceed throws', () => {
  const { collection, background, ask, breaks } = countedCollection(10_000);
  for (const _ of [1, 2]) finish(ask());
  for (const work of background) finish(work);
  for (let id = 0; id < 8_192; id++) collection.write(`${id}`, { id, price: 100, tag: 'a' });
  breaks(() => {
    collection.write('9000', { id: 9_000, price: 101, tag: 'a' });
    expect(() => finish(ask())).toThrow('a bug');
  });
  expect(collection.get('9000')?.value.price).toBe(101);
  expect(finish(finish(ask()).slice(0, 1))[0]?.id).toBe('9000');
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
