import { expect, test, vi } from 'vitest';
import { recognizeKey } from '../../../../server/domain/records/recognize-key.ts';

test.each([
  [
    'id',
    'books',
    [
      { id: 1, isbn: 'a' },
      { id: 2, isbn: 'b' },
    ],
  ],
  ['isbn', 'books', [{ isbn: 'a' }, { isbn: 'b' }]],
  ['Book_ID', 'books', [{ Book_ID: 1 }, { Book_ID: 2 }]],
  [
    'code',
    'pets',
    [
      { id: 1, code: 'a' },
      { id: 1, code: 'b' },
    ],
  ],
  ['userId', 'users', [{ userId: 'a', id: 1 }]],
  [undefined, 'books', [{ title: 'A' }]],
] as const)('recognizes %s as the key of %s', (key, collection, records) => {
  expect(recognizeKey(collection, records)).toBe(key);
});

test('reads the names of a bounded number of members', () => {
  const wide = Object.fromEntries(Array.from({ length: 9000 }, (_, index) => [`c${index}`, index]));
  const keys = vi.spyOn(Object, 'keys');
  recognizeKey(
    '',
    Array.from({ length: 200 }, () => ({ ...wide })),
  );
  expect(keys.mock.calls.length).toBeLessThan(10);
  keys.mockRestore();
});
