import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { FixturesPage } from '../../pages/fixtures-page.ts';
import { Frame } from '../../pages/frame.ts';

test('many records are edited at once by keyboard, and the history reverts all of it', async ({ console, request }) => {
  const { page } = console;
  const frame = new Frame(page);
  const fixtures = new FixturesPage(page);
  const url = `${await frame.mockUrl()}/api/users`;
  const member = async (id: string, name: string) => (await (await request.get(`${url}/${id}`)).json())[name];

  // Sets one value in all selected records.
  await fixtures.selectTo('2', '4', 'pro');
  await page.keyboard.press('v');
  const setting = fixtures.dialog('Set a member of 3 records');
  await setting.getByRole('combobox', { name: 'Value' }).selectOption('team');
  await page.keyboard.press('Tab');
  await setting.getByRole('button', { name: 'Set in 3 records' }).press('Enter');
  await expect(fixtures.cell('2', 'team')).toBeVisible();
  await expect.poll(() => Promise.all(['2', '3', '4'].map((id) => member(id, 'plan')))).toEqual(Array(3).fill('team'));

  // Fills the first name down, with Ctrl+D as in a spreadsheet.
  await fixtures.cell('1', 'Rohan Singh').click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('ControlOrMeta+d');
  await expect(fixtures.cell('2', 'Rohan Singh')).toBeVisible();

  // Pastes spreadsheet cells: the invalid row is named before any change.
  await fixtures.row('5').getByRole('gridcell').nth(1).click();
  await fixtures.paste('Number Five\tinactive\nNumber Six\tasleep\n');
  const pasting = fixtures.dialog('Paste into users');
  await expect(pasting.getByRole('listitem')).toHaveText('Row 2 status must be one of active, inactive.');
  await page.keyboard.press('Enter');
  await expect(fixtures.cell('5', 'Number Five')).toBeVisible();
  expect(await member('6', 'status')).toBe('active');

  // Generates records, with a preview.
  await page.keyboard.press('Shift+N');
  const generating = fixtures.dialog('Generate users');
  await generating.getByLabel('Records', { exact: true }).fill('1000');
  await expect(generating.getByRole('cell', { name: '321', exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(fixtures.count).toHaveText('1,000 selected');
  await fixtures.table.press('Home');

  // Edits a record as JSON: schema faults appear at their lines, and typed text is not lost.
  await fixtures.cell('1', 'Rohan Singh').click();
  await page.keyboard.press('e');
  await page.locator('.cm-focused').waitFor();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('{"userId": "1", "name": "As text", "status": "gone"}');
  await page.keyboard.press('ControlOrMeta+Shift+End');
  await page.keyboard.press('Delete');
  await expect(fixtures.jsonFaults).toHaveText('Line 1must be one of active, inactive');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Continue editing' }).click();
  await expect(fixtures.json).toContainText('"gone"');
  await page.locator('.cm-focused').waitFor();
  await expect(fixtures.jsonFaults).toHaveCount(1);
  const save = fixtures.dialog(/as JSON/).getByRole('button', { name: 'Save' });
  const place = await save.boundingBox();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  for (const _letter of 'gone') await page.keyboard.press('Backspace');
  await page.keyboard.type('inactive');
  await expect(fixtures.jsonFaults).toHaveCount(0);
  // A click meant for the button does not miss it because the fault is gone.
  expect(await save.boundingBox()).toEqual(place);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(fixtures.dialog(/as JSON/)).toBeHidden();
  await expect.poll(() => member('1', 'name')).toBe('As text');

  // Returns to the beginning in one step.
  await fixtures.table.focus();
  await page.keyboard.press('h');
  await expect(page.getByRole('listitem').filter({ hasText: 'Generation of 1,000 records' })).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(fixtures.count).toHaveText('320 records');
  await page.keyboard.press('Escape');
  await expect(frame.undo).toBeDisabled();
  await expect.poll(() => Promise.all([member('1', 'name'), member('2', 'plan')])).toEqual(['Rohan Singh', 'free']);
});
