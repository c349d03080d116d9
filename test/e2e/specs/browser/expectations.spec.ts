import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { ExpectationsPage } from '../../pages/expectations-page.ts';
import { Frame } from '../../pages/frame.ts';
import { RequestsPage } from '../../pages/requests-page.ts';

test('an expectation made from a logged request is met by the next request like it', async ({ console, request }) => {
  const { page } = console;
  const frame = new Frame(page);
  const mock = await frame.mockUrl();
  await request.patch(`${mock}/api/users/1`, { data: { name: 'Augusta' } });
  await frame.open('Requests');
  await new RequestsPage(page).choose('PATCH /api/users/1 200');
  await page.keyboard.press('x');

  const expectations = new ExpectationsPage(page);
  await expect(expectations.form.getByLabel('Path')).toHaveValue('/api/users/1');
  await expectations.form.getByLabel('Name').fill('renames');
  await expectations.declare();
  await expect(expectations.row('renames not met yet')).toBeVisible();

  await request.patch(`${mock}/api/users/1`, { data: { name: 'August' } });
  await expect(expectations.differences).toHaveText([/Place/, /\/body\/name"Augusta""August"/]);
  await request.patch(`${mock}/api/users/1`, { data: { name: 'Augusta', status: 'active' } });
  await expect(expectations.row('renames met')).toBeVisible();

  await expectations.detail.getByRole('button', { name: 'Edit the expectation' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit renames' });
  await expect(edit.getByLabel('Path')).toHaveValue('/api/users/1');
  await edit.getByLabel('Name').fill('renames again');
  await edit.getByLabel('Count from').selectOption('the start of the log');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(expectations.row('renames again met')).toBeVisible();

  await expectations.detail.getByRole('button', { name: 'request 3' }).click();
  await expect(new RequestsPage(page).detail).toHaveAccessibleName('Request 3');

  // A method that the path refuses: the form says so at once, and the result says that an error was the response.
  await expectations.open();
  await page.getByRole('main').getByRole('button', { name: 'Expect', exact: true }).click();
  await expectations.form.getByLabel('Method').selectOption('PATCH');
  await expectations.form.getByLabel('Path').fill('/users/42');
  await expect(expectations.form.getByRole('status')).toContainText('refuses PATCH on this path with 405');
  await expectations.form.getByRole('button', { name: 'Use /api/users/42 instead' }).click();
  await expect(expectations.form.getByLabel('Path')).toHaveValue('/api/users/42');
  await expect(expectations.form.getByRole('status')).toBeHidden();
  await expectations.form.getByLabel('Path').fill('/users/42');
  await expectations.declare();
  await request.patch(`${mock}/users/42`, { data: {} });
  await expect(expectations.row('PATCH /users/42, at least 1 request met, with errors')).toBeVisible();
  await expect(page.getByText('2 of 2 expectations met, 1 with error responses')).toBeVisible();
});
