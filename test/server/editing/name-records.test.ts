import { expect, test } from 'vitest';
import { nameRecords } from '../../../server/editing/name-records.ts';

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
