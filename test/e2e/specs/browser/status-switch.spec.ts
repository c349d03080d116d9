import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { FixturesPage } from '../../pages/fixtures-page.ts';
import { Frame } from '../../pages/frame.ts';
import { RequestsPage } from '../../pages/requests-page.ts';

test('the status switch decides the next response, and requests appear in the open log in order', async ({
  console,
  request,
}, testInfo) => {
  const frame = new Frame(console.page);
  const fixtures = new FixturesPage(console.page);
  const requests = new RequestsPage(console.page);
  const mock = await frame.mockUrl();

  await test.step('requests appear in order', async () => {
    await frame.open('Requests');
    const appearance = console.page.evaluate(
      (name) =>
        new Promise<number>((resolve) => {
          const look = () => document.querySelector(`[role=row][aria-label="${name}"]`) && resolve(Date.now());
          new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
          // The row may exist already.
          look();
        }),
      'GET /users/1 200',
    );
    await request.get(`${mock}/users/1`);
    const answered = Date.now();
    testInfo.annotations.push({
      type: 'appeared',
      description: `${(await appearance) - answered} ms after the response`,
    });

    await request.get(`${mock}/users/0`);
    await expect(requests.row('GET /users/0 404')).toBeVisible();
    const names = await requests.rows.evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')));
    expect(names).toEqual(['GET /users/1 200', 'GET /users/0 404']);
  });

  await test.step('the switch decides the next response', async () => {
    await frame.open('Fixtures');
    const url = `${mock}/users/1`;
    expect(await (await request.get(url)).json()).toEqual({ userId: '1', name: 'Rohan Singh', status: 'active' });

    await fixtures.statusOf('1').click();
    await expect(fixtures.statusOf('1')).not.toBeChecked();
    const inactive = await request.get(url);
    expect(inactive.status()).toBe(404);
    expect(await inactive.json()).toEqual({ message: expect.any(String), status: 'inactive' });

    await fixtures.statusOf('1').click();
    await expect(fixtures.statusOf('1')).toBeChecked();
    expect((await request.get(url)).status()).toBe(200);
  });

  await test.step('the space bar toggles the status of the selected user', async () => {
    await fixtures.cell('2', 'Folake Okafor').click();
    await fixtures.table.press('Space');
    await expect(fixtures.statusOf('2')).not.toBeChecked();
  });
});
