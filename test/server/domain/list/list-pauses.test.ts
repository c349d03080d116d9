import { expect, test } from 'vitest';
import { finish, largeResult, type Work } from '../../../../server/domain/basics/work.ts';
import { type ListResult, listRecords } from '../../../../server/domain/list/list.ts';
import type { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { collectionOf, options } from './list-arbitraries.ts';

const many = { ...options, maxPageSize: 10_000 };

/** A collection of records with keys from 10,001. */
function numbered(count: number): SharedCollection {
  return collectionOf(Array.from({ length: count - 1 }, (_, index) => ({ id: 10_001 + index, at: '2024-01-01' })));
}

/** The pauses of a list, with a change in each of them, and its result. */
function listWithPauses(collection: SharedCollection, query: string, change: (pause: number) => void = () => {}) {
  const work: Work<unknown> = listRecords(collection, query, many);
  const pauses: unknown[] = [];
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return { pauses, result: (step.value as { readonly value: ListResult }).value };
    pauses.push(step.value);
    if (pauses.length > 10_000) throw new Error('The list does not end');
    change(pauses.length);
  }
}

test.each([
  [4097, 'limit=4097', 1],
  [4097, 'limit=4096', 0],
  [4096, 'limit=9999', 0],
])('of %i records, %s makes a large result: %i', (count, query, times) => {
  const { pauses } = listWithPauses(numbered(count), query);
  expect(pauses.filter((pause) => pause === largeResult)).toHaveLength(times);
});

test('a page of many records is read with pauses, and shows one moment although records come meanwhile', () => {
  const collection = numbered(2000);
  const query = 'limit=9999';
  // The second request has the view of the query built.
  for (let time = 0; time < 2; time += 1) finish(listRecords(collection, query, many));
  expect(listWithPauses(collection, query).pauses.length).toBeGreaterThan(2);
  let next = 10_000;
  const { result } = listWithPauses(collection, query, (pause) => {
    if (pause > 2) return;
    collection.write(String(next), { id: next });
    next -= 1;
  });
  const ids = result.records.map(({ id }) => id);
  expect(ids).toHaveLength(result.total);
  expect([result.total, new Set(ids).size, ids[0]]).toEqual([2002, 2002, '9999']);
});

test('a list ends although records come in every pause', () => {
  const collection = numbered(2000);
  const query = 'limit=9999';
  for (let time = 0; time < 2; time += 1) finish(listRecords(collection, query, many));
  let next = 10_000;
  const { result, pauses } = listWithPauses(collection, query, () => {
    collection.write(String(next), { id: next });
    next -= 1;
  });
  const ids = result.records.map(({ id }) => id);
  expect(ids).toHaveLength(result.total);
  expect(new Set(ids).size).toBe(result.size);
  expect(result.size).toBe(2000 + pauses.length);
});
