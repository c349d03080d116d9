import { expect, test } from 'vitest';
import {
  choiceOf,
  conditionHeaders,
  seenNow,
  valueFor,
  withChoice,
} from '../../../../../renderer/features/try-it/model/conditions.ts';
import { otherChanges } from '../../../../../renderer/features/try-it/model/other-client.ts';

const first = seenNow(undefined, { etag: '"1-a"', version: '1' });
const second = seenNow(first, { etag: '"2-b"', version: '2' });

test('a new tag makes the previous one stale', () => {
  expect(seenNow(second, { etag: '"2-b"', version: '2' })).toBe(second);
  expect([valueFor('If-Match', 'seen', second), valueFor('If-Match', 'stale', second)]).toEqual(['"2-b"', '"1-a"']);
  expect([valueFor('X-Resource-Version', 'seen', second), valueFor('X-Resource-Version', 'stale', second)]).toEqual([
    '2',
    '1',
  ]);
});

test('offers a stale tag without history, but no seen tag', () => {
  expect(valueFor('If-Match', 'stale', first)).not.toBe('"1-a"');
  expect(valueFor('X-Resource-Version', 'stale', first)).toBe('0');
  expect(valueFor('If-None-Match', 'seen', undefined)).toBeNull();
  expect(valueFor('X-Resource-Version', 'any', second)).toBeNull();
});

test.each(conditionHeaders)('the choice for %s equals the headers', (header) => {
  for (const choice of ['seen', 'stale', 'any', 'none'] as const) {
    if (choice === 'any' && header === 'X-Resource-Version') continue;
    const headers = withChoice([['Prefer', 'x']], header, choice, second);
    expect(choiceOf(headers, header, second)).toBe(choice);
    expect(choiceOf(withChoice(headers, header, 'none', second), header, second)).toBe('none');
  }
  expect(choiceOf([[header.toLowerCase(), '"own"']], header, second)).toBe('own');
});

test('otherChanges starts with the name and never changes the key', () => {
  const changes = otherChanges({ id: 1, userId: '7', stock: 3, name: 'Lamp', discontinued: false, at: null }, 'id');
  expect(changes).toEqual([
    { name: 'Lamp (edited)' },
    { discontinued: true },
    { stock: 4 },
    { userId: '7 (edited)' },
    { changed_by: 'another client' },
  ]);
});
