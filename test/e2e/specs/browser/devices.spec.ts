import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { startHeadless } from '../../../../.scripts/headless.mjs';
import { networkAddresses } from '../../../../server/tls/machine-names.ts';
import { axeFaults } from '../../axe-faults.ts';
import { test } from '../../console-test.ts';
import { Frame } from '../../pages/frame.ts';
import { SettingsPage } from '../../pages/settings-page.ts';
import { within } from '../../running-console.ts';

const flags = ['--read-only', '--quiet', '--tls-port=0', '--port=0', '--console-port=0', '--host=0.0.0.0'];

test('other devices find the addresses with QR codes and the certificate, until the mock listens for this machine only', async ({
  console,
}) => {
  const program = startHeadless(flags, () => undefined);
  const ready = await within(60_000, 'Starting the program', program.ready);
  const page = await console.page.context().newPage();
  try {
    await page.goto(`${ready?.console}/#token=${ready?.token}`);
    // The bar is there before any edit; closed, the top bar still says so.
    const bar = page.getByRole('status').filter({ hasText: 'In memory: changes are not saved.' });
    await expect(bar.getByRole('button', { name: 'Download' })).toBeVisible();
    await bar.getByRole('button', { name: 'Close the notice' }).click();
    await expect(bar).toBeHidden();
    await expect(page.getByRole('banner').getByRole('status').filter({ hasText: 'In memory' })).toBeVisible();
    // The sample offers its tour once in each browser.
    const tour = page.getByRole('region', { name: 'Tour' });
    await tour.getByRole('button', { name: 'End the tour' }).click();
    await page.reload();
    await expect(bar).toBeVisible();
    await expect(tour).toBeHidden();
    await new Frame(page).open('Settings');
    const { devices, host, https } = new SettingsPage(page);
    for (const address of networkAddresses().filter((one) => !one.includes(':'))) {
      for (const scheme of ['http', 'https']) {
        const code = devices.getByRole('img', { name: new RegExp(`^QR code of ${scheme}://${address}:\\d+$`) });
        await expect(code).toBeVisible();
        const url = (await code.getAttribute('aria-label'))?.replace('QR code of ', '') ?? '';
        await expect(devices.getByText(url, { exact: true })).toBeVisible();
        await expect(devices.getByRole('button', { name: `Copy ${url}`, exact: true })).toBeVisible();
      }
    }
    await expect(devices).toContainText(/may reach the mock at these addresses|for this machine only/);
    expect(await axeFaults(page, 'main')).toEqual([]);

    const downloading = page.waitForEvent('download');
    await devices.getByRole('button', { name: 'Download certificate' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('mock-api-console-ca.crt');
    expect(await readFile(await download.path(), 'utf8')).toMatch(/^-----BEGIN CERTIFICATE-----\n/);

    await host.fill('127.0.0.1');
    await host.press('Enter');
    await expect(devices).toContainText('The mock listens for this machine only.');
    await expect(devices.getByRole('img')).toHaveCount(0);
    await https.click();
    await expect(devices.getByRole('button', { name: 'Download certificate' })).toHaveCount(0);
  } finally {
    await page.close();
    program.stop();
    await program.exitCode;
  }
});
