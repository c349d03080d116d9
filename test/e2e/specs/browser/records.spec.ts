import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { FixturesPage } from '../../pages/fixtures-page.ts';
import { Frame } from '../../pages/frame.ts';

test('edits are undone and redone, users are added, edited and deleted, and clients see each step', async ({
  console,
  request,
}) => {
  const frame = new Frame(console.page);
  const fixtures = new FixturesPage(console.page);
  const mock = await frame.mockUrl();

  await test.step('undo and redo', async () => {
    const nameSeenByClients = async () => (await (await request.get(`${mock}/users/1`)).json()).name;
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

  await test.step('add, edit and delete', async () => {
    const url = `${mock}/users/0`;
    expect((await request.get(url)).status()).toBe(404);

    await fixtures.add({ userId: '0', name: 'Grace Hopper' });
    // The new record has the active cell: the focus shows there, and not as a line below the titles.
    await expect(fixtures.table).toHaveAttribute('aria-activedescendant', /-active$/);
    expect(await (await request.get(url)).json()).toEqual({ userId: '0', name: 'Grace Hopper', status: 'active' });

    await fixtures.edit('0', 'name', 'Grace Hopper', 'Rear Admiral Hopper');
    await expect(fixtures.cell('0', 'Rear Admiral Hopper')).toBeVisible();
    // The cell shows the new value while it is saved.
    await expect.poll(async () => (await (await request.get(url)).json()).name).toBe('Rear Admiral Hopper');

    await fixtures.remove('0');
    await expect(fixtures.row('0')).toBeHidden();
    expect((await request.get(url)).status()).toBe(404);
  });
});
