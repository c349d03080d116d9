import { expect, type Page } from '@playwright/test';
import { secondWindow, test } from '../../console-test.ts';
import { Frame } from '../../pages/frame.ts';
import { LiveStatePage } from '../../pages/live-state-page.ts';

test('a window overwrites neither the note nor the snapshot that another one has saved meanwhile', async ({
  console,
  request,
}) => {
  const { page } = console;
  const other = await secondWindow(console);

  await test.step('the note of a request', async () => {
    await request.get(`${await new Frame(page).mockUrl()}/users/1`);
    const note = (window: Page) => window.getByRole('textbox', { name: 'Note', exact: true });
    for (const window of [page, other]) {
      await new Frame(window).open('Requests');
      await window.getByRole('row').filter({ hasText: '/users/1' }).click();
      await window.keyboard.press('n');
      await expect(note(window)).toBeFocused();
      await window.keyboard.type(window === page ? 'Mine' : 'Theirs');
    }
    await other.keyboard.press('Enter');
    const row = page.getByRole('row').filter({ hasText: '/users/1' });
    await expect(row).toContainText('Theirs');
    await page.keyboard.press('Enter');
    const conflict = page.getByRole('dialog', { name: 'Request #1 has changed meanwhile' });
    await expect(conflict).toContainText('"Theirs"');
    await conflict.getByRole('button', { name: 'Back to editing' }).click();
    await expect(conflict).toBeHidden();
    await expect(note(page)).toBeFocused();
    await expect(note(page)).toHaveValue('Mine');
    await expect(row).toContainText('Theirs');
    await page.keyboard.press('Enter');
    await conflict.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText('Mine');
    await expect(other.getByRole('row').filter({ hasText: '/users/1' })).toContainText('Mine');
  });

  await test.step('a snapshot of the same name, while the button said Save', async () => {
    for (const window of [page, other]) await new Frame(window).open('Live state');
    const [mine, theirs] = [new LiveStatePage(page), new LiveStatePage(other)];
    const theirsSaved = other.waitForResponse('**/call/snapshots.save');
    await page.route('**/call/snapshots.save', async (route) => {
      await theirsSaved;
      await route.continue();
    });
    await mine.name.fill('Before');
    await mine.name.press('Enter');
    await theirs.name.fill('Before');
    await theirs.name.press('Enter');
    const replace = page.getByRole('button', { name: 'Replace', exact: true });
    await expect(page.getByText('There is a snapshot "Before" already. Nothing was saved.').first()).toBeVisible();
    await expect(mine.name).toHaveValue('Before');
    await replace.click();
    await expect(mine.name).toHaveValue('');
    await expect(mine.snapshot('Before')).toHaveCount(1);
  });
});
