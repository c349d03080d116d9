import { expect, type Page } from '@playwright/test';
import { test } from '../../console-test.ts';
import { Frame } from '../../pages/frame.ts';

/** Names of the bar's buttons whose middle is covered; chips that do not fit are in a menu. */
function coveredButtons(page: Page): Promise<readonly string[]> {
  return page.getByRole('banner').evaluate((bar) => {
    const buttons = [...bar.querySelectorAll('button:not([role=radio])')];
    const isCovered = (button: Element) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      return !button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    };
    return buttons.filter(isCovered).map((button) => button.getAttribute('aria-label') ?? button.textContent);
  });
}

test('every button of the bar can be clicked at any width', async ({ console, request }) => {
  const { page } = console;
  const frame = new Frame(page);
  await frame.view('Fixtures').waitFor();
  const expectClickable = async () => {
    for (const width of [420, 640, 840, 1000]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => coveredButtons(page), `${width} pixels`).toEqual([]);
    }
  };
  await expectClickable();
  await request.patch(`${await frame.mockUrl()}/api/users/3`, { data: { name: 'Somebody Else' } });
  await expect(page.getByRole('region', { name: 'Changed records' })).toBeVisible();
  await expectClickable();
});
