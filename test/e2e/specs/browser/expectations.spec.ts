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

test('an edit of an expectation overwrites nothing that a test run has declared meanwhile', async ({
  console,
  request,
}) => {
  const { page, program } = console;
  if (program.shell !== 'browser') throw new Error('Only a browser has the address of the program.');
  const call = async (name: string, data: object) => {
    const headers = { authorization: `Bearer ${program.token}` };
    const response = await request.post(`${program.url}/call/${name}`, { headers, data });
    expect(response.ok()).toBe(true);
    return response.json();
  };
  const declare = (expectation: object) => call('expectations.set', { expectations: [expectation] });
  const begun = { name: 'reads', path: '/users' };
  await declare(begun);

  const frame = new Frame(page);
  await frame.open('Requests');
  const expectations = new ExpectationsPage(page);
  await expectations.open();
  await expectations.row('reads').getByRole('gridcell').first().click();
  await expectations.detail.getByRole('button', { name: 'Edit the expectation' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit reads' });
  await edit.getByLabel('Path').fill('/users/42');
  await edit.press('Escape');
  await declare({ ...begun, path: '/orders', count: { exactly: 3 } });
  // The form goes on from what it was opened for.
  await expect(expectations.row('reads')).toContainText('exactly 3 requests');
  await expectations.detail.getByRole('button', { name: 'Edit the expectation' }).click();
  await expect(edit.getByLabel('Path')).toHaveValue('/users/42');
  await edit.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('dialog', { name: '“reads” has changed meanwhile' });
  await question.getByRole('button', { name: 'Back to editing' }).click();
  await expect(edit.getByLabel('Path')).toHaveValue('/users/42');
  await edit.getByRole('button', { name: 'Save' }).click();
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toBeHidden();
  const { value } = await call('expectations.list', {});
  expect(value.results).toMatchObject([{ expectation: { name: 'reads', path: '/users/42', count: { exactly: 3 } } }]);
});
