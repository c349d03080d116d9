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

test('the server stops, starts and moves, and its address is copied', async ({ console, request }) => {
  const frame = new Frame(console.page);
  const settings = new SettingsPage(console.page);

  await test.step('a click copies the address', async () => {
    // The message leaves after 1.5 s.
    const copied = frame.address.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
    await frame.address.click();
    await copied;
  });

  await test.step('stop and start', async () => {
    const before = await frame.mockUrl();
    await frame.stopServer.click();
    await expect(frame.server.getByText('Stopped')).toBeVisible();
    await expect(request.get(before)).rejects.toThrow('ECONNREFUSED');
    await frame.startServer.click();
    await expect(frame.address).toBeVisible();
    expect((await request.get(`${await frame.mockUrl()}/users/1`)).status()).toBe(200);
  });

  await test.step('move to another port', async () => {
    const { port, release } = await takePort();
    await release();
    const before = await frame.mockUrl();
    await frame.open('Settings');
    await settings.movePort(port);
    await expect(frame.address).toContainText(`127.0.0.1:${port}`);
    expect((await request.get(`http://127.0.0.1:${port}/users/1`)).status()).toBe(200);
    await expect(request.get(before)).rejects.toThrow('ECONNREFUSED');
  });

  await test.step('a port in use is refused with a reason', async () => {
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
});
