import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { FixturesPage } from '../../pages/fixtures-page.ts';
import { Frame } from '../../pages/frame.ts';

test('a user is added, edited in place and deleted, and clients see each step', async ({ console, request }) => {
  const frame = new Frame(console.page);
  const fixtures = new FixturesPage(console.page);
  const url = `${await frame.mockUrl()}/users/0`;
  expect((await request.get(url)).status()).toBe(404);

  await fixtures.add({ userId: '0', name: 'Grace Hopper' });
  expect(await (await request.get(url)).json()).toEqual({ userId: '0', name: 'Grace Hopper', status: 'active' });

  await fixtures.edit('0', 'name', 'Grace Hopper', 'Rear Admiral Hopper');
  await expect(fixtures.cell('0', 'Rear Admiral Hopper')).toBeVisible();
  // The cell shows the new value while it is saved.
  await expect.poll(async () => (await (await request.get(url)).json()).name).toBe('Rear Admiral Hopper');

  await fixtures.remove('0');
  await expect(fixtures.row('0')).toBeHidden();
  expect((await request.get(url)).status()).toBe(404);
});

test('undo and redo step through the edits', async ({ console, request }) => {
  const frame = new Frame(console.page);
  const fixtures = new FixturesPage(console.page);
  const url = `${await frame.mockUrl()}/users/1`;
  const nameSeenByClients = async () => (await (await request.get(url)).json()).name;
  await expect(frame.undo).toBeDisabled();

  await fixtures.edit('1', 'name', 'Rohan Singh', 'First');
  await expect(fixtures.cell('1', 'First')).toBeVisible();
  await fixtures.edit('1', 'name', 'First', 'Second');
  await expect(fixtures.cell('1', 'Second')).toBeVisible();

  await frame.undo.click();
  await expect(fixtures.cell('1', 'First')).toBeVisible();
  await console.page.keyboard.press('ControlOrMeta+z');
  await expect(fixtures.cell('1', 'Rohan Singh')).toBeVisible();
  await expect(frame.undo).toBeDisabled();
  await expect.poll(nameSeenByClients).toBe('Rohan Singh');

  await frame.redo.click();
  await console.page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(fixtures.cell('1', 'Second')).toBeVisible();
  await expect(frame.redo).toBeDisabled();
  await expect.poll(nameSeenByClients).toBe('Second');
});

test('Escape cancels an edit, and an invalid value shows the reason', async ({ console }) => {
  const fixtures = new FixturesPage(console.page);
  await fixtures.cell('1', 'Rohan Singh').dblclick();
  await fixtures.editor('1', 'name').fill('Nobody');
  await fixtures.editor('1', 'name').press('Escape');
  await expect(fixtures.cell('1', 'Rohan Singh')).toBeVisible();

  await fixtures.edit('1', 'age', '56', 'many');
  await expect(fixtures.editor('1', 'age')).toHaveAttribute('aria-invalid', 'true');
  await expect(fixtures.table.getByRole('alert')).toBeVisible();
});

test('a search shows only records that contain the text', async ({ console }) => {
  const fixtures = new FixturesPage(console.page);
  await expect(fixtures.count).toHaveText('320 records');
  await fixtures.search('folake.okafor2@');
  await expect(fixtures.count).toHaveText('1 record found');
  await expect(fixtures.row('2')).toBeVisible();
  await fixtures.search('no such text');
  await expect(console.page.getByRole('heading', { name: 'No matches' })).toBeVisible();
});

test('changes of clients are marked, and can be reverted or kept', async ({ console, request }) => {
  const { page } = console;
  const frame = new Frame(page);
  const url = `${await frame.mockUrl()}/api/users/1`;
  const changes = page.getByRole('region', { name: 'Changed records' });
  const change = async (name: string) => {
    expect((await request.patch(url, { data: { name } })).status()).toBe(200);
    await expect(changes.getByRole('status')).toHaveText('1 changed');
  };

  await change('From a client');
  await changes.getByRole('button', { name: 'Reset' }).click();
  await expect(changes).toBeHidden();
  expect((await (await request.get(url)).json()).name).toBe('Rohan Singh');

  await change('From a client again');
  await changes.getByRole('button', { name: 'Keep' }).click();
  await expect(changes).toBeHidden();
  expect((await (await request.get(url)).json()).name).toBe('From a client again');
});

test('a record deleted by a client is among the changed records and can be restored', async ({ console, request }) => {
  const frame = new Frame(console.page);
  const fixtures = new FixturesPage(console.page);
  const mock = await frame.mockUrl();
  expect((await request.delete(`${mock}/api/users/1`)).status()).toBe(204);
  await expect(fixtures.row('1')).toBeHidden();

  await fixtures.changedOnly.click();
  await expect(fixtures.count).toHaveText('1 record changed');
  await fixtures.cell('1', 'Rohan Singh').click();
  await fixtures.revert.click();
  await expect(fixtures.count).toHaveText('0 records changed');
  expect((await request.get(`${mock}/users/1`)).status()).toBe(200);

  await fixtures.changedOnly.click();
  await expect(fixtures.row('1')).toBeVisible();
});
