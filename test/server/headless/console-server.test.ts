import { expect, test } from 'vitest';
import { newToken } from '../../../server/headless/console-server.ts';

test('a new token can be the value of --token: none begins with a dash', () => {
  const tokens = Array.from({ length: 1000 }, newToken);
  expect(tokens.filter((token) => token.startsWith('-'))).toEqual([]);
  expect(new Set(tokens).size).toBe(1000);
});
