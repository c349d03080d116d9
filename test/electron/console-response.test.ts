import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { consoleResponse } from '../../electron/console-response.ts';
import { listConsoleFiles } from '../../server/http/app/console-assets.ts';

const root = mkdtempSync(join(tmpdir(), 'console-files-'));
const folder = join(root, 'console');
mkdirSync(join(folder, 'assets'), { recursive: true });
writeFileSync(join(root, 'secret.txt'), 'secret');
writeFileSync(join(folder, 'desktop.html'), '<!doctype html>');
writeFileSync(join(folder, 'assets', 'app.js'), 'export {};');
writeFileSync(join(folder, 'assets', 'face.woff2'), Buffer.from([0, 255]));
const files = listConsoleFiles(folder);

afterAll(() => rmSync(root, { recursive: true }));

const get = (url: string) => consoleResponse(files, new Request(url));

test.each([
  ['app://console/desktop.html', 'text/html; charset=utf-8'],
  ['app://console/desktop.html?query#fragment', 'text/html; charset=utf-8'],
  ['app://console/assets/app.js', 'text/javascript; charset=utf-8'],
  ['app://console/assets/face.woff2', 'font/woff2'],
])('serves %s as %s', async (url, type) => {
  const response = await get(url);
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe(type);
});

test('serves the bytes of a file unchanged', async () => {
  const response = await get('app://console/assets/face.woff2');
  expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 255]);
});

test.each([
  'app://console/',
  'app://console/assets',
  'app://console/missing.js',
  'app://other/desktop.html',
  'app://console/../secret.txt',
  'app://console/%2e%2e/secret.txt',
  'app://console/..%2fsecret.txt',
  'app://console/..\\secret.txt',
  'app://console//desktop.html',
  `app://console/${folder}/desktop.html`,
])('responds to %s with 404', async (url) => {
  expect((await get(url)).status).toBe(404);
});

test('serves no file outside the list, for any path', async () => {
  const piece = fc.constantFrom('..', '.', '/', '\\', '%2e%2e', '%2f', '%5c', '%00', 'secret.txt', 'assets', 'console');
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
      const response = await get(`app://console/${pieces.join('')}`);
      expect(await response.text()).not.toContain('secret');
    }),
  );
});

test('sends a policy without inline or evaluated code with every response', async () => {
  for (const path of ['desktop.html', 'assets/app.js', 'missing']) {
    const { headers } = await get(`app://console/${path}`);
    const policy = headers.get('Content-Security-Policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  }
});

test('refuses every method but GET with 405', async () => {
  const response = await consoleResponse(files, new Request('app://console/desktop.html', { method: 'POST' }));
  expect(response.status).toBe(405);
  expect(response.headers.get('Allow')).toBe('GET');
});
