import { expect } from '@playwright/test';
import { test } from '../../desktop-test.ts';

test('the window opens where it was closed', async ({ app, console }) => {
  const bounds = { x: 40, y: 60, width: 1100, height: 700 };
  await (await app().browserWindow(console.page)).evaluate((window, to) => window.setBounds(to), bounds);
  await console.restart();
  expect(await (await app().browserWindow(console.page)).evaluate((window) => window.getBounds())).toEqual(bounds);
});

test('the menu has what people look for in it', async ({ app }) => {
  const titles = await app().evaluate(({ Menu }) =>
    Menu.getApplicationMenu()?.items.map((item) => [
      item.label.replace('&', '') || item.role,
      item.submenu?.items.filter(({ type }) => type !== 'separator').map(({ label, role }) => label || role),
    ]),
  );
  const menus = Object.fromEntries(titles ?? []);
  expect(menus.Edit).toEqual(expect.arrayContaining(['Undo', 'Redo']));
  expect(Object.keys(menus)).toEqual(expect.arrayContaining(['File', 'Edit', 'View']));
});
