import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { Frame } from '../../pages/frame.ts';

test('who goes to another view while the workspace is read anew gets there', async ({ console, request }) => {
  const { page, program } = console;
  if (program.shell !== 'browser') throw new Error('This spec is for the console in a browser.');
  const frame = new Frame(page);
  await frame.view('Fixtures').waitFor();
  const link = await frame.rail.getByRole('link', { name: 'Settings' }).boundingBox();
  if (!link) throw new Error('The link is not to be seen.');
  let deliver = () => {};
  const wanted = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await page.route(new URL('/', program.url).href, async (route) => {
    await wanted;
    await route.continue();
  });

  const renewal = page.waitForRequest((sent) => sent.isNavigationRequest());
  await request.post(`${program.url}/call/workspace.reload`, {
    headers: { Authorization: `Bearer ${program.token}` },
    data: {},
  });
  await renewal;
  // With the mouse itself: Playwright's own click would wait until the page is there again.
  await page.mouse.click(link.x + link.width / 2, link.y + link.height / 2);
  const load = page.waitForEvent('load');
  deliver();
  await load;

  await expect(frame.view('Settings')).toBeVisible();
});
