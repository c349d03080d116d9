import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { FixturesPage } from '../../pages/fixtures-page.ts';
import { Frame } from '../../pages/frame.ts';

const count = 100_000;

test.use({ manyUsers: count });

test('a table of 100,000 users can be scrolled from end to end', async ({ console, request }) => {
  const fixtures = new FixturesPage(console.page);
  await expect(fixtures.count).toHaveText('100,000 records');
  await fixtures.cell('1', 'User 1').click();
  await fixtures.table.press('End');
  await expect(fixtures.cell(String(count), `User ${count}`)).toBeVisible();
  await fixtures.table.press('PageUp');
  await fixtures.table.press('Home');
  await expect(fixtures.cell('1', 'User 1')).toBeVisible();
  const response = await request.get(`${await new Frame(console.page).mockUrl()}/users/${count}`);
  expect(await response.json()).toMatchObject({ name: `User ${count}` });
});
