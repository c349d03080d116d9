import { expect } from '@playwright/test';
import { axeFaults } from '../../axe-faults.ts';
import { test } from '../../console-test.ts';
import { Frame } from '../../pages/frame.ts';
import { RequestsPage } from '../../pages/requests-page.ts';

test('by keyboard alone: select a time span, compare, pin and note requests, and reuse one', async ({
  console,
  request,
}) => {
  const { page } = console;
  const frame = new Frame(page);
  const requests = new RequestsPage(page);
  const mock = await frame.mockUrl();
  await request.get(`${mock}/users/1`);
  await request.patch(`${mock}/api/users/8`, { data: { plan: 'pro' } });
  await request.patch(`${mock}/api/users/8`, { data: { plan: 'free' }, headers: { 'If-Match': '"old"' } });
  await frame.open('Requests');
  await expect(requests.rows).toHaveCount(3);

  await requests.overTime.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await expect(requests.overTime).toHaveAttribute('aria-valuetext', /: 3 requests \(2 2xx, 1 4xx\)/);
  await page.keyboard.press('Enter');
  await expect(requests.searchField).toHaveValue(/^since:[\d:.]+ until:[\d:.]+$/);
  await expect(requests.rows).toHaveCount(3);
  await page.keyboard.press('Escape');
  await expect(requests.searchField).toHaveValue('');

  await requests.table.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('c');
  for (const name of ['differs: /plan "pro" "free"', 'differs: if-match missing "old"']) {
    await expect(requests.comparison.getByRole('row', { name, exact: true })).toBeVisible();
  }

  expect(await axeFaults(page, '[aria-label$=compared]'), '[aria-label$=compared]').toEqual([]);

  await requests.table.press('Home');
  for (const part of ['Timing', 'Raw'] as const) {
    await requests.openPart(part);
    expect(await axeFaults(page, '[role=tabpanel]'), '[role=tabpanel]').toEqual([]);
  }
  await requests.table.focus();
  await page.keyboard.press('Shift+P');
  await expect(requests.row('GET /users/1 200').getByRole('img', { name: 'Pinned' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('n');
  await page.getByRole('textbox', { name: 'Note' }).pressSequentially('why twice');
  await page.keyboard.press('Enter');
  await expect(requests.row('PATCH /api/users/8 200')).toContainText('why twice');
  await expect(requests.table).toBeFocused();
  await page.getByRole('button', { name: 'Clear the log' }).press('Enter');
  await expect(requests.rows).toHaveCount(2);
  await requests.search('is:noted');
  await expect(requests.rows).toHaveCount(1);

  await requests.searchField.press('ArrowDown');
  await page.keyboard.press('Home');
  await page.keyboard.press('f');
  const preview = page.getByRole('dialog', { name: /^Import request/ });
  await expect(preview.getByRole('list', { name: 'Collections' })).toContainText(/users.*1 changed/);
  await page.keyboard.press('Escape');
  await requests.table.focus();
  await page.keyboard.press('r');
  await expect(page.getByRole('combobox', { name: 'Path', exact: true })).toHaveValue('/api/users/8');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('PATCH responds with 200');
});
