import { expect, type Page } from '@playwright/test';
import { secondWindow, test } from '../../console-test.ts';
import { ExpectationsPage } from '../../pages/expectations-page.ts';
import { FixturesPage } from '../../pages/fixtures-page.ts';
import { Frame } from '../../pages/frame.ts';
import { LiveStatePage } from '../../pages/live-state-page.ts';
import type { ScenariosPage } from '../../pages/scenarios-page.ts';
import { SettingsPage } from '../../pages/settings-page.ts';
import { scenarioInTwoWindows } from '../../scenario-in-two-windows.ts';

/** Replaces a text in the JSON editor of the selected record. */
async function change(page: Page, fixtures: FixturesPage, from: string, to: string) {
  await expect(fixtures.json).toContainText(from);
  const text = await fixtures.json.locator('.cm-line').allTextContents();
  await fixtures.json.press('ControlOrMeta+A');
  await page.keyboard.insertText(text.join('\n').replace(from, to));
}

test('edits of two windows are merged, and a collision is asked about', async ({ console }) => {
  const windows = [console.page, await secondWindow(console)] as const;
  const [mine, theirs] = [new FixturesPage(windows[0]), new FixturesPage(windows[1])];

  await test.step('a record', async () => {
    for (const fixtures of [mine, theirs]) {
      await fixtures.row('1').getByRole('gridcell').first().click();
      await fixtures.table.press('e');
      await expect(fixtures.json).toContainText('"name": "Rohan Singh"');
    }

    await test.step('another member', async () => {
      await change(windows[1], theirs, '"active"', '"inactive"');
      await theirs
        .dialog(/^Edit 1 /)
        .getByRole('button', { name: 'Save' })
        .click();
      await expect(theirs.dialog(/^Edit 1 /)).toBeHidden();
      await change(windows[0], mine, 'Rohan Singh', 'Augusta King');
      await mine
        .dialog(/^Edit 1 /)
        .getByRole('button', { name: 'Save' })
        .click();
      await expect(
        windows[0].getByText('Merged with changes made to 1 meanwhile: status.', { exact: true }),
      ).toBeVisible();
      await expect(theirs.cell('1', 'Augusta King')).toBeVisible();
      await expect(mine.statusOf('1')).not.toBeChecked();
    });

    await test.step('the same member', async () => {
      await mine.table.press('e');
      await expect(mine.json).toContainText('Augusta King');
      await theirs.edit('1', 'name', 'Augusta King', 'Countess');
      await change(windows[0], mine, 'Augusta King', 'Lady Ada');
      await mine
        .dialog(/^Edit 1 /)
        .getByRole('button', { name: 'Save' })
        .click();
      const conflict = mine.dialog('1 has changed meanwhile');
      await expect(conflict.getByRole('group')).toContainText('"Augusta King"');
      await conflict.getByRole('radio', { name: 'Theirs "Countess"' }).check();
      await conflict.getByRole('radio', { name: 'Yours "Lady Ada"' }).check();
      await conflict.getByRole('button', { name: 'Back to editing' }).click();
      await expect(mine.json).toContainText('Lady Ada');
      // The keyboard alone answers, too.
      await mine.json.press('ControlOrMeta+Enter');
      await expect(conflict.getByRole('button', { name: 'Save' })).toBeFocused();
      await windows[0].keyboard.press('Shift+Tab');
      await expect(conflict.getByRole('button', { name: 'Back to editing' })).toBeFocused();
      await windows[0].keyboard.press('Tab');
      await windows[0].keyboard.press('Enter');
      await expect(mine.dialog(/^Edit 1 /)).toBeHidden();
      await expect(theirs.cell('1', 'Lady Ada')).toBeVisible();
    });

    await mine.edit('1', 'name', 'Lady Ada', 'Rohan Singh');
    await mine.statusOf('1').click();
    await expect(theirs.statusOf('1')).toBeChecked();
  });

  await test.step('a cell asks only about its own member, and its text is kept', async () => {
    await mine.cell('1', 'Rohan Singh').dblclick();
    await mine.editor('1', 'name').fill('Lady Ada');
    await theirs.statusOf('1').click();
    await mine.editor('1', 'name').press('Enter');
    await expect(theirs.cell('1', 'Lady Ada')).toBeVisible();
    await expect(mine.statusOf('1')).not.toBeChecked();

    await mine.cell('1', 'Lady Ada').dblclick();
    await mine.editor('1', 'name').fill('Augusta');
    await theirs.edit('1', 'name', 'Lady Ada', 'Countess');
    await mine.editor('1', 'name').press('Enter');
    const conflict = mine.dialog('1 has changed meanwhile');
    await expect(conflict).toBeVisible();
    await windows[0].keyboard.press('Escape');
    await expect(conflict).toBeHidden();
    await expect(mine.editor('1', 'name')).toHaveValue('Augusta');
    await mine.editor('1', 'name').press('Enter');
    await conflict.getByRole('radio', { name: 'Theirs' }).check();
    await conflict.getByRole('button', { name: 'Save' }).click();
    await expect(mine.cell('1', 'Countess')).toBeVisible();
    await mine.edit('1', 'name', 'Countess', 'Rohan Singh');
    await expect(theirs.cell('1', 'Rohan Singh')).toBeVisible();
  });

  await test.step('another window’s edit is named before its undo, and its setting beside the typed one', async () => {
    await theirs.edit('1', 'name', 'Rohan Singh', 'Countess');
    await expect(mine.cell('1', 'Countess')).toBeVisible();
    const question = console.page.getByRole('dialog', { name: 'Undo an edit of another window?' });
    await new Frame(console.page).undo.click();
    await expect(question).toContainText('“change of name in record 1 of users” was made in another window.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(mine.cell('1', 'Countess')).toBeVisible();
    await new Frame(console.page).undo.click();
    await question.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(theirs.cell('1', 'Rohan Singh')).toBeVisible();

    const [mySettings, theirSettings] = [new SettingsPage(console.page), new SettingsPage(windows[1])];
    for (const page of [console.page, windows[1]]) await new Frame(page).open('Settings');
    const [size, theirSize] = [mySettings, theirSettings].map((settings) =>
      settings.page.getByLabel('Page size', { exact: true }),
    );
    await size?.fill('30');
    await theirSize?.fill('10');
    await theirSize?.press('Enter');
    await expect(mySettings.page.getByText('Changed meanwhile from “20” to “10”.')).toBeVisible();
    await size?.press('Enter');
    await expect(size ?? mySettings.page).toHaveValue('30');
    await mySettings.page.getByRole('button', { name: 'Save mine' }).click();
    await expect(theirSize ?? mySettings.page).toHaveValue('30');
  });
});

test('a double click and Enter pressed twice add one record, one expectation and one snapshot', async ({ console }) => {
  const { page } = console;
  const fixtures = new FixturesPage(page);
  // The host replies after the second press: one that comes later presses whatever has the focus then.
  let presses: Promise<unknown> = Promise.resolve();
  await page.route(/\/call\/(records\.put|expectations\.add|snapshots\.save)$/, async (route) => {
    await presses;
    await route.continue();
  });
  const pressTwice = (press: () => Promise<unknown>) => {
    presses = press();
    return presses;
  };
  for (const submit of ['double click', 'Enter twice'] as const) {
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const dialog = fixtures.dialog('Add to users');
    await dialog.getByLabel('name', { exact: true }).fill(`Added by ${submit}`);
    const add = dialog.getByRole('button', { name: 'Add', exact: true });
    if (submit === 'double click') await pressTwice(() => add.dblclick());
    else {
      await dialog.getByLabel('name', { exact: true }).focus();
      await pressTwice(() => Promise.all([page.keyboard.press('Enter'), page.keyboard.press('Enter')]));
    }
    await expect(dialog).toBeHidden();
    expect(await page.evaluate(reachesField, 'Enter')).toBe(true);
    await fixtures.search(`Added by ${submit}`);
    await expect(fixtures.count).toHaveText('1 record found');
    await fixtures.search('');
  }

  await new Frame(page).open('Requests');
  const expectations = new ExpectationsPage(page);
  await expectations.open();
  await page.getByRole('button', { name: 'Expect requests' }).last().click();
  await expectations.form.getByLabel('Path').fill('/users');
  await pressTwice(() => expectations.form.getByRole('button', { name: 'Expect', exact: true }).dblclick());
  await expect(expectations.form).toBeHidden();
  await expect(page.getByRole('grid', { name: 'Expectations' }).getByRole('row')).toHaveCount(2);

  await new Frame(page).open('Live state');
  const states = new LiveStatePage(page);
  const saved = page.waitForResponse('**/call/snapshots.save');
  await states.name.fill('Once');
  await pressTwice(() => page.getByRole('button', { name: 'Save', exact: true }).dblclick());
  await saved;
  await expect(states.snapshot('Once')).toHaveCount(1);
  await expect(states.name).toHaveValue('');
  await expect(page.getByText('Nothing was saved.')).toHaveCount(0);
});

/** True if a key that is pressed in a field reaches it. Runs in the page. */
function reachesField(key: string): boolean {
  const field = document.createElement('input');
  let reached = false;
  field.addEventListener('keydown', () => {
    reached = true;
  });
  document.body.append(field);
  field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  field.remove();
  return reached;
}

test('the menu, the keys and the bin of a scenario that another window renames or deletes are about no other one', async ({
  console,
}) => {
  const [mine, theirs] = await scenarioInTwoWindows(console, 'Rate limit');
  const { page } = console;
  const menu = page.getByRole('menu', { name: 'Scenario' });
  await mine.row('Rate limit').locator('[data-part="name"]').click({ button: 'right' });
  await theirs.fill('Name', 'Theirs');
  await expect(mine.field('Name')).toHaveValue('Theirs');
  await expect(menu.getByRole('menuitem', { name: 'Delete the scenario' })).toBeEnabled();
  await theirs.button('Delete the scenario').click();
  await expect(page.getByRole('heading', { name: 'There is no scenario “Theirs”' })).toBeVisible();
  const about = ['Activate', 'Duplicate the scenario', 'Export the scenario', 'Delete the scenario'];
  for (const name of about) await expect(menu.getByRole('menuitem', { name })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(mine.button('Delete the scenario')).toBeHidden();
  await mine.row('Default').locator('[data-part="name"]').focus();
  await page.keyboard.press('ArrowDown');
  await expect(mine.row('Default').locator('[data-part="name"]')).toHaveAttribute('aria-current', 'true');
});

test('headers of a rule that are typed while another window adds one replace nothing, and the field asks', async ({
  console,
}) => {
  const [mine, theirs] = await scenarioInTwoWindows(console, 'Rate limit');
  const add = async (scenarios: ScenariosPage, name: string) => {
    await scenarios.button('Add header').first().click();
    await scenarios.field('header 1, name').fill(name);
  };
  for (const one of [mine, theirs]) await one.summary(1).click();
  await add(mine, 'X-Mine');
  await add(theirs, 'X-Theirs');
  await theirs.field('header 1, name').blur();
  await expect(mine.refusal).toContainText('from nothing to “X-Theirs is present”');
  await mine.field('header 1, name').blur();
  await expect(mine.field('header 1, name')).toHaveValue('X-Mine');
  await expect(theirs.field('header 1, name')).toHaveValue('X-Theirs');
  await mine.field('header 1, name').press('Escape');
  await expect(mine.field('header 1, name')).toHaveValue('X-Theirs');

  await mine.button('Add header').first().click();
  await mine.field('header 2, name').fill('X-Mine');
  await mine.button('Add header').first().click();
  await mine.button('Remove header 1').click();
  // A line without a name waits for it, and is not sent.
  await expect(theirs.field('header 1, name')).toHaveValue('X-Mine');
  await expect(mine.refusal).toBeHidden();
  await expect(mine.field('header 1, name')).toHaveValue('X-Mine');
  await mine.field('header 2, name').fill('X-Second');
  await mine.field('header 2, name').blur();
  await expect(theirs.field('header 2, name')).toHaveValue('X-Second');
});
