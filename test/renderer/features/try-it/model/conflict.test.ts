import { expect, test } from 'vitest';
import { type Conflict, changedMembers, isAllTheirs } from '../../../../../renderer/features/try-it/model/conflict.ts';
import type { JsonObject } from '../../../../../server/domain/json/json.ts';

function conflict(base: JsonObject, mine: JsonObject, theirs: JsonObject | null): Conflict {
  return { method: 'PATCH', place: '/users/1', base, mine, theirs, format: 'merge-patch', takeTheirs: [] };
}

test('names each changed member once, by who changed it', () => {
  const base = { name: 'Ada', plan: 'free', status: 'active', tag: 'a', address: { city: 'Turin', zip: '1' } };
  const mine = { name: 'Ben', plan: 'free', status: 'inactive', tag: 'b', address: { city: 'Rome', zip: '1' } };
  const theirs = { name: 'Cy', plan: 'team', status: 'active', tag: 'b', address: { city: 'Oslo', zip: '2' } };
  expect(changedMembers(conflict(base, mine, theirs))).toEqual({
    both: ['name', 'address.city'],
    alike: ['tag'],
    theirs: ['plan', 'address.zip'],
    mine: ['status'],
  });
});

test('names a member that both changed as a whole, and nothing inside of it', () => {
  const changed = changedMembers(conflict({ a: { b: 1 } }, { a: 2 }, { a: { b: 3 } }));
  expect(changed).toEqual({ both: ['a'], alike: [], theirs: [], mine: [] });
});

test('knows nothing before the record has been read again', () => {
  expect(changedMembers(conflict({ a: 1 }, { a: 2 }, null))).toBeNull();
});

test('nothing is left to send once every value is theirs', () => {
  const both = conflict({ a: 1, b: 1 }, { a: 2, b: 1 }, { a: 3, b: 1 });
  expect(isAllTheirs(both)).toBe(false);
  expect(isAllTheirs({ ...both, takeTheirs: ['/a'] })).toBe(true);
  expect(isAllTheirs({ ...both, mine: { a: 2, b: 2 }, takeTheirs: ['/a'] })).toBe(false);
  expect(isAllTheirs({ ...both, theirs: null })).toBe(false);
});
