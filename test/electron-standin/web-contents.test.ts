import { expect, test } from 'vitest';
import { requireSecure } from './web-contents.mjs';

test.each([
  { sandbox: false },
  { contextIsolation: false },
  { nodeIntegration: true },
  { webSecurity: false },
  { webviewTag: true },
])('a window is refused with %j', (preferences) => {
  expect(() => requireSecure(preferences)).toThrow('sandboxed, isolated');
});

test('a window with the defaults, or with the safe values spelt out, is shown', () => {
  requireSecure({});
  requireSecure({ sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true });
});
