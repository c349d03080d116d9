import { expect, type Page } from '@playwright/test';
import { takesAllRounds } from '../../../support/rounds.ts';
import { axeFaults, faintInTheDark } from '../../axe-faults.ts';
import { test } from '../../console-test.ts';
import { Frame } from '../../pages/frame.ts';
import { unreachableControls } from '../../unreachable.ts';
import { overlay, type ViewTitle, views } from '../../views.ts';

/** Names all faults, not only the first. */
const expectSoft = expect.configure({ soft: true });

const usual = { width: 1280, height: 800 };
const smallest = { width: 420, height: 800 };
/** 1280×800 at a zoom of 200 %. */
const zoomed = { width: 640, height: 400 };
const large = [
  { width: 1920, height: 1080 },
  { width: 900, height: 800 },
];
/**
 * `npm run proofs -- views` takes every size, both themes, and each dialog, menu and part. `npm test` takes the views
 * themselves, at the two sizes at which controls get lost first.
 */
const sizes = takesAllRounds ? [...large, zoomed, usual, smallest] : [zoomed, smallest];
const sizesOfParts = [zoomed, usual, smallest];

/** Views with many overlays and parts; the others share a test. */
const rich: readonly (readonly ViewTitle[])[] = [['Fixtures'], ['Requests', 'Try it']];
const others = (Object.keys(views) as ViewTitle[]).filter((title) => !rich.flat().includes(title));

/** Views whose own specs run axe over more than is shown here. */
const withOwnAxe: readonly ViewTitle[] = ['Time machine', 'Labs', 'Audit'];

for (const titles of [...rich, others]) {
  test(`${titles.join(', ')}: axe finds no fault, every control is reachable at any size, the outline is kept`, async ({
    console,
    request,
  }) => {
    test.slow();
    const { page } = console;
    const frame = new Frame(page);
    const mock = await frame.mockUrl();
    await request.get(`${mock}/users/1`);
    await request.patch(`${mock}/api/users/1`, { data: { name: 'From a client' } });
    await request.get(`${mock}/users/2`, { headers: { 'X-Mock-Session': 'Checkout' } });
    for (const title of titles) {
      const view = views[title];
      await test.step(title, async () => {
        // What stands around the views is the same for all of them.
        const around = takesAllRounds || title === 'Fixtures' ? 'html' : 'main';
        await page.setViewportSize(usual);
        await frame.open(title);
        await view.show(page);
        await expect(page.getByRole('main')).toMatchAriaSnapshot(view.outline);
        if (takesAllRounds || !withOwnAxe.includes(title)) expectSoft(await axeFaults(page, around), title).toEqual([]);
        if (takesAllRounds) expectSoft(await faintInTheDark(page), `${title} in the dark theme`).toEqual([]);
        await expectReachable(page, title, sizes);
      });
      if (!takesAllRounds) continue;
      await page.setViewportSize(usual);
      for (const [name, open] of Object.entries(view.overlays)) {
        await test.step(`${title}: ${name}`, async () => {
          await open(page);
          const opened = page.locator(overlay).last();
          await expect(opened, name).toBeVisible();
          expectSoft(await axeFaults(page, overlay), name).toEqual([]);
          expectSoft(await faintInTheDark(page), `${name} in the dark theme`).toEqual([]);
          await expectReachable(page, name, sizesOfParts);
          await page.keyboard.press('Escape');
          await expect(page.locator(overlay), name).toHaveCount(0);
        });
      }
      for (const [name, show] of Object.entries('parts' in view ? view.parts : {})) {
        await test.step(`${title}: ${name}`, async () => {
          await page.setViewportSize(usual);
          await show(page);
          expectSoft(await axeFaults(page, 'main'), name).toEqual([]);
          expectSoft(await faintInTheDark(page), `${name} in the dark theme`).toEqual([]);
          await expectReachable(page, name, sizesOfParts);
        });
      }
    }
  });
}

async function expectReachable(page: Page, what: string, at: typeof sizes): Promise<void> {
  for (const size of at) {
    await page.setViewportSize(size);
    const where = `${what} at ${size.width}×${size.height}`;
    await expectSoft.poll(() => unreachableControls(page), where).toEqual([]);
    expectSoft(await roomOfUnseen(page), `${where} scrolls into emptiness`).toBe(0);
  }
}

/** Pixels by which texts for screen readers alone make the view scroll further. */
function roomOfUnseen(page: Page): Promise<number> {
  return page.getByRole('main').evaluate((main) => {
    const texts = [...main.querySelectorAll<HTMLElement>('.unseen')];
    const before = main.scrollHeight;
    for (const text of texts) text.hidden = true;
    const room = before - main.scrollHeight;
    for (const text of texts) text.hidden = false;
    return room;
  });
}

test('names a control that is cut off, and one that is covered', async ({ console }) => {
  const { page } = console;
  await page.evaluate(() => {
    document.body.innerHTML =
      '<header><button>Covered</button><p></p></header><div class="cut"><button>Cut off</button></div><div class="scrolls"><button>Scrolled away</button></div>';
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.cut, .scrolls { width: 50px } button { margin-left: 100px } .cut { overflow: hidden }');
    sheet.insertRule('.scrolls { overflow: auto }');
    sheet.insertRule('header p { position: fixed; inset: 0 0 50% }');
    document.adoptedStyleSheets.push(sheet);
  });
  expect(await unreachableControls(page)).toEqual(['button “Covered”', 'button “Cut off”']);
});
