import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { FixturesPage } from '../../pages/fixtures-page.ts';
import { Frame } from '../../pages/frame.ts';
import { LiveStatePage } from '../../pages/live-state-page.ts';
import { RequestsPage } from '../../pages/requests-page.ts';
import { ScenariosPage } from '../../pages/scenarios-page.ts';
import { SettingsPage } from '../../pages/settings-page.ts';
import { TryItPage } from '../../pages/try-it-page.ts';
import { seriousFaults } from '../../serious-faults.ts';

test('views have no serious accessibility faults in either theme', async ({ console, request }) => {
  const { page } = console;
  const frame = new Frame(page);
  const serious = () => seriousFaults(page, 'main');
  const mock = await frame.mockUrl();
  await request.get(`${mock}/users/1`);
  await request.patch(`${mock}/api/users/1`, { data: { name: 'From a client' } });

  await frame.open('Settings');
  for (const theme of ['Dark', 'Light'] as const) {
    await new SettingsPage(page).chooseTheme(theme);
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme.toLowerCase());
  }
  expect(await serious(), 'Settings').toEqual([]);
  await frame.open('Scenarios');
  expect(await serious(), 'Scenarios').toEqual([]);
  await new ScenariosPage(page).choose('Slow line');
  await new ScenariosPage(page).summary(1).click();
  expect(await serious(), 'Rule').toEqual([]);
  await request.get(`${mock}/users/2`, { headers: { 'X-Mock-Session': 'Checkout' } });
  await frame.open('Live state');
  await new LiveStatePage(page).save('Before');
  await expect(new LiveStatePage(page).session('Checkout')).toBeVisible();
  expect(await serious(), 'Live state').toEqual([]);
  await frame.open('Requests');
  await new RequestsPage(page).choose('GET /users/1 200');
  for (const part of ['Request', 'Response', 'Explanation'] as const) {
    await new RequestsPage(page).openPart(part);
    expect(await serious(), part).toEqual([]);
  }
  await frame.open('Fixtures');
  await new FixturesPage(page).cell('1', 'From a client').click();
  await page.keyboard.press('f');
  await new FixturesPage(page).filter('name').press('Escape');
  expect(await seriousFaults(page), 'Fixtures, and the frame around every view').toEqual([]);
});

test('Try it has no serious accessibility faults in either theme', async ({ console }) => {
  const { page } = console;
  const serious = () => seriousFaults(page, 'main');
  await new Frame(page).open('Try it');
  const tryIt = new TryItPage(page);
  for (const name of ['Filter by groups', 'Write only what was read']) {
    await tryIt.begin(name);
    await tryIt.sendButton.click();
    await expect(tryIt.status).toContainText(/\d{3}/);
    expect(await serious(), name).toEqual([]);
  }
  for (const editor of ['Conditions', 'Headers'] as const) {
    await tryIt.open(editor);
    expect(await serious(), editor).toEqual([]);
  }
  await tryIt.begin('Pages by offset');
  for (const editor of ['Sort', 'Page'] as const) {
    await tryIt.open(editor);
    expect(await serious(), editor).toEqual([]);
  }
  await tryIt.sendButton.click();
  await tryIt.show('Body');
  expect(await serious(), 'Body').toEqual([]);
});
