import { expect, type Page } from '@playwright/test';
import { test } from '../../console-test.ts';
import { overlay, overlays } from '../../overlays.ts';
import { FixturesPage } from '../../pages/fixtures-page.ts';
import { Frame } from '../../pages/frame.ts';
import { RequestsPage } from '../../pages/requests-page.ts';
import { ScenariosPage } from '../../pages/scenarios-page.ts';
import { TryItPage } from '../../pages/try-it-page.ts';
import { seriousFaults } from '../../serious-faults.ts';
import { unreachableControls } from '../../unreachable.ts';

const usual = { width: 1280, height: 800 };
const small = [
  { width: 420, height: 800 },
  // 1280×800 at a zoom of 200 %.
  { width: 640, height: 400 },
];

const groups = [['Fixtures'], ['Scenarios', 'Live state', 'Requests', 'Try it', 'Audit', 'Settings']] as const;

for (const views of groups) {
  test(`${views.join(', ')}: every control is reachable in a small window, and overlays are accessible`, async ({
    console,
    request,
  }) => {
    test.slow();
    const { page } = console;
    const frame = new Frame(page);
    const isReachable = async (what: string) => {
      for (const size of small) {
        await page.setViewportSize(size);
        await expect.poll(() => unreachableControls(page), `${what} at ${size.width}×${size.height}`).toEqual([]);
      }
      await page.setViewportSize(usual);
    };
    const mock = await frame.mockUrl();
    await request.patch(`${mock}/api/users/1`, { data: { name: 'From a client' } });
    await request.get(`${mock}/users/1`);
    for (const view of views) {
      await frame.open(view);
      await prepare[view]?.(page);
      await isReachable(view);
      const opened = view in overlays ? overlays[view as keyof typeof overlays] : [];
      for (const [index, open] of opened.entries()) {
        const what = `overlay ${index} of ${view}`;
        await open(page);
        await expect(page.locator(overlay).last(), what).toBeVisible();
        expect(await seriousFaults(page, overlay), what).toEqual([]);
        // A change of the window's size closes menus.
        await isReachable(what);
        await page.keyboard.press('Escape');
        await expect(page.locator(overlay), what).toHaveCount(0);
      }
    }
  });
}

/** Shows as much of a view as possible. */
const prepare: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  Fixtures: (page) => new FixturesPage(page).cell('1', 'From a client').click(),
  Scenarios: async (page) => {
    await new ScenariosPage(page).choose('Slow line');
    await new ScenariosPage(page).summary(1).click();
  },
  Requests: (page) => new RequestsPage(page).choose('GET /users/1 200'),
  'Try it': async (page) => {
    await new TryItPage(page).begin('Filter by groups');
    await new TryItPage(page).sendButton.click();
    await expect(new TryItPage(page).status).toContainText(/\d{3}/);
  },
};

test('names a control that is cut off and cannot be scrolled into view', async ({ console }) => {
  const { page } = console;
  await page.evaluate(() => {
    document.body.innerHTML =
      '<div class="cut"><button>Cut off</button></div><div class="scrolls"><button>Scrolled away</button></div>';
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.cut, .scrolls { width: 50px } button { margin-left: 100px } .cut { overflow: hidden }');
    sheet.insertRule('.scrolls { overflow: auto }');
    document.adoptedStyleSheets.push(sheet);
  });
  expect(await unreachableControls(page)).toEqual(['button “Cut off”']);
});
