import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { FixturesPage } from '../../pages/fixtures-page.ts';
import { Frame } from '../../pages/frame.ts';
import { RequestsPage } from '../../pages/requests-page.ts';
import { ScenariosPage } from '../../pages/scenarios-page.ts';

test('a reloaded workspace starts with a clean view in the same page, and loses no click', async ({
  console,
  request,
}) => {
  const { page, program } = console;
  if (program.shell !== 'browser') throw new Error('This spec is for the console in a browser.');
  const frame = new Frame(page);
  const requests = new RequestsPage(page);
  const fixtures = new FixturesPage(page);
  const readAnew = () =>
    request.post(`${program.url}/call/workspace.reload`, {
      headers: { Authorization: `Bearer ${program.token}` },
      data: {},
    });
  await frame.open('Requests');
  await requests.search('method:PATCH');
  const navigations: string[] = [];
  page.on('request', (sent) => void (sent.isNavigationRequest() && navigations.push(sent.url())));

  // Presses the mouse before the reload and releases it after.
  let deliver = () => {};
  const wanted = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await page.route('**/call/workspace.get', async (route) => {
    await wanted;
    await route.continue();
  });
  const asked = page.waitForRequest('**/call/workspace.get');
  await readAnew();
  await asked;
  await expect(requests.searchField).toHaveValue('method:PATCH');
  await frame.rail.getByRole('link', { name: 'Fixtures' }).hover();
  await page.mouse.down();
  deliver();
  await expect(requests.searchField).toHaveValue('');
  await page.mouse.up();
  await expect(fixtures.cell('1', 'Rohan Singh')).toBeVisible();

  await fixtures.search('nobody of that name');
  await expect(fixtures.cell('1', 'Rohan Singh')).toBeHidden();
  await readAnew();
  await expect(fixtures.cell('1', 'Rohan Singh')).toBeVisible();

  // A scenario is being added to the workspace that is closed.
  await frame.open('Scenarios');
  const names = await new ScenariosPage(page).names();
  const adding = page.waitForRequest('**/call/scenarios.put');
  await page.route('**/call/scenarios.put', () => {});
  await page.keyboard.press('n');
  await adding;
  await page.keyboard.type('Mine');
  await readAnew();
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByPlaceholder('What do you want to do?')).toBeFocused({ timeout: 500 });
  }).toPass();
  await expect(page.getByPlaceholder('What do you want to do?')).toHaveValue('');
  await page.keyboard.press('Escape');
  expect(await new ScenariosPage(page).names()).toEqual(names);
  expect(navigations).toEqual([]);
});
