import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { Frame } from '../../pages/frame.ts';
import { ScenariosPage } from '../../pages/scenarios-page.ts';

test('scenarios are imported, and created, sorted, tried out and used, by mouse and by keyboard alone', async ({
  console,
  request,
}) => {
  await test.step('an import previews the file, with each refused entry and its reason', async () => {
    const { page } = console;
    const frame = new Frame(page);
    const scenarios = new ScenariosPage(page);
    await frame.open('Scenarios');

    await scenarios.chooseFile('broken.json', '{"scenarios": [');
    await expect(scenarios.importDialog).toContainText('Line 1, column 16');
    await scenarios.importDialog.getByRole('button', { name: 'Cancel' }).click();

    const mixed = [
      { name: 'From a file', rules: [{ then: { kind: 'fault', fault: 'reset' } }] },
      { name: 'Rate limit', rules: [] },
      { name: 'Misspelt', rules: [{ when: { methd: 'GET' }, then: { kind: 'delay', milliseconds: 5 } }] },
    ];
    await scenarios.chooseFile('mixed.json', JSON.stringify(mixed));
    const dialog = scenarios.importDialog;
    await expect(dialog.getByRole('listitem').filter({ hasText: 'From a file' })).toContainText('new');
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Rate limit' })).toContainText('replaces');
    const refused = dialog.getByRole('region', { name: 'Refused scenarios' });
    await expect(refused).toContainText('Misspelt');
    await expect(refused).toContainText('did you mean "method"?');
    await dialog.getByRole('button', { name: 'Import 2 scenarios' }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(async () => (await scenarios.names()).at(-1)).toBe('From a file');
    await expect.poll(() => scenarios.kinds()).toEqual(['Connection fault']);

    await frame.undo.click();
    await expect(scenarios.row('From a file')).toBeHidden();
  });

  await test.step('a scenario is created by mouse, tried out, used by a client, and undone', async () => {
    const { page } = console;
    const frame = new Frame(page);
    const scenarios = new ScenariosPage(page);
    await frame.open('Scenarios');

    await scenarios.choose('Slow backend');
    const handle = scenarios.row('Slow backend').getByRole('button', { name: 'Move Slow backend' });
    await scenarios.drag(handle, scenarios.row('User 42 found'));
    await expect
      .poll(async () => (await scenarios.names()).slice(0, 3))
      .toEqual(['Default', 'Slow backend', 'User 42 found']);

    await scenarios.button('New').click();
    await expect(scenarios.field('Name')).toBeFocused();
    await page.keyboard.type('Rainy day');
    await page.keyboard.press('Enter');
    await expect(scenarios.row('Rainy day')).toBeVisible();
    await scenarios.fill('Description', 'All that can go wrong.');

    await request.get(`${await frame.mockUrl()}/users/7?from=app`);
    await scenarios.addRule('Fixed response');
    await scenarios.scopeNote.getByRole('button', { name: 'Only GET /users/7', exact: true }).click();
    await expect(scenarios.scopeNote).toBeHidden();
    await expect(scenarios.field('Method')).toHaveValue('GET');
    await expect(scenarios.field('Path')).toHaveValue('/users/7');
    await scenarios.fill('Path', '/users/{userId}');
    await scenarios.field('Applies to').selectOption('Every nth request');
    await scenarios.fill('n', '2');
    // A digit that misses its field switches no scenario.
    await page.getByRole('main').focus();
    await page.keyboard.press('3');
    await scenarios.fill('Status', '507');
    await scenarios.button('Add header').last().click();
    await page.keyboard.type('Retry-After');
    await scenarios.field('header 1, value').fill('3');
    await scenarios.fill('Body', '{"sorry": true}');

    // A template with an unknown name is refused with a suggestion; the dry run shows the values before they are sent.
    await scenarios.field('Body is').selectOption('Text');
    await scenarios.fill('Body', 'Sorry, {usrId}!');
    await scenarios.field('Values').selectOption('Replace {name} by values');
    await expect(scenarios.refusal).toContainText('did you mean "{userId}"?');
    await scenarios.fill('Body', 'Sorry, {userId}!');
    await scenarios.field('Values').selectOption('Replace {name} by values');
    await scenarios.dryRun.getByRole('button', { name: /^The 2nd request from now:/ }).click();
    await expect(scenarios.dryRun.getByRole('region', { name: 'Response' })).toContainText('Sorry, 42!');

    await scenarios.addRule('Delay');
    await expect(scenarios.field('Time')).toBeFocused();
    await scenarios.fill('Time', '30');
    await scenarios.addRule('User status');
    await expect.poll(() => scenarios.kinds()).toEqual(['Fixed response', 'Delay', 'User status']);

    await scenarios.summary(3).click();
    await scenarios.drag(scenarios.handle(3), scenarios.handle(1));
    await expect.poll(() => scenarios.kinds()).toEqual(['User status', 'Fixed response', 'Delay']);

    // An invalid status is refused at the field; Escape restores the old one.
    await scenarios.summary(2).click();
    await scenarios.fill('Status', '99');
    await expect(scenarios.refusal).toContainText('Must be a whole number from 200 to 599');
    await scenarios.field('Status').press('Escape');
    await expect(scenarios.field('Status')).toHaveValue('507');

    await expect
      .poll(() => scenarios.foreseen())
      .toEqual(Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? '+30 ms' : '507 +30 ms')));
    await scenarios.dryRun.getByRole('button', { name: /^The 2nd request from now:/ }).click();
    await expect(scenarios.dryRun).toContainText('the scenario responds with 507, after 30 ms.');
    await scenarios.dryRun.getByLabel('Path and query of the request').fill('/api/orders');
    await expect(scenarios.dryRun).toContainText('only for the path /users/{userId}');

    await expect(scenarios.row('Default')).toContainText('Active');
    await scenarios.activate('Rainy day');
    await expect(scenarios.row('Rainy day')).toContainText('Active');
    const mock = await frame.mockUrl();
    expect((await request.get(`${mock}/users/42`)).status()).toBe(404);
    const response = await request.get(`${mock}/users/42`);
    expect([response.status(), response.headers()['retry-after'], await response.text()]).toEqual([
      507,
      '3',
      'Sorry, 42!',
    ]);
    await expect.poll(() => readFileSync(console.workspaceFile, 'utf8')).toContain('"name": "Rainy day"');
    await frame.open('Requests');
    await expect(page.getByRole('row', { name: 'Scenario switched to Rainy day' })).toBeVisible();

    await frame.open('Scenarios');
    await scenarios.button('Delete the scenario').click();
    await expect(scenarios.row('Rainy day')).toBeHidden();
    expect((await request.get(`${mock}/users/42`)).status()).toBe(200);
    await frame.undo.click();
    await expect(scenarios.row('Rainy day')).toContainText('Active');
    await frame.undo.click();
    await scenarios.choose('Rainy day');
    await expect.poll(() => scenarios.kinds()).toEqual(['Fixed response', 'Delay', 'User status']);
  });

  await test.step('a scenario is created, sorted and activated by keyboard alone', async () => {
    const { page } = console;
    const frame = new Frame(page);
    const scenarios = new ScenariosPage(page);
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await frame.open('Fixtures');
    await page.keyboard.type('gs');
    await frame.view('Scenarios').waitFor();

    // What is typed before the host has made the scenario is its name, and switches no scenario.
    await page.route('**/call/scenarios.put', async (route) => {
      await pause(300);
      await route.continue();
    });
    await press('n');
    await page.keyboard.type('By hand 2');
    await expect(scenarios.field('Name')).toHaveValue('By hand 2');
    await expect(scenarios.field('Name')).toBeFocused();
    await page.unroute('**/call/scenarios.put');
    await press('Backspace', 'Backspace');
    // The field is left while its text is being saved.
    const names: string[] = [];
    await page.route('**/call/scenarios.put', async (route) => {
      names.push(route.request().postDataJSON().scenario.name);
      await pause(200);
      await route.continue();
    });
    await press('Enter', 'Tab');
    await expect(scenarios.row('By hand')).toBeVisible();
    await page.unroute('**/call/scenarios.put');
    expect(names).toEqual(['By hand']);
    await expect(scenarios.refusal).toHaveCount(0);
    await expect(scenarios.field('Name')).not.toBeFocused();

    await scenarios.button('Add rule').focus();
    await press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await press('Enter');
    await expect(scenarios.summary(1)).toHaveAttribute('aria-expanded', 'true');
    // A rule that responds first asks for the path, and says that it has none.
    await expect(scenarios.field('Path')).toBeFocused();
    await expect(scenarios.scopeNote).toHaveText(/^Applies to\s*every request/);
    await scenarios.field('Status').focus();
    await press('Control+A');
    await page.keyboard.type('418');
    await press('Enter');
    await expect(scenarios.summary(1)).toContainText('answered 418');
    await scenarios.button('Add rule').focus();
    await press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    // The menu moves the focus a moment after the key.
    for (const kind of ['Response sequence', 'Delay']) {
      await press('ArrowDown');
      await expect(page.getByRole('menuitem', { name: kind })).toBeFocused();
    }
    await press('Enter');
    await expect.poll(() => scenarios.kinds()).toEqual(['Fixed response', 'Delay']);

    await scenarios.summary(2).focus();
    await press('Alt+ArrowUp');
    await expect.poll(() => scenarios.kinds()).toEqual(['Delay', 'Fixed response']);
    await expect(scenarios.summary(1)).toBeFocused();
    await scenarios.handle(1).focus();
    await press('ArrowDown');
    await expect.poll(() => scenarios.kinds()).toEqual(['Fixed response', 'Delay']);
    await expect(scenarios.handle(2)).toBeFocused();

    // Invalid JSON leaves the form unchanged; a valid rule updates it.
    await scenarios.summary(2).focus();
    if ((await scenarios.summary(2).getAttribute('aria-expanded')) === 'false') await press('Enter');
    await scenarios.beginJson();
    await press('Control+A');
    await page.keyboard.type('{"then": {"kind": "delay", "milliseconds": }}');
    await expect(scenarios.jsonFault).toContainText('Line 1');
    await expect(scenarios.field('Time')).toHaveValue('1000');
    await press('Control+A');
    await page.keyboard.type('{"then": {"kind": "delay", "milliseconds": -5}}');
    await press('Control+Enter');
    await expect(scenarios.refusal).toContainText('At /then/milliseconds: Must be a whole number');
    await press('Control+A');
    await page.keyboard.type('{"then": {"kind": "delay", "milliseconds": 25}}');
    await press('Control+Enter');
    await expect(scenarios.field('Time')).toHaveValue('25');

    // Moves the last scenario to the first place, which has the key 1.
    await scenarios.row('By hand').locator('[data-part="name"]').focus();
    await press('Alt+Home');
    await expect.poll(async () => (await scenarios.names())[0]).toBe('By hand');
    await expect(scenarios.row('By hand').locator('[data-part="name"]')).toBeFocused();
    await press('1');
    await expect(scenarios.row('By hand')).toContainText('Active');
    expect((await request.get(`${await frame.mockUrl()}/users/42`)).status()).toBe(418);

    await press('Delete');
    await expect(scenarios.row('By hand')).toBeHidden();
    await expect(scenarios.row('Default').locator('[data-part="name"]')).toBeFocused();
    await press('Control+Z');
    await expect(scenarios.row('By hand')).toContainText('Active');
  });

  await test.step('small windows show several scenarios, and the line between list and editor in forced colors', async () => {
    const { page } = console;
    const scenarios = new ScenariosPage(page);
    const rows = scenarios.list.getByRole('listitem');
    await rows.first().locator('[data-part="name"]').click();
    for (const [width, height, count] of [
      [900, 700, 8],
      [420, 800, 3],
      [640, 400, 3],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(rows.nth(count - 1), `${width}×${height}`).toBeInViewport({ ratio: 1 });
    }
    await page.emulateMedia({ forcedColors: 'active' });
    const background = (element: Element) => getComputedStyle(element).backgroundColor;
    const line = page.getByRole('main').getByRole('separator', { name: 'Resize the detail' }).filter({ visible: true });
    expect(await line.evaluate(background)).not.toBe(await page.locator('body').evaluate(background));
  });
});
