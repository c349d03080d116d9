import { expect, test } from 'vitest';
import { LruMap } from '../../../../server/domain/basics/lru-map.ts';

test('drops the least recently used entry', () => {
  const map = new LruMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  expect(map.get('a')).toBe(1);
  map.set('c', 3);
  expect([...map.values()]).toEqual([1, 3]);
  expect(map.get('b')).toBeUndefined();
  map.set('a', 4);
  map.set('d', 5);
  expect([...map.values()]).toEqual([4, 5]);
});

test('peek gives a value and does not mark it as used', () => {
  const map = new LruMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  expect([map.peek('a'), map.peek('none')]).toEqual([1, undefined]);
  map.set('c', 3);
  expect([map.peek('a'), map.peek('b'), map.peek('c')]).toEqual([undefined, 2, 3]);
});

test('a deleted entry is gone and leaves room for another', () => {
  const map = new LruMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.delete('b');
  expect([map.size, map.get('b')]).toEqual([1, undefined]);
  map.set('c', 3);
  expect([map.size, [...map.values()]]).toEqual([2, [1, 3]]);
});

test('a missing key that is asked for takes no room', () => {
  const map = new LruMap<string, number>(1);
  map.set('a', 1);
  expect([map.get('none'), map.get('a'), map.size]).toEqual([undefined, 1, 1]);
});
