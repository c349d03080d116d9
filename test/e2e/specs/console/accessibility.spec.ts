import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { FixturesPage } from '../../pages/fixtures-page.ts';
import { Frame } from '../../pages/frame.ts';
import { RequestsPage } from '../../pages/requests-page.ts';
import { SettingsPage } from '../../pages/settings-page.ts';

for (const theme of ['Light', 'Dark'] as const) {
  test(`no view has a serious fault for assistive technology, theme ${theme}`, async ({ console, request }) => {
    const { page } = console;
    const frame = new Frame(page);
    const serious = async () => {
      // A window cannot open the further page that the other mode works in.
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    };
    const mock = await frame.mockUrl();
    await request.get(`${mock}/users/1`);
    await request.patch(`${mock}/api/users/1`, { data: { name: 'From a client' } });

    await frame.open('Settings');
    await new SettingsPage(page).chooseTheme(theme);
    expect(await serious(), 'Settings').toEqual([]);
    await frame.open('Scenarios');
    expect(await serious(), 'Scenarios').toEqual([]);
    await frame.open('Requests');
    await new RequestsPage(page).choose('GET /users/1 200');
    for (const part of ['Request', 'Response', 'Explanation'] as const) {
      await new RequestsPage(page).openPart(part);
      expect(await serious(), part).toEqual([]);
    }
    await frame.open('Fixtures');
    await new FixturesPage(page).cell('1', 'From a client').click();
    expect(await serious(), 'Fixtures').toEqual([]);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    expect(await serious(), 'Add').toEqual([]);
  });
}
