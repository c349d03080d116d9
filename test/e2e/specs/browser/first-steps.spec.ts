import { expect } from '@playwright/test';
import { axeFaults } from '../../axe-faults.ts';
import { test } from '../../console-test.ts';
import { ExpectationsPage } from '../../pages/expectations-page.ts';
import { FixturesPage } from '../../pages/fixtures-page.ts';
import { Frame } from '../../pages/frame.ts';
import { RequestsPage } from '../../pages/requests-page.ts';
import { SettingsPage } from '../../pages/settings-page.ts';

test('the tour explains a response and undoes its changes; settings and shortcuts are found, changed and reset', async ({
  console,
  request,
}) => {
  await test.step('the tab has an icon', async () => {
    const { page } = console;
    const icon = await page.evaluate(() => document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href);
    const response = await page.request.get(icon ?? '');
    expect([response.status(), response.headers()['content-type']]).toEqual([200, 'image/svg+xml']);
  });

  await test.step('the tour goes from an inactive user to the explained response, and undoes its changes', async () => {
    const { page } = console;
    const frame = new Frame(page);
    const tour = page.getByRole('region', { name: 'Tour' });
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByPlaceholder('What do you want to do?').fill('tour');
    await page.keyboard.press('Enter');
    await tour.getByRole('button', { name: 'Set Ada Lovelace inactive' }).click();
    const address = (await tour.locator('code').textContent()) ?? '';
    expect((await request.get(address)).status()).toBe(404);
    expect(await axeFaults(page, '[aria-label=Tour]'), 'Tour').toEqual([]);
    // The log has the explanation, whichever list is shown.
    await frame.open('Requests');
    await new ExpectationsPage(page).open();
    await tour.getByRole('button', { name: 'Explain the response' }).click();
    await expect(page.getByRole('radio', { name: 'Log' })).toBeChecked();
    await expect(frame.view('Requests').getByRole('tab', { name: 'Explanation' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect(new RequestsPage(page).detail).toContainText(
      'User 42 exists, but is not active: its record has the status',
    );
    await tour.getByRole('button', { name: 'Switch to Service unavailable' }).click();
    await expect(tour).toContainText('“Service unavailable” is active');
    expect((await request.get(address)).status()).toBe(503);
    await tour.getByRole('button', { name: 'Undo the changes' }).click();
    await expect(tour).toBeHidden();
    await expect.poll(async () => (await request.get(address)).status()).toBe(200);

    await page.keyboard.press('ControlOrMeta+k');
    await page.getByPlaceholder('What do you want to do?').fill('tour');
    await page.keyboard.press('Enter');
    await expect(tour).toBeVisible();
    await page.getByRole('button', { name: 'Theme', exact: true }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(tour).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(tour).toBeHidden();
  });

  await test.step('the palette finds a scenario by its description', async () => {
    const { page } = console;
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByPlaceholder('What do you want to do?').fill('503');
    await expect(page.getByRole('option', { name: 'Service unavailable' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('the palette searches the records for a text that names no action', async () => {
    const { page } = console;
    await new Frame(page).open('Requests');
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('Rohan Singh');
    await page.keyboard.press('Enter');
    const row = page.getByRole('grid').getByRole('row', { selected: true });
    await expect(row).toContainText('Rohan Singh');
    await expect(page.getByRole('searchbox', { name: 'Search users' })).toHaveValue('Rohan Singh');
  });

  await test.step('settings can be searched, changed, reset and undone, and shortcuts reassigned', async () => {
    const { page } = console;
    const frame = new Frame(page);
    const settings = new SettingsPage(page);
    await frame.open('Settings');
    await settings.search.fill('larg page');
    await expect(settings.page.getByRole('textbox')).toHaveCount(1);
    await settings.page.getByLabel('Largest page size', { exact: true }).fill('7');
    await page.keyboard.press('Enter');
    await expect(settings.refusal).toContainText('whole number from 1 to 7, but this is 20');
    await settings.page.getByLabel('Largest page size', { exact: true }).fill('50');
    await page.keyboard.press('Enter');
    await settings.page.getByRole('button', { name: 'Reset Largest page size to its default' }).click();
    await expect(settings.page.getByLabel('Largest page size', { exact: true })).toHaveValue('1000');
    await frame.undo.click();
    await expect(settings.page.getByLabel('Largest page size', { exact: true })).toHaveValue('50');

    // The list of sections ends the search that hides them; arrow keys move in it.
    const sections = settings.page.getByRole('navigation', { name: 'Sections' });
    await sections.getByRole('button', { name: 'Console' }).click();
    await expect(settings.search).toHaveValue('');
    await expect(settings.page.getByRole('button', { name: 'Take the tour', exact: true })).toBeInViewport();
    await expect(sections.getByRole('button', { name: 'Console' })).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(settings.page.getByRole('button', { name: 'Change the shortcut of Settings' })).toBeInViewport();

    await settings.search.fill('go to');
    await settings.page.getByRole('button', { name: 'Change the shortcut of All actions' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect(
      settings.page.getByRole('button', { name: 'Remove the shortcut of Help and keyboard shortcuts' }),
    ).toBeFocused();
    await settings.search.fill('undo');
    await settings.page.getByRole('button', { name: 'Change the shortcut of Undo' }).click();
    await page.keyboard.press('?');
    await expect(settings.refusal).toContainText('is already used by Help and keyboard shortcuts');
    await settings.page.getByRole('button', { name: 'Cancel' }).click();
    await settings.page.getByRole('button', { name: 'Change the shortcut of Undo' }).click();
    await page.keyboard.press('F9');
    await expect(settings.page.getByRole('button', { name: 'Change the shortcut of Undo' })).toContainText('F9');
    expect(await axeFaults(page, 'main'), 'Shortcuts').toEqual([]);

    await page.reload();
    await frame.open('Fixtures');
    await new FixturesPage(page).statusOf('1').click();
    await expect(new FixturesPage(page).statusOf('1')).not.toBeChecked();
    await page.keyboard.press('F9');
    await expect(new FixturesPage(page).statusOf('1')).toBeChecked();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Help: Fixtures' });
    await expect(sheet.getByRole('region', { name: 'Data' })).toContainText('F9');
    expect(await axeFaults(page, 'dialog'), 'Help').toEqual([]);
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  });
});
