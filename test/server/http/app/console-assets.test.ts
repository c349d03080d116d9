import { expect, test } from 'vitest';
import { ask, sendBytes } from '../../../support/raw-client.ts';
import { startConsole } from './console-server.ts';

test.each([
  ['/', 'text/html; charset=utf-8', 'no-cache'],
  ['/browser.html?x', 'text/html; charset=utf-8', 'no-cache'],
  ['/browser-a1B2c3D4.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  ['/font.woff2', 'font/woff2', 'no-cache'],
])('%s is served without a token', async (target, type, caching) => {
  const { port } = await startConsole();

  const { status, header } = await ask(port, { target });

  expect([status, header('content-type'), header('cache-control')]).toEqual([200, type, caching]);
});

test('serves a file byte for byte', async () => {
  const { port } = await startConsole();

  const bytes = await sendBytes(port, 'GET /font.woff2 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');

  expect([...bytes.subarray(-3)]).toEqual([0, 0xff, 1]);
});

test('HEAD has the length of the file', async () => {
  const { port } = await startConsole();

  const { header } = await ask(port, { method: 'HEAD', target: '/font.woff2' });

  expect(header('content-length')).toBe('3');
});

test.each([
  '/../package.json',
  '/..%2fpackage.json',
  '/%2e%2e/package.json',
  '/..\\package.json',
  '//etc/passwd',
  '/browser.html/',
  '/browser.html%00.js',
  '/.',
  '/constructor',
])('%s is no file', async (target) => {
  const { port } = await startConsole();

  expect((await ask(port, { target })).status).toBe(404);
});
