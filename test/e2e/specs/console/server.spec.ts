import { createServer } from 'node:net';
import { expect } from '@playwright/test';
import { listenOnFreePort } from '../../../support/free-port.mjs';
import { test } from '../../console-test.ts';
import { Frame } from '../../pages/frame.ts';
import { SettingsPage } from '../../pages/settings-page.ts';

/** Occupies a free port until `release` is called. */
async function takePort(): Promise<{ port: number; release: () => Promise<void> }> {
  const server = createServer();
  const port = await listenOnFreePort(server);
  return { port, release: () => new Promise((resolve) => server.close(() => resolve())) };
}

test('the server stops and starts', async ({ console, request }) => {
  const frame = new Frame(console.page);
  const before = await frame.mockUrl();
  await frame.stopServer.click();
  await expect(frame.server.getByText('Stopped')).toBeVisible();
  await expect(request.get(before)).rejects.toThrow('ECONNREFUSED');
  await frame.startServer.click();
  await expect(frame.address).toBeVisible();
  expect((await request.get(`${await frame.mockUrl()}/users/1`)).status()).toBe(200);
});

test('the server moves to another port', async ({ console, request }) => {
  const frame = new Frame(console.page);
  const { port, release } = await takePort();
  await release();
  const before = await frame.mockUrl();
  await frame.open('Settings');
  await new SettingsPage(console.page).movePort(port);
  await expect(frame.address).toContainText(`127.0.0.1:${port}`);
  expect((await request.get(`http://127.0.0.1:${port}/users/1`)).status()).toBe(200);
  await expect(request.get(before)).rejects.toThrow('ECONNREFUSED');
});

test('a port in use is refused with a reason, and the server keeps its port', async ({ console, request }) => {
  const frame = new Frame(console.page);
  const settings = new SettingsPage(console.page);
  const taken = await takePort();
  const before = await frame.mockUrl();
  await frame.open('Settings');
  await settings.movePort(taken.port);
  await expect(settings.refusal).toContainText(String(taken.port));
  expect((await request.get(`${before}/users/1`)).status()).toBe(200);
  await settings.movePort('many');
  await expect(settings.refusal).toBeVisible();
  await taken.release();
});

test('a click copies the address', async ({ console }) => {
  const frame = new Frame(console.page);
  // The message leaves after 1.5 s.
  const copied = frame.address.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
  await frame.address.click();
  await copied;
});
