import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { ExpectationsPage } from '../../pages/expectations-page.ts';
import { Frame } from '../../pages/frame.ts';

test('the results are exported as JUnit XML', async ({ console }) => {
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
