import { expect, type Page } from '@playwright/test';
import { partOf } from '../../../support/rounds.ts';
import { test } from '../../console-test.ts';
import { FixturesPage } from '../../pages/fixtures-page.ts';
import { Frame } from '../../pages/frame.ts';
import { ScenariosPage } from '../../pages/scenarios-page.ts';
import { SettingsPage } from '../../pages/settings-page.ts';
import { TryItPage } from '../../pages/try-it-page.ts';
import { views } from '../../views.ts';

const notice = (page: Page) => page.getByText('Unsaved changes restored');

/** Opens the JSON of user 1. */
async function openJson(page: Page) {
  await new FixturesPage(page).cell('1', 'Rohan Singh').click();
  await page.keyboard.press('e');
  await page.locator('.cm-content').waitFor();
}

async function typeInJson(page: Page, text: string) {
  await page.locator('.cm-content').click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(text);
}

const json = (page: Page) => page.locator('.cm-content');

/** Ways to leave an editor that must keep its input. */
const exits = {
  Escape: (page: Page) => new Frame(page).closeByEscape(),
  'the cross': (page: Page) => page.getByRole('button', { name: 'Close', exact: true }).click(),
  'a click beside it': (page: Page) => page.mouse.click(640, 790),
  'a refresh': async (page: Page) => {
    await page.reload();
    await new Frame(page).rail.waitFor();
  },
  Back: async (page: Page) => {
    await page.goBack();
    await new Frame(page).view('Settings').waitFor();
    await page.goForward();
    // The dialog is as it was left.
    await expect(json(page)).toContainText('half a thought');
    await new Frame(page).closeByEscape();
  },
} as const;

test('editors keep unsaved input over every exit and a refresh, until it is discarded, restored or saved', async ({
  console,
}) => {
  await test.step('the JSON of a record keeps unsaved text over every exit, until it is discarded', async () => {
    const { page } = console;
    const frame = new Frame(page);
    for (const [name, leave] of partOf(Object.entries(exits), 2)) {
      await test.step(name, async () => {
        await frame.open('Settings');
        await frame.open('Fixtures');
        await openJson(page);
        await expect(notice(page)).toBeHidden();
        await typeInJson(page, ' half a thought');
        await leave(page);
        await openJson(page);
        await expect(json(page)).toContainText('half a thought');
        await expect(notice(page)).toBeVisible();
        await page.getByRole('button', { name: 'Discard', exact: true }).click();
        await expect(json(page)).not.toContainText('half a thought');
        await expect(notice(page)).toBeHidden();
        await page.getByRole('button', { name: 'Cancel' }).click();
      });
    }
    await openJson(page);
    await expect(notice(page)).toBeHidden();
  });

  await test.step('Try it and fields keep what was not saved over a refresh', async () => {
    await console.page.getByRole('button', { name: 'Cancel' }).click();
    const { page } = console;
    const frame = new Frame(page);
    await frame.open('Try it');
    const tryIt = new TryItPage(page);
    await tryIt.method.selectOption('PATCH');
    await tryIt.address.fill('/api/users/7?unsent=1');
    await page.reload();
    await expect(tryIt.address).toHaveValue('/api/users/7?unsent=1');
    await expect(tryIt.method).toHaveValue('PATCH');

    const settings = new SettingsPage(page);
    await frame.open('Settings');
    await settings.port.fill('40x');
    await page.reload();
    await expect(settings.port).toHaveValue('40x');
    await expect(notice(page)).toBeVisible();
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await expect(settings.port).toHaveValue('0');

    await frame.open('Scenarios');
    const scenarios = new ScenariosPage(page);
    await scenarios.choose('Slow line');
    await scenarios.field('Description').fill('Typed, not saved');
    await page.reload();
    await scenarios.choose('Slow line');
    await expect(scenarios.field('Description')).toHaveValue('Typed, not saved');
    await scenarios.field('Description').press('Enter');
    await expect(notice(page)).toBeHidden();
    await scenarios.summary(1).click();
    await scenarios.beginJson();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type(' half a rule');
    await page.reload();
    await scenarios.choose('Slow line');
    await scenarios.summary(1).click();
    await expect(page.locator('.cm-content')).toContainText('half a rule');
  });

  await test.step('a closed dialog can be continued, discarded and restored, and a saved record leaves no draft', async () => {
    await new Frame(console.page).open('Fixtures');
    const { page } = console;
    const fixtures = new FixturesPage(page);
    await openJson(page);
    await typeInJson(page, ' half a thought');
    await new Frame(page).closeByEscape();
    await page.getByRole('button', { name: 'Continue editing' }).click();
    await expect(json(page)).toContainText('half a thought');
    await expect(page.getByRole('button', { name: 'Continue editing' })).toBeHidden();
    await page.getByRole('button', { name: 'Discard and close' }).click();
    // An edit of something else leaves the only way back.
    await fixtures.statusOf('2').click();
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(json(page)).toContainText('half a thought');

    await page.locator('.cm-content').click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('{"userId":"1","name":"Saved","status":"active"}');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await fixtures.cell('1', 'Saved').click();
    await page.reload();
    await fixtures.cell('1', 'Saved').click();
    await page.keyboard.press('e');
    await page.locator('.cm-content').waitFor();
    await expect(notice(page)).toBeHidden();
  });
});

test('every dialog with input keeps it over Escape and a refresh', async ({ console, request }) => {
  test.slow();
  const { page } = console;
  const frame = new Frame(page);
  await request.get(`${await frame.mockUrl()}/users/1`);
  const dialog = page.getByRole('dialog');
  const allEditors = [
    { view: 'Fixtures', title: 'Add to users', field: 'name', open: views.Fixtures.overlays['a new record'] },
    { view: 'Fixtures', title: /^Set a member/, field: 'Value', open: views.Fixtures.overlays['a member of many'] },
    { view: 'Fixtures', title: 'Generate users', field: 'Records', open: views.Fixtures.overlays['generated records'] },
    { view: 'Fixtures', title: 'Paste cells', field: /^Paste cells/, open: views.Fixtures.overlays['pasted cells'] },
    { view: 'Requests', title: 'Expect requests', field: 'Path', open: views.Requests.overlays['an expectation'] },
    { view: 'Try it', title: 'Save the request', field: 'Note', open: views['Try it'].overlays['a saved request'] },
  ] as const;
  const editors = partOf(allEditors, 2);
  const begin = async ({ view, title, open }: (typeof allEditors)[number]) => {
    await frame.open(view);
    if (view === 'Fixtures') await new FixturesPage(page).cell('1', 'Rohan Singh').click();
    if (view === 'Requests')
      await page
        .getByRole('grid')
        .getByRole('row', { name: /users\/1 200/ })
        .first()
        .click();
    await open(page);
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
  };
  for (const editor of editors) {
    await begin(editor);
    await dialog.getByLabel(editor.field, { exact: true }).fill('1234 typed');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await page.reload();
  for (const editor of editors) {
    const what = String(editor.title);
    await begin(editor);
    await expect(dialog.getByLabel(editor.field, { exact: true }), what).toHaveValue('1234 typed');
    await expect(notice(page), what).toBeVisible();
    await page.getByRole('button', { name: 'Discard and close' }).click();
    await expect(dialog).toHaveCount(0);
    await begin(editor);
    await expect(notice(page), what).toBeHidden();
    await page.keyboard.press('Escape');
  }
});
