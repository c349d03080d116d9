import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import type { Position } from '../../../../server/domain/sort/position.ts';
import { Sort } from '../../../../server/domain/sort/sort.ts';
import { orderedRecords } from '../../../../server/domain/views/collection-views.ts';
import { FullScan } from '../../../../server/domain/views/full-scan.ts';
import { LayeredRecords } from '../../../../server/domain/views/layered-records.ts';
import { rounds } from '../../../support/rounds.ts';
import { collectionOf, content, filter, records, sort } from '../list/list-arbitraries.ts';
import { planOf } from './plan-of.ts';

/** An order that counts comparisons. */
class CountingSort extends Sort {
  comparisons = 0;

  override compare(a: Position, b: Position): number {
    this.comparisons += 1;
    return super.compare(a, b);
  }
}

const step = fc.record({
  id: fc.oneof(fc.integer({ min: -20, max: 120 }).map(String), fc.constantFrom('a', 'B', 'every')),
  kind: fc.constantFrom('write', 'write', 'remove', 'reset'),
  isOwn: fc.boolean(),
  content,
});

test('the records of a session are those of a full scan of it: pages, counts and places', () => {
  fc.assert(
    fc.property(records, fc.array(step, { maxLength: 40 }), filter, sort, (values, steps, where, order) => {
      const collection = collectionOf(values);
      const session = collection.newSession();
      const plan = planOf(collection, where.text, order.text);
      const read = () => finish(orderedRecords(session, plan.filter, plan.sort));
      // The third reader finds a view.
      for (let time = 0; time < 3; time++) read();
      for (const { id, kind, isOwn, content: rest } of steps) {
        const changed = isOwn ? session : collection;
        if (kind === 'write') changed.write(id, { ...rest, id });
        else changed[kind](id);
      }
      const list = read();
      expect(list).toBeInstanceOf(LayeredRecords);
      const scan = finish(FullScan.of(session.snapshot(), plan.filter, plan.sort));
      const { total, size, counts } = scan;
      expect(list).toMatchObject({ total, size, counts, revision: session.revision, moment: session.revision });
      const whole = finish(scan.slice(0, total));
      expect(finish(list.slice(0, total))).toEqual(whole);
      for (let start = 0; start <= total + 1; start++) {
        for (const length of [0, 1, 3]) {
          expect(finish(list.slice(start, start + length))).toEqual(whole.slice(start, start + length));
        }
        const record = whole[start];
        if (!record) continue;
        const position = plan.sort.positionOf(record);
        expect(finish(list.count((other) => plan.sort.compare(other, position) < 0))).toBe(start);
      }
    }),
    { numRuns: rounds(200) },
  );
});

test('a long page of a session stays as it is while the shared records change', () => {
  const collection = collectionOf(Array.from({ length: 3_000 }, (_, id) => ({ id, price: id, tag: 'a' })));
  const plan = planOf(collection, 'tag=a', 'sort=price');
  const session = collection.newSession();
  for (let time = 0; time < 3; time++) finish(orderedRecords(session, plan.filter, plan.sort));
  for (let id = 0; id < 1_500; id++) session.write(String(2 * id), { id: 2 * id, price: 3_000 - id, tag: 'a' });
  const list = finish(orderedRecords(session, plan.filter, plan.sort));
  const reading = list.slice(100, 2_900);
  let pauses = 0;
  for (;;) {
    const { done, value } = reading.next();
    if (done) {
      const scan = finish(FullScan.of(session.snapshot(), plan.filter, plan.sort));
      expect(value).toEqual(finish(scan.slice(100, 2_900)));
      break;
    }
    collection.write(String(2 * pauses + 1), { id: 2 * pauses + 1, price: 10_000 + pauses, tag: 'a' });
    pauses += 1;
  }
  expect(pauses).toBeGreaterThan(1);
});

test('a page in a session costs the same after ten changes and after thousands', () => {
  const collection = collectionOf(Array.from({ length: 20_000 }, (_, id) => ({ id, price: id % 977, tag: 'a' })));
  const plan = planOf(collection, 'tag=a', 'sort=-price');
  const costs = [10, 10_000].map((changes) => {
    const session = collection.newSession();
    const sort = new CountingSort(plan.sort.terms, false);
    const read = (start: number) => {
      const list = finish(orderedRecords(session, plan.filter, sort));
      return finish(list.slice(start, start + 20));
    };
    for (let time = 0; time < 3; time++) read(0);
    let most = 0;
    for (let index = 0; index < changes; index++) {
      const id = String((index * 7_919) % 20_000);
      session.write(id, { id: Number(id), price: (index * 31) % 977, tag: index % 3 === 0 ? 'b' : 'a' });
    }
    read(0);
    for (const start of [0, 1_000, 5_000, 9_999]) {
      sort.comparisons = 0;
      expect(read(start)).toHaveLength(20);
      most = Math.max(most, sort.comparisons);
    }
    return most;
  });
  expect(costs[0]).toBeLessThan(700);
  expect(costs[1]).toBeLessThan(1_400);
});

test('a page in a session reads past a long run of hidden records at once', () => {
  const collection = collectionOf(Array.from({ length: 5_000 }, (_, id) => ({ id, price: 1, tag: 'a' })));
  const session = collection.newSession();
  const plan = planOf(collection, 'tag=a', '');
  const sort = new CountingSort([], false);
  const read = () => finish(finish(orderedRecords(session, plan.filter, sort)).slice(0, 20));
  for (let time = 0; time < 3; time++) read();
  for (let id = 1; id < 4_900; id++) session.write(String(id), { id, price: 1, tag: 'b' });
  read();
  sort.comparisons = 0;
  expect(read().map(({ id }) => id)).toEqual(['0', ...Array.from({ length: 19 }, (_, index) => String(4_900 + index))]);
  expect(sort.comparisons).toBeLessThan(1_400);
});
