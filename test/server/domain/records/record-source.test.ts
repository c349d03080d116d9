import { expect, test } from 'vitest';
import { changedMembers } from '../../../../server/domain/records/record-source.ts';
import { StoredRecord } from '../../../../server/domain/records/stored-record.ts';

test.each([
  ['a member of another value', { a: 1, b: 2 }, { a: 1, b: 3 }, ['b']],
  ['a member that comes', { a: 1 }, { a: 1, b: 3 }, ['b']],
  ['a member that goes', { a: 1, b: 3 }, { a: 1 }, ['b']],
  ['equal members that are not the same', { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
  ['the order of members', { a: 1, b: 2 }, { b: 2, a: 1 }, []],
  ['a member with the name of an inherited one', { a: 1 }, { a: 1, constructor: 'x' }, ['constructor']],
  ['such a member that goes', { toString: 1 }, {}, ['toString']],
])('changed members: %s', (_, before, after, changed) => {
  expect(changedMembers(new StoredRecord('1', before, 1), new StoredRecord('1', after, 2))).toEqual(changed);
});

test('changed members: none for the same object, null for a created or deleted record', () => {
  const record = new StoredRecord('1', { a: 1 }, 1);
  expect(changedMembers(record, record)).toEqual([]);
  expect(changedMembers(undefined, record)).toBeNull();
  expect(changedMembers(record, undefined)).toBeNull();
});
