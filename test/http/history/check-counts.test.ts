import { expect, test } from 'vitest';
import { type CountedRequest, countFaults } from './check-counts.ts';

const counted = (called: number, ended: number, place: number | null): CountedRequest => ({ called, ended, place });

test.each<[string, readonly CountedRequest[]]>([
  ['one after the other', [counted(1, 2, 0), counted(3, 4, 1)]],
  ['requests at the same time in any order', [counted(1, 9, 1), counted(2, 8, 2), counted(3, 7, 0)]],
  ['a number that an unknown request has', [counted(1, 2, 0), counted(3, 4, null), counted(5, 6, 2)]],
  ['an unknown request that was not counted', [counted(1, 2, 0), counted(3, 4, null), counted(5, 6, 1)]],
])('the history of counts accepts %s', (_, history) => {
  expect(countFaults(history)).toEqual([]);
});

test.each<[string, readonly CountedRequest[], string]>([
  ['a number given twice', [counted(1, 9, 0), counted(2, 8, 0)], '1 numbers were given twice'],
  ['a number left out', [counted(1, 2, 0), counted(3, 4, 2)], '1 numbers were left out'],
  ['a count that went back', [counted(1, 2, 1), counted(3, 4, 0)], '0 was given after 1'],
  [
    'a count that went back behind an overlapping request',
    [counted(1, 9, 0), counted(2, 3, 2), counted(4, 5, 1)],
    '1 was given after 2',
  ],
])('the history of counts refuses %s', (_, history, fault) => {
  expect(countFaults(history)).toEqual([fault]);
});
