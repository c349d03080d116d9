import { expect, test } from 'vitest';
import type { Json } from '../../../../server/domain/json/json.ts';
import { KeySequence } from '../../../../server/domain/records/key-sequence.ts';

function nextAfter(...keys: readonly Json[]): number | string | undefined {
  const sequence = new KeySequence();
  for (const key of keys) sequence.add(key);
  return sequence.next();
}

test('continues after the highest integer key, in its JSON type', () => {
  expect(nextAfter(1, 9, 3)).toBe(10);
  expect(nextAfter('1', '10', '9')).toBe('11');
  expect(nextAfter('1', 2)).toBe(3);
  expect(nextAfter(1, '1')).toBe(2);
  expect(nextAfter(-5)).toBe(1);
});

test('does not continue keys that are not integers or exceed a double', () => {
  expect(nextAfter()).toBeUndefined();
  expect(nextAfter(1, 'a', 2)).toBeUndefined();
  expect(nextAfter('007')).toBeUndefined();
  expect(nextAfter([5])).toBeUndefined();
  expect(nextAfter('9007199254740993')).toBeUndefined();
});
