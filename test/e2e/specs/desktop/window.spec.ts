import { expect } from '@playwright/test';
import { test } from '../../desktop-test.ts';
import { FixturesPage } from '../../pages/fixtures-page.ts';

test('the menu acts on the data, and the window opens where it was closed', async ({ app, console }) => {
  await test.step('the menu has the customary items', async () => {
    const menus = await app().evaluate(({ Menu }) =>
      Menu.getApplicationMenu()?.items.map(({ label, submenu }) => [label, submenu?.items.map((item) => item.label)]),
    );
    const items = Object.fromEntries(menus ?? []);
    expect(Object.keys(items)).toEqual(expect.arrayContaining(['&File', '&Edit', '&View']));
    expect(items['&File']).toContain('Show Workspace File');
    expect(items['&Edit']).toEqual(expect.arrayContaining(['Undo', 'Redo']));
  });

  await test.step('Undo and Redo of the menu act on the data', async () => {
    const fixtures = new FixturesPage(console.page);
    const choose = (label: string) =>
      app().evaluate(({ BrowserWindow, Menu }, wanted) => {
        const edit = Menu.getApplicationMenu()?.items.find((menu) => menu.label === '&Edit')?.submenu;
        edit?.items.find((item) => item.label === wanted)?.click({}, BrowserWindow.getAllWindows()[0]);
      }, label);
    await fixtures.statusOf('1').click();
    await expect(fixtures.statusOf('1')).not.toBeChecked();
    await choose('Undo');
    await expect(fixtures.statusOf('1')).toBeChecked();
    await choose('Redo');
    await expect(fixtures.statusOf('1')).not.toBeChecked();
  });

  await test.step('the window opens where it was closed', async () => {
    const bounds = { x: 40, y: 60, width: 1100, height: 700 };
    await (await app().browserWindow(console.page)).evaluate((window, to) => window.setBounds(to), bounds);
    await console.restart();
    expect(await (await app().browserWindow(console.page)).evaluate((window) => window.getBounds())).toEqual(bounds);
  });
});
