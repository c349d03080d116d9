import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { Frame } from '../../pages/frame.ts';
import { RequestsPage } from '../../pages/requests-page.ts';
import { TryItPage } from '../../pages/try-it-page.ts';

test('a filter and a change are built in several forms, and a stopped server is named', async ({ console }) => {
  await test.step('rows, groups, text and address show the same filter', async () => {
    const frame = new Frame(console.page);
    const tryIt = new TryItPage(console.page);
    await frame.open('Try it');
    await tryIt.address.fill('/api/products?category=toys&price_less_than=50');
    const rows = tryIt.editor.getByRole('region', { name: 'Conditions' });
    await rows.getByRole('group', { name: 'and price_less_than' }).getByLabel('Value').fill('30');
    await expect(tryIt.address).toHaveValue('/api/products?category=toys&price_less_than=30');

    await tryIt.editor.getByRole('button', { name: 'Convert to filter=' }).click();
    const text = tryIt.editor.getByRole('textbox', { name: 'filter= as text' });
    await expect(text).toHaveValue('category eq exact "toys" and price lt 30');
    await text.fill('price lt 30 or not (category eq "toys")');
    const group = tryIt.editor.getByRole('group', { name: 'Group', exact: true });
    await expect(group.getByLabel('Group matches')).toHaveValue('any of');
    await tryIt.editor.getByRole('group', { name: 'Condition on price' }).getByLabel('Value').fill('cheap');
    await expect(tryIt.editor.getByRole('alert')).toContainText('a number');
    await tryIt.editor.getByRole('group', { name: 'Condition on price' }).getByLabel('Value').fill('20');
    await expect(text).toHaveValue('price lt 20 or not (category eq "toys")');

    await tryIt.sendButton.click();
    await expect(tryIt.status).toContainText('200');
    const picture = tryIt.response.getByRole('region', { name: 'Filter and page' });
    await expect(picture).toContainText('price lt 20');
    await picture.getByLabel('Find a record').fill('none');
    await picture.getByRole('button', { name: 'Explain', exact: true }).click();
    await expect(picture.getByRole('status')).toContainText('There is no record none');
  });

  await test.step('a change is converted between patch formats, with a message if one cannot express it', async () => {
    const frame = new Frame(console.page);
    const tryIt = new TryItPage(console.page);
    await frame.open('Try it');
    await tryIt.begin('Merge patch');
    await expect(tryIt.member('address/city')).toHaveValue('Turin');
    await tryIt.member('last_login_at').fill('null');
    await tryIt.member('tags').fill('["vip","late"]');
    await tryIt.editor.getByRole('radio', { name: 'JSON Patch' }).click();
    const body = tryIt.editor.getByRole('textbox', { name: 'Body of the request' });
    await expect(body).toContainText('"/tags/1"');
    await tryIt.editor.getByRole('radio', { name: 'Merge patch' }).click();
    await expect(tryIt.editor).toContainText('/tags is sent as a whole');
    await expect(body).toContainText('"city": "Turin"');
  });

  await test.step('a stopped server sends nothing, and the view offers to start it', async () => {
    const frame = new Frame(console.page);
    const tryIt = new TryItPage(console.page);
    await frame.open('Try it');
    await frame.stopServer.click();
    await frame.startServer.waitFor();
    await tryIt.sendButton.click();
    await expect(console.page.getByRole('alert')).toContainText('start it');
  });
});

test('requests are saved, taken from the log and repeated', async ({ console, request }) => {
  await test.step('the saved requests are shown where there is room, also after the window has grown', async () => {
    const usual = console.page.viewportSize();
    await console.page.setViewportSize({ width: 420, height: 800 });
    await new Frame(console.page).open('Try it');
    const saved = console.page.getByRole('list', { name: 'Saved requests' });
    await expect(saved).toHaveCount(0);
    await console.page.setViewportSize(usual ?? { width: 1280, height: 800 });
    await expect(saved).toBeVisible();
  });
  await test.step('a saved request survives a restart', async () => {
    const frame = new Frame(console.page);
    await frame.open('Try it');
    const tryIt = new TryItPage(console.page);
    await tryIt.ask('/api/orders?status=paid');
    await expect(tryIt.status).toContainText('200');
    await console.page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = console.page.getByRole('dialog', { name: 'Save the request' });
    await dialog.getByLabel('Name').fill('Paid orders');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(tryIt.saved('Paid orders')).toBeVisible();
    await expect(frame.saved).toBeVisible();
    await console.restart();
    await new Frame(console.page).open('Try it');
    const again = new TryItPage(console.page);
    await again.begin('Paid orders');
    await expect(again.address).toHaveValue('/api/orders?status=paid');
  });

  await test.step('a request that is saved late closes only its own dialog', async () => {
    const { page } = console;
    const tryIt = new TryItPage(page);
    let reply = () => {};
    const held = new Promise<void>((resolve) => {
      reply = resolve;
    });
    await page.route(/call.saved.put$/, async (route) => {
      await held;
      await route.continue();
    });
    const dialog = page.getByRole('dialog', { name: 'Save the request' });
    const begin = async (target: string, name: string) => {
      await tryIt.address.fill(target);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await dialog.getByLabel('Name').fill(name);
    };
    await begin('/users/1', 'Late');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await begin('/users/2', 'Next');
    const saved = page.waitForResponse(/call.saved.put$/);
    reply();
    await (await saved).finished();
    await expect(tryIt.saved('Late')).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(tryIt.saved('Next')).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('a logged request opens in Try it, and the log marks the repetition as its own', async () => {
    const frame = new Frame(console.page);
    const tryIt = new TryItPage(console.page);
    const requests = new RequestsPage(console.page);
    const url = `${await frame.mockUrl()}/api/users/1`;
    await request.patch(url, { headers: { 'If-Match': '"not-the-tag"' }, data: { name: 'Never' } });
    await frame.open('Requests');
    await requests.choose('PATCH /api/users/1 412');
    await requests.detail.getByRole('button', { name: 'Try again with…' }).click();
    await expect(tryIt.address).toHaveValue('/api/users/1');
    await tryIt.open('Conditions');
    await tryIt.condition('If-Match').selectOption('not sent');
    await tryIt.sendButton.click();
    await expect(tryIt.status).toContainText('200');
    await frame.open('Requests');
    await requests.choose('PATCH /api/users/1 200');
    await expect(requests.detail).toContainText('sent from the console');
  });
});
