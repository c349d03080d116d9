import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { Frame } from '../../pages/frame.ts';
import { RequestsPage } from '../../pages/requests-page.ts';

test('the search covers rows and messages, while requests arrive', async ({ console, request }) => {
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
});
