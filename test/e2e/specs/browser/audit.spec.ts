import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { axeFaults } from '../../axe-faults.ts';
import { test } from '../../console-test.ts';
import { Frame } from '../../pages/frame.ts';
import { RequestsPage } from '../../pages/requests-page.ts';

test('clients are audited, scenes are played against them, and the mock is compared with a service', async ({
  console,
  request,
}) => {
  await test.step('a client is audited: its failed rule names the requests, opens them and is exported', async () => {
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
    expect(await axeFaults(page, 'main')).toEqual([]);

    // A finding among several clients names its own; requests since the audit make it old.
    await request.get(`${mock}/api/users/1`, { headers: { 'User-Agent': 'Other client' } });
    await expect(view.getByRole('status').first()).toContainText('new requests: run it again');
    await view.getByRole('combobox', { name: 'Client' }).selectOption({ label: 'All clients' });
    await expect(view.getByRole('status').first()).toContainText('3 requests of clients');
    await expect(view.getByRole('status').first()).not.toContainText('run it again');
    await expect(rule).toContainText('Faulty client');

    const download = page.waitForEvent('download');
    await view.getByRole('button', { name: 'Export' }).press('Enter');
    await page.getByRole('menuitem', { name: /HTML/ }).click();
    expect(await readFile(await (await download).path(), 'utf8')).toContain(
      'Writes are conditional once a tag is known',
    );

    await rule
      .getByRole('button', { name: /request/ })
      .last()
      .press('Enter');
    await expect(new RequestsPage(page).detail).toContainText('PATCH');
  });

  await test.step('scenes play against a client by mouse and by keyboard, and show what each one found', async () => {
    const { page } = console;
    const frame = new Frame(page);
    const mock = await frame.mockUrl();
    const headers = { 'User-Agent': 'Tested app' };
    const post = () => request.post(`${mock}/api/users`, { headers, data: { name: 'New', status: 'active' } });
    await request.get(`${mock}/api/users/1`, { headers });
    const { total } = await (await request.get(`${mock}/api/users?limit=1`, { headers })).json();
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    const view = frame.view('Audit');
    await view.getByRole('combobox', { name: 'Client' }).selectOption({ label: 'Tested app · 2 requests' });
    await view.getByRole('button', { name: 'Play 10 scenes' }).focus();
    for (const name of ['ghost-write', 'commit-then-reset', 'retry-after', 'cut-body']) {
      await view.getByRole('checkbox', { name: new RegExp(`^${name}`) }).press('Space');
    }
    await view.getByRole('button', { name: 'Play 6 scenes' }).press('Enter');
    const unavailable = view.getByRole('listitem', { name: 'unavailable' });
    await expect(unavailable).toContainText('waiting for the client');
    expect([(await post()).status(), (await post()).status()]).toEqual([503, 201]);
    await expect(unavailable).toContainText('playing 2 requests');
    expect(await axeFaults(page, 'main')).toEqual([]);

    await view.getByRole('button', { name: 'Next scene' }).click();
    await expect(unavailable).toContainText('1 rule broken 2 requests');
    const rule = view.getByRole('article', {
      name: 'POST and PATCH are retried only if a second effect is impossible',
    });
    await expect(rule).toContainText('Scene: unavailable');
    await view.getByRole('button', { name: 'End', exact: true }).press('Enter');
    await expect(view.getByRole('listitem', { name: 'expired-cursor' })).toContainText('no request came');
    const after = await (await request.get(`${mock}/api/users?limit=1`, { headers })).json();
    expect(after.total).toBe(total);

    await view.getByRole('textbox', { name: 'Connection' }).fill('999');
    await expect(view.getByRole('status').first()).toContainText('0 requests');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Play scenes');
    await page.keyboard.press('Enter');
    await view.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(view.getByRole('button', { name: 'Play 6 scenes' })).toBeVisible();
  });

  await test.step('the mock is compared with a service, and a difference shows both responses', async () => {
    const { page } = console;
    const frame = new Frame(page);
    const mock = await frame.mockUrl();
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    const view = frame.view('Audit');
    await view.getByRole('radio', { name: 'Upstream' }).press('Space');
    await view.getByRole('textbox', { name: 'Service' }).fill(`${mock}/elsewhere`);
    await view.getByRole('button', { name: 'Compare' }).press('Enter');
    await expect(view.getByRole('status')).toContainText('checks:');
    const difference = view.getByRole('article', { name: /^Status of a list/ }).first();
    await difference.getByRole('button', { name: 'Show the responses' }).press('Enter');
    await expect(difference.getByRole('region', { name: 'Service' })).toContainText('HTTP 404');
    await expect(difference.getByRole('region', { name: 'Mock' })).toContainText('HTTP 200');
    expect(await axeFaults(page, 'main')).toEqual([]);
  });
});
