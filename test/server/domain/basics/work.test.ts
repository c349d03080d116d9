import { expect, test } from 'vitest';
import { mapInPieces, pieceLength, pieceLengthAt, takeInPieces } from '../../../../server/domain/basics/work.ts';

const numbers = (length: number) => Array.from({ length }, (_, index) => index);

test('takes every element once, in order, and pauses after each piece', () => {
  const taken: number[] = [];
  const pauses: number[] = [];
  for (const _ of takeInPieces(numbers(7), (number) => taken.push(number), 3)) pauses.push(taken.length);
  expect(taken).toEqual(numbers(7));
  expect(pauses).toEqual([3, 6]);
});

test('takes elements that are added meanwhile', () => {
  const open = new Set([1, 2]);
  const taken: number[] = [];
  for (const _ of takeInPieces(open, (number) => taken.push(number), 1)) if (open.size < 4) open.add(open.size + 1);
  expect(taken).toEqual([1, 2, 3, 4]);
});

test('maps a list in pieces of the usual length', () => {
  let pauses = 0;
  const work = mapInPieces(numbers(3 * pieceLength), (number) => number * 2);
  for (let step = work.next(); ; step = work.next(), pauses += 1) {
    if (!step.done) continue;
    expect(step.value).toEqual(numbers(3 * pieceLength).map((number) => number * 2));
    break;
  }
  expect(pauses).toBe(3);
});

test('costlier elements are taken in smaller pieces, of at least one', () => {
  expect([1, 3, pieceLength, 10 * pieceLength].map(pieceLengthAt)).toEqual([
    pieceLength,
    Math.floor(pieceLength / 3),
    1,
    1,
  ]);
});
