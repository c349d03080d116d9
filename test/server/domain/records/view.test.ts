import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFilter } from '../../../../server/domain/query/filter.ts';
import { reservedParameters } from '../../../../server/domain/query/page-request.ts';
import { parseQueryString } from '../../../../server/domain/query/query-string.ts';
import { parseSort } from '../../../../server/domain/query/sort-parameter.ts';
import type { Collection } from '../../../../server/domain/records/collection.ts';
import { Scan } from '../../../../server/domain/records/scan.ts';
import { View } from '../../../../server/domain/records/view.ts';
import { LiveViews } from '../../../../server/domain/records/views.ts';
import { collectionOf, content, filter, records, sort } from '../query/list-arbitraries.ts';

/** A filter and a sort, as a request would bring them. */
function planOf(collection: Collection, where: string, order: string) {
  const parameters = parseQueryString(where);
  const parsed = parameters.ok
    ? parseFilter(parameters.value, collection.fields, { lenient: false, reserved: reservedParameters })
    : parameters;
  const given = new URLSearchParams(order);
  const sortParameters = { sort: given.get('sort') ?? undefined, order: given.get('order') ?? undefined };
  const sorted = parseSort(sortParameters, collection.definition, () => collection.fields, 'own');
  if (!parsed.ok || !sorted.ok) throw new Error('The plan is refused');
  return { filter: parsed.value.filter, sort: sorted.value };
}

const steps = fc.array(
  fc.record({
    id: fc.oneof(fc.integer({ min: -20, max: 120 }).map(String), fc.constantFrom('a', 'B', 'every')),
    kind: fc.constantFrom('write', 'remove', 'edit', 'reset', 'keep'),
    content,
  }),
  { maxLength: 40 },
);

test('a view after any changes has the records, the order and the counts of a fresh look at all records', () => {
  fc.assert(
    fc.property(
      records,
      fc.array(fc.tuple(filter, sort), { minLength: 1, maxLength: 4 }),
      steps,
      (values, plans, changes) => {
        const collection = collectionOf(values);
        const views = plans.map(([where, order]) => {
          const plan = planOf(collection, where.text, order.text);
          const view = new View(collection, plan.filter, plan.sort);
          collection.observe((change) => view.update(change));
          return { plan, view };
        });
        for (const change of changes) {
          const value = { ...change.content, id: change.id };
          if (change.kind === 'write') collection.write(change.id, value);
          else if (change.kind === 'edit') collection.edit(change.id, collection.get(change.id)?.value, value);
          else collection[change.kind](change.id);
        }
        for (const { plan, view } of views) {
          const scan = new Scan(collection, plan.filter, plan.sort);
          expect(view.total).toBe(scan.total);
          expect(view.counts).toEqual(scan.counts);
          expect(view.slice(0, view.total)).toEqual(scan.slice(0, scan.total));
          for (const record of collection.values()) {
            const position = plan.sort.positionOf(record);
            const isBefore = (other: typeof position) => plan.sort.compare(other, position) < 0;
            expect(view.count(isBefore)).toBe(scan.count(isBefore));
          }
        }
      },
    ),
    { numRuns: 200 },
  );
});

test('a view of thousands of records stays right', () => {
  const collection = collectionOf(Array.from({ length: 3_000 }, (_, id) => ({ id, price: id % 7, tag: 'a' })));
  const plan = planOf(collection, 'tag=a', 'sort=-price');
  const view = new View(collection, plan.filter, plan.sort);
  collection.observe((change) => view.update(change));
  for (let step = 0; step < 3_000; step++) {
    const id = String((step * 7_919) % 4_000);
    if (step % 3 === 0) collection.remove(id);
    else collection.write(id, { id, price: (step * 31) % 11, tag: step % 5 === 0 ? 'b' : 'a' });
  }
  const scan = new Scan(collection, plan.filter, plan.sort);
  expect(view.slice(0, 5_000)).toEqual(scan.slice(0, 5_000));
});

test('a query gets its view when it is asked again, and keeps it', () => {
  const collection = collectionOf([]);
  const views = new LiveViews(collection);
  const ask = (order: string) => {
    const plan = planOf(collection, '', order);
    return views.ordered(plan.filter, plan.sort);
  };
  expect(ask('sort=tag')).toBeInstanceOf(Scan);
  const view = ask('sort=tag');
  expect(view).toBeInstanceOf(View);
  expect(ask('sort=tag')).toBe(view);
  expect(ask('sort=tag&order=asc')).toBe(view);
  expect(ask('sort=-tag')).toBeInstanceOf(Scan);
});

test('the view that was not used for longest makes room', () => {
  const collection = collectionOf([
    Object.fromEntries([['id', 'wide'], ...Array.from({ length: 40 }, (_, n) => [`f${n}`, n])]),
  ]);
  const views = new LiveViews(collection);
  const ask = (order: string) => views.ordered(null, planOf(collection, '', order).sort);
  const make = (order: string) => {
    ask(order);
    return ask(order);
  };
  const first = make('sort=f0');
  const second = make('sort=f1');
  for (let field = 2; field < 32; field++) make(`sort=f${field}`);
  expect(ask('sort=f0')).toBe(first);
  make('sort=f32');
  expect(ask('sort=f0')).toBe(first);
  expect(ask('sort=f1')).not.toBe(second);
});
