import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { Frame } from '../../pages/frame.ts';
import { RequestsPage } from '../../pages/requests-page.ts';

test('a request shows its messages as text, without secrets, with the explanation of its response', async ({
  console,
  request,
}) => {
  const frame = new Frame(console.page);
  const requests = new RequestsPage(console.page);
  const mock = await frame.mockUrl();
  await frame.open('Requests');

  await test.step('headers, bodies and the explanation', async () => {
    const url = `${mock}/api/users/1`;
    const headers = { 'X-Client': 'the spec', 'If-Match': '"not-the-tag"' };
    expect((await request.patch(url, { headers, data: { name: 'Never' } })).status()).toBe(412);

    await requests.choose('PATCH /api/users/1 412');
    await requests.openPart('Request');
    await expect(requests.header('X-Client')).toHaveText('the spec');
    await expect(requests.detail).toContainText('Never');
    await requests.openPart('Response');
    await expect(requests.header('Content-Type')).toContainText('application/problem+json');
    await expect(requests.detail).toContainText('precondition');
    await requests.openPart('Explanation');
    // The false condition gives the reason.
    await expect(requests.detail.getByRole('region', { name: 'Conditions' })).toContainText('If-Match');
    await expect(requests.detail.getByRole('region', { name: 'Reason' })).toHaveCount(0);
    await expect(requests.detail.getByRole('region', { name: 'Address' })).toContainText('users');
  });

  await test.step('content from clients is only rendered as text', async () => {
    const html = '<img src=x onerror="window.ran = true"><script>window.ran = true</script>';
    await request.post(`${mock}/api/users`, {
      headers: { 'X-Client': html, 'Content-Type': 'text/html' },
      data: html,
    });
    await requests.choose('POST /api/users 415');
    await requests.openPart('Request');
    await expect(requests.header('X-Client')).toHaveText(html);
    expect(await console.page.evaluate(() => 'ran' in window)).toBe(false);
  });

  await test.step('secrets are hidden until somebody shows them', async () => {
    await request.get(`${mock}/users/1`, { headers: { Authorization: 'Bearer of-news' } });
    await requests.choose('GET /users/1 200');
    await requests.openPart('Request');
    await expect(requests.detail).not.toContainText('of-news');
    await requests.detail.getByRole('button', { name: 'Show secrets' }).click();
    await expect(requests.header('Authorization')).toHaveText('Bearer of-news');
  });

  await test.step('a search shows only requests that contain the text', async () => {
    await request.get(`${mock}/users/0`);
    await expect(requests.rows).toHaveCount(4);
    await requests.search('404');
    await expect(requests.rows).toHaveCount(1);
    await expect(requests.row('GET /users/0 404')).toBeVisible();
    await requests.search('');
  });

  await test.step('a note that is typed before the request is shown runs no shortcuts', async () => {
    const { page } = console;
    await requests.choose('GET /users/1 200');
    await requests.table.focus();
    await page.route('**/call/requests.*', async (route) => {
      await pause(500);
      await route.continue();
    });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('nerror');
    await page.keyboard.press('Enter');
    await expect(requests.row('GET /users/0 404')).toContainText('error');
    await expect(requests.table).toBeFocused();
    // The field is opened again before the detail has the note, and left as it is.
    await page.keyboard.press('n');
    await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('error');
    await requests.searchField.click();
    await page.unrouteAll({ behavior: 'wait' });
    await expect(requests.detail).toContainText('error');
    await expect(requests.row('GET /users/0 404')).toContainText('error');
  });

  await test.step('a note is saved when another request is clicked', async () => {
    const { page } = console;
    await requests.choose('GET /users/1 200');
    await page.keyboard.press('n');
    await page.getByRole('textbox', { name: 'Note' }).fill('left by a click');
    await requests.choose('GET /users/0 404');
    await expect(requests.row('GET /users/1 200')).toContainText('left by a click');
    await expect(requests.row('GET /users/0 404')).not.toContainText('left by a click');
  });
});
