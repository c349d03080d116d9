import { expect, test } from 'vitest';
import type { Json } from '../../../../server/domain/json/json.ts';
import { keyLike, withKey } from '../../../../server/domain/records/assign-key.ts';

const definition = { name: 'users', key: 'id', sort: null, time: null, schema: null };

test('gives a record without a key a new one as its first member', () => {
  const added = withKey(definition, { name: 'A' }, () => 7);
  expect(JSON.stringify(added)).toBe('{"id":7,"name":"A"}');
});

test('keeps a record with a key', () => {
  const unused = () => {
    throw new Error('A key was made.');
  };
  for (const id of [7, '', null, false] as const) {
    const record = { name: 'A', id };
    expect(withKey(definition, record, unused)).toBe(record);
  }
});

test.each<[Json | undefined, string, string | number]>([
  [1, '7', 7],
  [1, '-7', -7],
  [1, '07', '07'],
  [1, '7a', '7a'],
  [1, 'x', 'x'],
  [1, '12345678901234567890', '12345678901234567890'],
  ['1', '7', '7'],
  [null, '7', '7'],
  [undefined, '7', '7'],
])('beside the key %j, the id %j is the key %j', (other, id, key) => {
  expect(keyLike(other, id)).toBe(key);
});
