import { expect, type Page } from '@playwright/test';
import { test } from '../../console-test.ts';
import { FixturesPage } from '../../pages/fixtures-page.ts';
import { Frame } from '../../pages/frame.ts';

/** Holds the calls of a command back until the returned function is called. */
async function holdBack(page: Page, command: string): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/call/${command}`, async (route) => {
    await released;
    await route.continue();
  });
  return async () => {
    release();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

test('what the host says late reaches nobody who has gone on', async ({ console }) => {
  const { page } = console;
  const fixtures = new FixturesPage(page);
  const frame = new Frame(page);

  await test.step('keys after Duplicate act on the copy', async () => {
    await fixtures.row('1').getByRole('gridcell').first().click();
    const reply = await holdBack(page, 'records.put');
    await page.keyboard.press('d');
    await page.keyboard.press('Delete');
    await page.keyboard.press('ControlOrMeta+Home');
    await reply();
    await expect(frame.messages).toContainText(/Deleted \d{3} from users/);
    await expect(fixtures.row('1')).toBeVisible();
  });

  await test.step('a press of the mouse after Duplicate stays where it is', async () => {
    await fixtures.row('1').getByRole('gridcell').first().click();
    const reply = await holdBack(page, 'records.put');
    await page.keyboard.press('d');
    await fixtures.row('4').getByRole('gridcell').first().click();
    await reply();
    await expect(frame.messages).toContainText('is a copy of 1.');
    await expect(fixtures.row('4')).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('the dialog of another record stays open, with what was typed in it', async () => {
    await fixtures.row('1').getByRole('gridcell').first().click();
    await page.keyboard.press('e');
    await fixtures.json.press('ControlOrMeta+a');
    await page.keyboard.type('{"userId": "1", "name": "Somebody Else", "status": "active"}');
    const reply = await holdBack(page, 'records.put');
    await page.keyboard.press('ControlOrMeta+Enter');
    await frame.closeByEscape();
    await fixtures.row('4').getByRole('gridcell').first().click();
    await page.keyboard.press('e');
    await fixtures.json.press('ControlOrMeta+End');
    await page.keyboard.type(' ');
    await reply();
    await expect(page.getByText('Somebody Else', { exact: true }).first()).toBeAttached();
    await expect(fixtures.dialog('Edit 4 as JSON')).toBeVisible();
    await frame.closeByEscape();
    await fixtures.row('1').getByRole('gridcell').first().click();
    await page.keyboard.press('e');
    await expect(fixtures.dialog('Edit 1 as JSON')).toContainText('Somebody Else');
    await expect(fixtures.dialog('Edit 1 as JSON').getByRole('button', { name: 'Cancel' })).toBeVisible();
    await frame.closeByEscape();
  });

  await test.step('the first fault of a text, which is found after a pause, leaves the buttons under the pointer', async () => {
    await fixtures.row('4').getByRole('gridcell').first().click();
    await page.keyboard.press('e');
    await fixtures.json.press('ControlOrMeta+End');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    const place = await save.boundingBox();
    await page.keyboard.type('half a thought');
    await expect(fixtures.jsonFaults).toBeVisible();
    expect(await save.boundingBox()).toEqual(place);
    await page.getByRole('button', { name: 'Discard and close' }).click();
  });

  await test.step('an inferred schema changes nothing that was typed meanwhile', async () => {
    await page.getByRole('tab', { name: /^products/ }).click();
    await page.keyboard.press('i');
    const dialog = fixtures.dialog('Settings of products');
    const reply = await holdBack(page, 'collections.inferSchema');
    await dialog.getByRole('button', { name: 'Infer from records' }).click();
    await dialog.getByLabel('Name', { exact: true }).first().fill('goods');
    await reply();
    await expect(dialog.getByRole('textbox', { name: 'JSON Schema' })).toContainText('properties');
    await expect(dialog.getByLabel('Name', { exact: true }).first()).toHaveValue('goods');
  });
});
