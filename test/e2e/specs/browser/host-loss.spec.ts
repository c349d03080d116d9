import { expect, type Page } from '@playwright/test';
import { type ConsoleUnderTest, test } from '../../console-test.ts';
import { FixturesPage } from '../../pages/fixtures-page.ts';
import { Frame } from '../../pages/frame.ts';

function hostOf({ program }: ConsoleUnderTest) {
  if (program.shell !== 'browser') throw new Error('Only a tab can lose its host.');
  return program;
}

const lost = (page: Page) =>
  page.getByRole('alert').filter({ hasText: /No connection to the host since \d\d:\d\d:\d\d/ });

/** Removes what the browser reports about connections that fail on purpose. */
function forgive(faults: string[]) {
  const others = faults.filter((fault) => !/ERR_|Failed to load resource/.test(fault));
  faults.splice(0, faults.length, ...others);
}

test('a tab whose host is killed keeps what is typed and finds the host again, also under another token', async ({
  console,
}) => {
  await test.step('a tab whose host is killed says so, keeps what is typed, and finds the host again', async () => {
    const { page, faults } = console;
    const host = hostOf(console);
    const frame = new Frame(page);
    const fixtures = new FixturesPage(page);
    await expect(frame.saved).toBeVisible();
    await fixtures.cell('1', 'Rohan Singh').click();
    await page.keyboard.press('e');
    const json = page.locator('.cm-content');
    await json.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('{"userId":"1","name":"Typed while away","status":"active"}');

    await host.killHost();
    await expect(lost(page)).toBeVisible();
    await expect(page.getByRole('banner').getByText('Listening')).toBeHidden();
    await expect(frame.saved).toBeHidden();
    await expect(page.getByRole('banner').getByText('Connection lost')).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'The host did not reply' })).toBeVisible();
    await expect(json).toContainText('Typed while away');
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    for (const name of ['Undo', 'Delete']) await expect(page.getByRole('button', { name }).first()).toBeDisabled();

    await host.startHost(host.token);
    await expect(lost(page)).toBeHidden();
    await expect(page.getByRole('banner').getByText('Listening')).toBeAttached();
    await expect(frame.saved).toBeVisible();
    await fixtures.cell('1', 'Rohan Singh').click();
    await page.keyboard.press('e');
    await expect(json).toContainText('Typed while away');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(fixtures.cell('1', 'Typed while away')).toBeVisible();
    forgive(faults);
  });

  await test.step('a host that starts again with another token is found by its address, in the same tab or another', async () => {
    const { page, faults } = console;
    const host = hostOf(console);
    const fixtures = new FixturesPage(page);
    const refused = page.getByRole('alert').filter({ hasText: 'started again with another token' });
    await expect(fixtures.cell('2', 'Folake Okafor')).toBeVisible();

    await host.killHost();
    await host.startHost('second');
    await expect(refused).toBeVisible();
    await page.evaluate((address) => window.location.assign(address), `${host.url}/#token=second`);
    await expect(refused).toBeHidden();
    await expect(page).not.toHaveURL(/token/);
    await fixtures.statusOf('1').click();
    await expect(fixtures.statusOf('1')).not.toBeChecked();
    // A killed host loses what it has not saved yet.
    await expect(new Frame(page).saved).toBeVisible();

    await host.killHost();
    await host.startHost('third');
    await expect(refused).toBeVisible();
    const other = await page.context().newPage();
    await other.goto(`${host.url}/#token=third`);
    const there = new FixturesPage(other);
    await expect(there.cell('2', 'Folake Okafor')).toBeVisible();
    await expect(refused).toBeHidden();
    const checked = await there.statusOf('1').isChecked();
    await fixtures.statusOf('1').click();
    await expect(there.statusOf('1')).toBeChecked({ checked: !checked });

    const bare = await page.context().newPage();
    await bare.goto(host.url);
    await expect(new FixturesPage(bare).cell('2', 'Folake Okafor')).toBeVisible();

    // A browser that has never seen the token.
    const elsewhere = await page.context().browser()?.newContext();
    if (!elsewhere) throw new Error('The console runs in no browser');
    const stranger = await elsewhere.newPage();
    await stranger.goto(host.url);
    const token = stranger.getByLabel('Token or address');
    await expect(token).toBeFocused();
    await token.fill('none');
    await token.press('Enter');
    await expect(stranger.getByRole('alert')).toHaveText('This is not the token.');
    await token.fill('third');
    await token.press('Enter');
    await expect(new FixturesPage(stranger).cell('2', 'Folake Okafor')).toBeVisible();
    await elsewhere.close();
    forgive(faults);
  });
});
