import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { axeFaults } from '../../axe-faults.ts';
import { test } from '../../console-test.ts';
import { Frame } from '../../pages/frame.ts';
import { RequestsPage } from '../../pages/requests-page.ts';

test('a client is audited: its failed rule names the requests, opens them and is exported', async ({
  console,
  request,
}) => {
  const { page } = console;
  const frame = new Frame(page);
  const mock = await frame.mockUrl();
  const headers = { 'User-Agent': 'Faulty client' };
  await request.get(`${mock}/api/users/1`, { headers });
  await request.patch(`${mock}/api/users/1`, { headers, data: { name: 'Blind' } });
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  const view = frame.view('Audit');
  await view.getByRole('combobox', { name: 'Client' }).selectOption({ label: 'Faulty client · 2 requests' });
  const rule = view.getByRole('article', { name: 'Writes are conditional once a tag is known' });
  await expect(rule).toContainText('Send the ETag of the last response as If-Match');
  await expect(rule.getByRole('link', { name: 'RFC 9110, section 13.1.1' })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);

  const download = page.waitForEvent('download');
  await view.getByRole('button', { name: 'Export' }).press('Enter');
  await page.getByRole('menuitem', { name: /HTML/ }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain('Writes are conditional once a tag is known');

  await rule
    .getByRole('button', { name: /request/ })
    .last()
    .press('Enter');
  await expect(new RequestsPage(page).detail).toContainText('PATCH');
});
