import { expect, test } from 'vitest';
import type { Draft } from '../../../../../renderer/features/try-it/model/draft.ts';
import { isAbout } from '../../../../../renderer/features/try-it/model/saved.ts';

test.each<[string, Partial<Draft>, boolean]>([
  ['the same request', {}, true],
  ['another query', { target: '/api/users?limit=5' }, true],
  ['no query', { target: '/api/users' }, true],
  ['another path', { target: '/api/users/42' }, false],
  ['another method', { method: 'POST' }, false],
  ['another body', { body: '{}' }, true],
  ['another condition', { headers: [['If-Match', '"2"']] }, false],
  ['no condition', { headers: [] }, false],
])('the note of a saved request is about %s: %s', (_, change, expected) => {
  const saved: Omit<Draft, 'body'> = { method: 'GET', target: '/api/users?limit=20', headers: [['If-Match', '"1"']] };
  expect(isAbout(saved, { ...saved, body: null, ...change })).toBe(expected);
});
