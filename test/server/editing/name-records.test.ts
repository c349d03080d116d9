import { expect, test } from 'vitest';
import { nameChange, nameRecords } from '../../../server/editing/name-records.ts';

test.each([
  [['users'], '42', 1, 'record 42 of users'],
  [['users'], undefined, 2, '2 records of users'],
  [['users', 'orders'], undefined, 2, '2 records'],
  [['users'], undefined, 1, '1 record of users'],
  [['users'], undefined, 1500, '1,500 records of users'],
  [[], undefined, 0, '0 records'],
] as const)('names the records of an edit: %s %s %d', (collections, id, count, words) => {
  expect(nameRecords(new Set(collections), id, count)).toBe(words);
});

test.each([
  [{ age: 1, name: 'Ada' }, { age: 2, name: 'Ada' }, 'change of age in record 42 of users'],
  [{ age: 1 }, { age: 2, name: 'Ada' }, 'change of age and name in record 42 of users'],
  [{ age: 1, name: 'Ada' }, { name: 'Ada' }, 'change of age in record 42 of users'],
  [{ at: { city: 'Turin', zip: '1' } }, { at: { city: 'Rome', zip: '2' } }, 'change of at in record 42 of users'],
  [{ a: 1, b: 1, c: 1 }, { a: 2, b: 2, c: 2 }, 'change of record 42 of users'],
  [{ a: 1 }, { a: 1 }, 'change of record 42 of users'],
  [JSON.parse('{"__proto__":1}'), {}, 'change of __proto__ in record 42 of users'],
  [{ '': 1 }, { '': 2 }, 'change of "" in record 42 of users'],
  [{ 'a\nb\0': 1 }, {}, 'change of "a\\nb\\u0000" in record 42 of users'],
  [{ 'first name': 1, größe: 1 }, {}, 'change of "first name" and größe in record 42 of users'],
  [{}, { ['n'.repeat(100)]: 1 }, `change of ${'n'.repeat(59)}… in record 42 of users`],
])('names a change from %j to %j', (before, after, label) => {
  expect(nameChange('users', '42', before, after)).toBe(label);
});
