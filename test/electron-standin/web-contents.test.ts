import { expect, test } from 'vitest';
import { requireSecure } from './web-contents.mjs';

test.each([
  { sandbox: false },
  { contextIsolation: false },
  { nodeIntegration: true },
  { webSecurity: false },
  { webviewTag: true },
])('requireSecure refuses %j', (preferences) => {
  expect(() => requireSecure(preferences)).toThrow('sandboxed, isolated');
});

test('requireSecure accepts the defaults and explicit safe values', () => {
  requireSecure({});
  requireSecure({ sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true });
});
