import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { overlay, overlays } from '../../overlays.ts';
import { FixturesPage } from '../../pages/fixtures-page.ts';
import { Frame } from '../../pages/frame.ts';
import { LiveStatePage } from '../../pages/live-state-page.ts';
import { RequestsPage } from '../../pages/requests-page.ts';
import { ScenariosPage } from '../../pages/scenarios-page.ts';
import { SettingsPage } from '../../pages/settings-page.ts';
import { TryItPage } from '../../pages/try-it-page.ts';
import { faintTexts, seriousFaults } from '../../serious-faults.ts';

for (const views of [['Fixtures'], ['Scenarios', 'Requests', 'Try it']] as const) {
  test(`overlays of ${views.join(', ')} have no serious accessibility faults, in both themes`, async ({
    console,
    request,
  }) => {
    const { page } = console;
    const frame = new Frame(page);
    await request.get(`${await frame.mockUrl()}/users/1`);
    const wear = (theme: 'light' | 'dark') =>
      page.evaluate((chosen) => document.documentElement.setAttribute('data-theme', chosen), theme);
    for (const view of views) {
      await frame.open(view);
      if (view === 'Fixtures') await new FixturesPage(page).cell('1', 'Rohan Singh').click();
      if (view === 'Requests') await new RequestsPage(page).choose('GET /users/1 200');
      for (const [index, open] of overlays[view].entries()) {
        await open(page);
        await expect(page.locator(overlay).last(), `${view} ${index}`).toBeVisible();
        await wear('light');
        expect(await seriousFaults(page, overlay), `${view} ${index}`).toEqual([]);
        await wear('dark');
        expect(await faintTexts(page, overlay), `${view} ${index}, dark`).toEqual([]);
        await page.keyboard.press('Escape');
        await expect(page.locator(overlay), `${view} ${index}`).toHaveCount(0);
      }
    }
  });
}

for (const theme of ['Light', 'Dark'] as const) {
  test(`views have no serious accessibility faults, theme ${theme}`, async ({ console, request }) => {
    const { page } = console;
    const frame = new Frame(page);
    const serious = () => seriousFaults(page);
    const mock = await frame.mockUrl();
    await request.get(`${mock}/users/1`);
    await request.patch(`${mock}/api/users/1`, { data: { name: 'From a client' } });

    await frame.open('Settings');
    await new SettingsPage(page).chooseTheme(theme);
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
    expect(await serious(), 'Fixtures').toEqual([]);
  });

  test(`Try it has no serious accessibility faults, theme ${theme}`, async ({ console }) => {
    const { page } = console;
    const frame = new Frame(page);
    const serious = () => seriousFaults(page);
    await frame.open('Settings');
    await new SettingsPage(page).chooseTheme(theme);
    await frame.open('Try it');
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
}
