import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { ExpectationsPage } from '../../pages/expectations-page.ts';
import { FixturesPage } from '../../pages/fixtures-page.ts';
import { Frame } from '../../pages/frame.ts';
import { ScenariosPage } from '../../pages/scenarios-page.ts';

test('records, scenarios and the results of expectations are exported to files', async ({ console }) => {
  await test.step('a search and a selection narrow the export, whose button counts the records', async () => {
    const { page } = console;
    const fixtures = new FixturesPage(page);
    const dialog = page.getByRole('dialog', { name: 'Export users' });
    await fixtures.search('Rohan Singh');
    await expect(fixtures.count).toHaveText('1 record found');
    await fixtures.cell('1', 'Rohan Singh').click();
    await page.keyboard.press('x');
    await expect(dialog.getByRole('radio', { name: 'Found (1)' })).toBeChecked();
    await expect(dialog.getByRole('button', { name: 'Export 1 record' })).toBeFocused();
    await dialog.getByRole('radio', { name: 'All (320)' }).click();
    await expect(dialog.getByRole('button', { name: 'Export 320 records' })).toBeVisible();
    await page.keyboard.press('Escape');
    await fixtures.search('');
    await expect(fixtures.count).toHaveText('320 records');
    await fixtures.cell('1', 'Rohan Singh').click();
    await fixtures.table.press('Shift+ArrowDown');
    await page.keyboard.press('x');
    await dialog.getByRole('radio', { name: 'CSV' }).click();
    await expect(dialog.getByRole('radio', { name: 'Selected (2)' })).toBeChecked();
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export 2 records' }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe('users.csv');
    const [header, first, second] = (await readFile(await file.path(), 'utf8')).split('\r\n');
    expect(header).toMatch(/^userId,name,status,/);
    expect(first).toMatch(/^1,Rohan Singh,active,/);
    expect(second).toMatch(/^2,Folake Okafor,/);
    await expect(dialog).toBeHidden();
  });

  await test.step('a scenario is exported to a file', async () => {
    const { page } = console;
    const scenarios = new ScenariosPage(page);
    await new Frame(page).open('Scenarios');
    await scenarios.choose('Rate limit');
    const downloading = page.waitForEvent('download');
    await scenarios.button('Export the scenario').click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe('Rate limit.json');
    expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
      scenarios: [{ name: 'Rate limit', rules: [{ then: { kind: 'rate-limit', requests: 3, seconds: 10 } }] }],
    });
  });

  await test.step('the results are exported as JUnit XML', async () => {
    const { page } = console;
    await new Frame(page).open('Requests');
    const expectations = new ExpectationsPage(page);
    await expectations.open();
    await page.getByRole('button', { name: 'Expect requests' }).last().click();
    await expectations.form.getByLabel('Path').fill('/users/{id}');
    await expectations.declare();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export the results' }).click();
    await page.getByRole('menuitem', { name: /JUnit/ }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('verification.xml');
    expect(await readFile(await file.path(), 'utf8')).toContain(
      '<testcase name="any method /users/{id}, at least 1 request"',
    );
  });
});
