import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import type { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { orderedRecords } from '../../../../server/domain/views/collection-views.ts';
import { FullScan } from '../../../../server/domain/views/full-scan.ts';
import { MaterializedView } from '../../../../server/domain/views/materialized-view.ts';
import { largestPiece } from '../../../support/largest-piece.ts';
import { rounds } from '../../../support/rounds.ts';
import { collectionOf, content, filter, records, sort } from '../list/list-arbitraries.ts';
import { planOf } from './plan-of.ts';

const steps = fc.array(
  fc.record({
    id: fc.oneof(fc.integer({ min: -20, max: 120 }).map(String), fc.constantFrom('a', 'B', 'every')),
    kind: fc.constantFrom('write', 'remove', 'edit', 'reset', 'promote'),
    content,
  }),
  { maxLength: 40 },
);

function follow(collection: SharedCollection, view: MaterializedView): void {
  collection.observe((change) => view.markDirty(change));
}

function make(view: MaterializedView): void {
  while (!view.isReady) view.proceed();
}

test('a view has the records, order and counts of a full scan after any changes', () => {
  fc.assert(
    fc.property(
      records,
      fc.array(fc.tuple(filter, sort), { minLength: 1, maxLength: 4 }),
      steps,
      fc.nat(60),
      (values, plans, changes, haste) => {
        const collection = collectionOf(values);
        const views = plans.map(([where, order]) => {
          const plan = planOf(collection, where.text, order.text);
          const view = new MaterializedView(collection, plan.filter, plan.sort);
          follow(collection, view);
          return { plan, view };
        });
        for (const change of changes) {
          // Views are created before, between and after the changes.
          for (const { view } of views.slice(1)) for (let piece = 0; piece < haste; piece += 20) view.proceed();
          const value = { ...change.content, id: change.id };
          if (change.kind === 'write') collection.write(change.id, value);
          else if (change.kind === 'edit') collection.edit(change.id, collection.get(change.id)?.value, value);
          else collection[change.kind](change.id);
        }
        for (const { plan, view } of views) {
          make(view);
          const scan = finish(FullScan.of(collection.snapshot(), plan.filter, plan.sort));
          expect(view.total).toBe(scan.total);
          expect(view.counts).toEqual(scan.counts);
          expect(finish(view.slice(0, view.total))).toEqual(finish(scan.slice(0, scan.total)));
          for (const record of collection.snapshot()) {
            const position = plan.sort.positionOf(record);
            const isBefore = (other: typeof position) => plan.sort.compare(other, position) < 0;
            expect(finish(view.count(isBefore))).toBe(finish(scan.count(isBefore)));
          }
        }
      },
    ),
    { numRuns: rounds(200) },
  );
});

test('lists that are read between changes equal a full scan, in any order', () => {
  const step = fc.oneof(
    fc.record({ id: fc.integer({ min: 0, max: 4 }).map(String), content }),
    fc.record({ id: fc.integer({ min: 0, max: 4 }).map(String), kind: fc.constantFrom('remove', 'reset', 'promote') }),
    fc.record({ id: fc.constantFrom('every', '1'), price: fc.integer({ min: 0, max: 3 }) }),
    fc.record({ read: fc.nat(3) }),
  );
  fc.assert(
    fc.property(
      records,
      fc.array(fc.tuple(filter, sort), { minLength: 4, maxLength: 4 }),
      fc.array(step, { maxLength: 100 }),
      (values, queries, steps) => {
        const collection = collectionOf(values);
        const plans = queries.map(([where, order]) => planOf(collection, where.text, order.text));
        const read = (plan: (typeof plans)[number]) => finish(orderedRecords(collection, plan.filter, plan.sort));
        const check = (plan: (typeof plans)[number]) => {
          const scan = finish(FullScan.of(collection.snapshot(), plan.filter, plan.sort));
          const list = read(plan);
          expect(finish(list.slice(0, list.total))).toEqual(finish(scan.slice(0, scan.total)));
          expect(list.counts).toEqual(scan.counts);
        };
        for (const plan of [...plans, ...plans]) read(plan);
        for (const one of steps) {
          if ('read' in one) check(plans[one.read] ?? { filter: null, sort: planOf(collection, '', '').sort });
          else if ('content' in one) collection.write(one.id, { ...one.content, id: one.id });
          else if ('price' in one)
            collection.write(one.id, { ...collection.get(one.id)?.value, id: one.id, price: one.price });
          else collection[one.kind](one.id);
        }
        for (const plan of plans) check(plan);
      },
    ),
    { numRuns: rounds(600) },
  );
});

test('a view of thousands of records stays correct', () => {
  const collection = collectionOf(Array.from({ length: 3_000 }, (_, id) => ({ id, price: id % 7, tag: 'a' })));
  const plan = planOf(collection, 'tag=a', 'sort=-price');
  const view = new MaterializedView(collection, plan.filter, plan.sort);
  follow(collection, view);
  for (let step = 0; step < 3_000; step++) {
    // During the first changes it is still being built.
    if (step > 100) view.proceed();
    const id = String((step * 7_919) % 4_000);
    if (step % 3 === 0) collection.remove(id);
    else collection.write(id, { id, price: (step * 31) % 11, tag: step % 5 === 0 ? 'b' : 'a' });
  }
  make(view);
  const scan = finish(FullScan.of(collection.snapshot(), plan.filter, plan.sort));
  expect(finish(view.slice(0, 5_000))).toEqual(finish(scan.slice(0, 5_000)));
});

test('views that nobody reads never fall far behind, even after many changes', () => {
  const collection = collectionOf(Array.from({ length: 12_000 }, (_, id) => ({ id, price: id % 7, tag: 'a' })));
  const plans = ['sort=-price', 'sort=tag', 'sort=price,tag'].map((order) => planOf(collection, 'tag=a', order));
  const ask = () =>
    plans.map(({ filter: selection, sort: order }) => finish(orderedRecords(collection, selection, order)));
  ask();
  const views = ask();
  let most = 0;
  for (let step = 0; step < 30_000; step++) {
    const id = (step * 7_919) % 14_000;
    collection.write(String(id), { id, price: (step * 31) % 11, tag: step % 5 === 0 ? 'b' : 'a' });
    for (const view of views) most = Math.max(most, view instanceof MaterializedView ? view.dirtyCount : Number.NaN);
  }
  expect(most).toBeGreaterThan(8_000);
  expect(most).toBeLessThan(9_000);
  for (const [place, view] of ask().entries()) {
    expect(view).toBe(views[place]);
    const { filter: selection, sort: order } = plans[place] ?? { filter: null, sort: planOf(collection, '', '').sort };
    const scan = finish(FullScan.of(collection.snapshot(), selection, order));
    expect(finish(view.slice(0, 1_000))).toEqual(finish(scan.slice(0, 1_000)));
    expect(view.counts).toEqual(scan.counts);
  }
});

test('a record that changes repeatedly is dirty once', () => {
  const collection = collectionOf([{ id: 1, price: 0 }]);
  const { filter, sort } = planOf(collection, 'price_greater_than=5', 'sort=-price');
  const view = new MaterializedView(collection, filter, sort);
  follow(collection, view);
  make(view);
  for (let price = 1; price < 100; price++) collection.write('1', { id: 1, price });
  expect([view.dirtyCount, view.isReady]).toEqual([1, true]);
  expect([view.total, view.counts, view.dirtyCount]).toEqual([1, [1], 0]);
});

test('changes that arrive while a view applies others are applied afterwards', () => {
  const collection = collectionOf(Array.from({ length: 3_000 }, (_, id) => ({ id, price: id, tag: 'a' })));
  const { filter, sort } = planOf(collection, 'tag=a', 'sort=price');
  const view = new MaterializedView(collection, filter, sort);
  follow(collection, view);
  make(view);
  const write = (id: number, price: number, tag = 'a') => collection.write(String(id), { id, price, tag });
  for (let id = 0; id < 2_000; id++) write(id, 5_000 - id);
  expect(view.isReady).toBe(false);
  for (let step = 0; step < 30; step++) {
    view.proceed();
    write(step * 50, step, step % 2 === 0 ? 'a' : 'b');
    if (step % 3 === 0) collection.remove(String(step * 50 + 1));
  }
  make(view);
  const scan = finish(FullScan.of(collection.snapshot(), filter, sort));
  expect(finish(view.slice(0, 5_000))).toEqual(finish(scan.slice(0, 5_000)));
  expect(view.counts).toEqual(scan.counts);
});

test('the building of a view starts again if too many records changed meanwhile', () => {
  const collection = collectionOf([]);
  const { filter, sort } = planOf(collection, '', 'sort=price');
  const view = new MaterializedView(collection, filter, sort);
  follow(collection, view);
  view.proceed();
  for (let step = 0; step < 10_010; step++) {
    collection.write(String(step), { id: String(step), price: step });
    if (step < 10_008) collection.remove(String(step));
  }
  expect(view.dirtyCount).toBeLessThan(10_010);
  make(view);
  expect(finish(view.slice(0, 3)).map(({ value }) => value.price)).toEqual([1, 10_008, 10_009]);
});

/** A view of 3,000 records by price, made. */
function longView() {
  const collection = collectionOf(Array.from({ length: 2_999 }, (_, id) => ({ id, price: id, tag: 'a' })));
  const { filter, sort } = planOf(collection, '', 'sort=price');
  const view = new MaterializedView(collection, filter, sort);
  follow(collection, view);
  make(view);
  return { collection, view, sort };
}

test('a page up to the length of a piece is read at once, a longer one in pieces', () => {
  const { view } = longView();
  expect(largestPiece(view.slice(0, 512), () => 0)).toMatchObject({ pauses: 0 });
  expect(largestPiece(view.slice(0, 513), () => 0)).toMatchObject({ pauses: 2 });
  expect(largestPiece(view.slice(0, 3_000), () => 0)).toMatchObject({ pauses: 6 });
});

test.each([0, 1, 2])(
  'a long page that changes in %i attempts is that of its end, and the third one is not disturbed',
  (disturbed) => {
    const { collection, view, sort } = longView();
    const reading = view.slice(0, 2_000);
    let pauses = 0;
    for (;;) {
      const { done, value } = reading.next();
      if (done) {
        const scan = finish(FullScan.of(collection.snapshot(), null, sort));
        expect(value).toEqual(finish(scan.slice(0, 2_000)));
        break;
      }
      pauses += 1;
      if (pauses <= disturbed) collection.write(`${pauses}`, { id: pauses, price: 5_000, tag: 'a' });
    }
    // Each undisturbed attempt has four pieces; the last attempt has no pause.
    expect(pauses).toBe([4, 5, 2][disturbed]);
  },
);

test('dirty records are taken over in pieces, and are counted until then', () => {
  const { collection, view } = longView();
  const write = (id: number, price: number) => collection.write(`${id}`, { id, price, tag: 'a' });
  for (let id = 0; id < 512; id++) write(id, id + 1);
  expect([view.isReady, view.isBehind, view.dirtyCount]).toEqual([true, false, 512]);
  write(512, 1);
  expect([view.isReady, view.isBehind, view.dirtyCount]).toEqual([false, false, 513]);
  for (let id = 513; id < 2_048; id++) write(id, id + 1);
  let slices = 0;
  while (!view.isReady) {
    view.proceed();
    slices += 1;
    expect(view.isBehind).toBe(!view.isReady);
  }
  // Four pieces to evaluate 2,048 records, 16 and 16 to move them.
  expect(slices).toBeGreaterThanOrEqual(20);
});

test('a change of a member that neither filter nor sort reads makes no record dirty', () => {
  const { collection, view } = longView();
  collection.write('1', { id: 1, price: 1, tag: 'b' });
  expect(view.dirtyCount).toBe(0);
  collection.write('1', { id: 1, price: 2, tag: 'b' });
  expect(view.dirtyCount).toBe(1);
});
