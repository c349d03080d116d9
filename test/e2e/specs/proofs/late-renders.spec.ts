import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { FixturesPage } from '../../pages/fixtures-page.ts';
import { Frame } from '../../pages/frame.ts';
import { ScenariosPage } from '../../pages/scenarios-page.ts';

test.use({ lateRenders: 300 });

test('what is dragged or typed before a busy page renders is not lost', async ({ console }) => {
  const { page } = console;
  const frame = new Frame(page);
  await test.step('a column that is dragged', async () => {
    const { table } = new FixturesPage(page);
    const titles = table.getByRole('columnheader');
    await expect(titles.nth(3)).toBeVisible();
    // The mark of a required member comes later.
    const names = async () => (await titles.allInnerTexts()).map((text) => text.replace(/\s.*/s, ''));
    const [, second, third, fourth] = await names();
    const [from, to] = [await titles.nth(1).boundingBox(), await titles.nth(3).boundingBox()];
    if (!from || !to) throw new Error('A column is not visible.');
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2);
    await page.mouse.up();
    await expect.poll(async () => (await names()).slice(1, 4)).toEqual([third, fourth, second]);
  });

  await test.step('a scenario that is dragged', async () => {
    await frame.open('Scenarios');
    const scenarios = new ScenariosPage(page);
    const handle = scenarios.row('Slow backend').getByRole('button', { name: 'Move Slow backend' });
    await scenarios.drag(handle, scenarios.row('User 42 found'));
    await expect
      .poll(async () => (await scenarios.names()).slice(0, 3))
      .toEqual(['Default', 'Slow backend', 'User 42 found']);
  });

  await test.step('JSON that is typed while the reply to the one before it comes', async () => {
    const scenarios = new ScenariosPage(page);
    await scenarios.choose('Slow backend');
    await scenarios.summary(1).click();
    await scenarios.beginJson();
    for (const milliseconds of [100, 200, 300]) {
      await page.keyboard.press('Control+A');
      const replied = page.waitForResponse('**/call/scenarios.put');
      await page.keyboard.type(`{"then": {"kind": "delay", "milliseconds": ${milliseconds}}}`);
      await page.keyboard.press('Control+Enter');
      // The next key comes between the reply and what it changes in the editor.
      await replied;
    }
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('main').getByText('300 ms').first()).toBeVisible();
  });
});
