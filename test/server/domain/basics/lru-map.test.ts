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
