import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { Frame } from '../../pages/frame.ts';
import { RequestsPage } from '../../pages/requests-page.ts';

test('the log is searched, and counts refused requests', async ({ console, request }) => {
  await test.step('the search covers rows and messages, while requests arrive', async () => {
    const frame = new Frame(console.page);
    const requests = new RequestsPage(console.page);
    const mock = await frame.mockUrl();
    await request.get(`${mock}/users/42`);
    await request.get(`${mock}/users/7`);
    await request.patch(`${mock}/api/users/8`, { data: { plan: 'lovelace' } });
    await frame.open('Requests');

    await requests.search('body:"ada lovelace"');
    await expect(requests.rows).toHaveCount(1);
    await expect(requests.row('GET /users/42 200')).toBeVisible();

    await requests.search('body:lovelace -method:get');
    await expect(requests.rows).toHaveCount(1);
    await request.patch(`${mock}/api/users/9`, { data: { plan: 'Lovelace' } });
    await expect(requests.rows).toHaveCount(2);

    await requests.search('status:404');
    await expect(requests.rows).toHaveCount(1);
    await expect(requests.row('GET /users/7 404')).toBeVisible();
    await requests.overTime.hover({ position: { x: 20, y: 20 } });
    await expect(requests.overTime).toHaveAttribute('title', /: 1 request \(1 4xx\), /);
  });

  await test.step('a number finds a request, also one whose link the search would hide', async () => {
    const { page } = console;
    const requests = new RequestsPage(page);
    await requests.search('3');
    await page.getByRole('button', { name: 'Find #3' }).click();
    await expect(requests.rows).toHaveCount(1);
    await requests.search('#2');
    await requests.searchField.press('Enter');
    await expect(requests.table).toBeFocused();
    await expect(requests.detail).toHaveAccessibleName('Request 2');
    await page.goto(page.url().replace(/#.*$/, '#/requests/1'));
    await expect(requests.detail).toContainText('#1');
    await page.getByRole('button', { name: 'Show #1' }).click();
    await expect(requests.searchField).toHaveValue('');
    await expect(requests.row('GET /users/42 200')).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('a refused request is counted, with its reason and the way to the settings', async () => {
    const { page } = console;
    const frame = new Frame(page);
    const headers = { Origin: 'http://localhost:3000' };
    const response = await request.patch(`${await frame.mockUrl()}/api/users/8`, { headers, data: { plan: 'pro' } });
    expect(response.status()).toBe(403);
    await frame.open('Requests');
    await page.getByRole('button', { name: '1 refused' }).click();
    const reason = page.getByRole('dialog', { name: 'Refused requests' });
    await expect(reason).toContainText('Pages of http://localhost:3000 may read from this server, but not write.');
    await reason.getByRole('button', { name: 'Open Settings' }).click();
    await expect(page).toHaveURL(/#\/settings$/);
  });
});
