import { expect, test } from 'vitest';
import {
  everyInPieces,
  finish,
  isWork,
  mapInPieces,
  pieceLength,
  pieceLengthAt,
  runAtOnce,
  takeInPieces,
  type Work,
} from '../../../../server/domain/basics/work.ts';

const numbers = (length: number) => Array.from({ length }, (_, index) => index);

test('takes every element once, in order and with its index, and pauses after each piece', () => {
  const taken: [string, number][] = [];
  const pauses: number[] = [];
  for (const _ of takeInPieces('abcdefg', (...element) => taken.push(element), 3)) pauses.push(taken.length);
  expect(taken).toEqual(Array.from('abcdefg', (letter, index) => [letter, index]));
  expect(pauses).toEqual([3, 6]);
});

test.each([
  { failing: undefined, tested: 7, pauses: [3, 6] },
  { failing: 6, tested: 7, pauses: [3, 6] },
  { failing: 4, tested: 5, pauses: [3] },
  { failing: 2, tested: 3, pauses: [] },
])('tests elements until one fails, here $failing, and pauses after each piece', ({ failing, ...expected }) => {
  const tested: [string, number][] = [];
  const pauses: number[] = [];
  const passes = (...element: [string, number]) => {
    tested.push(element);
    return element[1] !== failing;
  };
  const work = everyInPieces('abcdefg', passes, 3);
  let step = work.next();
  for (; !step.done; step = work.next()) pauses.push(tested.length);
  expect({ tested, pauses, every: step.value }).toEqual({
    tested: Array.from('abcdefg'.slice(0, expected.tested), (letter, index) => [letter, index]),
    pauses: expected.pauses,
    every: failing === undefined,
  });
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

test('work that nobody else waits for runs to its end in one go', async () => {
  const reached: number[] = [];
  function* counted(result: number): Work<number> {
    for (let at = 1; at <= 3; at += 1) {
      reached.push(at);
      yield;
    }
    return result;
  }
  expect(finish(counted(7))).toBe(7);
  expect(reached).toEqual([1, 2, 3]);
  expect(await runAtOnce(counted(0))).toBe(0);
  expect([isWork(counted(7)), isWork({ status: 200 })]).toEqual([true, false]);
});
