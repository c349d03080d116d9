import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from '@playwright/test';
import { test } from '../../desktop-test.ts';
import { FixturesPage } from '../../pages/fixtures-page.ts';
import { Frame } from '../../pages/frame.ts';
import { SettingsPage } from '../../pages/settings-page.ts';

test('workspaces can be opened, saved under another name and reloaded; the program starts with the last one', async ({
  app,
  console,
}) => {
  const { page } = console;
  const folder = dirname(console.workspaceFile);
  const other = join(folder, 'other.json');
  writeFileSync(other, readFileSync(console.workspaceFile, 'utf8').replaceAll('Rohan Singh', 'Somebody Else'));
  /** The file chosen in the next dialog. */
  const choose = (path: string) =>
    app().evaluate(({ dialog }, filePath) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [filePath] });
      dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    }, path);
  const frame = new Frame(page);
  const settings = new SettingsPage(page);
  const fixtures = new FixturesPage(page);

  await choose(other);
  await frame.open('Settings');
  await settings.file.getByRole('button', { name: 'Open…' }).click();
  await expect(settings.file).toContainText('other.json');
  await frame.open('Fixtures');
  await expect(fixtures.cell('1', 'Somebody Else')).toBeVisible();

  await choose(join(folder, 'copy.json'));
  await page.keyboard.press('ControlOrMeta+Shift+s');
  await frame.open('Settings');
  await expect(settings.file).toContainText('copy.json');

  await settings.file.getByRole('button', { name: 'Recent' }).click();
  await page.getByRole('menuitem', { name: 'Open workspace.json' }).click();
  await expect(settings.file).toContainText('workspace.json');

  // Another program writes the file while an edit is pending.
  writeFileSync(console.workspaceFile, readFileSync(other, 'utf8'));
  await frame.open('Fixtures');
  await fixtures.statusOf('1').click();
  const bar = page.getByRole('alert').filter({ hasText: 'changed by another program' });
  await bar.getByRole('button', { name: 'Reload' }).click();
  await expect(fixtures.cell('1', 'Somebody Else')).toBeVisible();
  await expect(bar).toBeHidden();

  await app().evaluate(({ Menu }) => {
    const file = Menu.getApplicationMenu()?.items.find(({ label }) => label === '&File');
    file?.submenu?.items.find(({ label }) => label === 'Open &Recent')?.submenu?.items[1]?.click();
  });
  await frame.open('Settings');
  await expect(settings.file).toContainText('copy.json');
  await console.restart();
  await new Frame(console.page).open('Settings');
  await expect(new SettingsPage(console.page).file).toContainText('copy.json');
});
