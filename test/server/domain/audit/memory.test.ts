import { expect, test } from 'vitest';
import { memory } from '../../../../server/domain/audit/memory.ts';

test('remembers values by their keys', () => {
  const seen = memory<number>();
  expect([seen.size, seen.get('a')]).toEqual([0, undefined]);
  seen.set('a', 1);
  seen.set('a', 2);
  expect([seen.size, seen.get('a'), seen.get('b')]).toEqual([1, 2, undefined]);
  seen.delete('a');
  expect([seen.size, seen.get('a')]).toEqual([0, undefined]);
});

test('drops the oldest entry beyond 10,000', () => {
  const seen = memory<number>();
  for (let index = 0; index < 10_000; index += 1) seen.set(String(index), index);
  expect([seen.size, seen.get('0')]).toEqual([10_000, 0]);
  seen.set('new', 1);
  expect([seen.size, seen.get('0'), seen.get('1'), seen.get('new')]).toEqual([10_000, undefined, 1, 1]);
});
