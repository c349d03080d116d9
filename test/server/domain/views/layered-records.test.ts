import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import type { Position } from '../../../../server/domain/sort/position.ts';
import { Sort } from '../../../../server/domain/sort/sort.ts';
import { orderedRecords } from '../../../../server/domain/views/collection-views.ts';
import { collectionOf } from '../list/list-arbitraries.ts';
import { planOf } from './plan-of.ts';

/** An order that counts comparisons. */
class CountingSort extends Sort {
  comparisons = 0;

  override compare(a: Position, b: Position): number {
    this.comparisons += 1;
    return super.compare(a, b);
  }
}

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
