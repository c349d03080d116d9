import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { Frame } from '../../pages/frame.ts';
import { ScenariosPage } from '../../pages/scenarios-page.ts';

test('a file without scenarios gets ready-made ones from a dialog, and one undo takes them back', async ({
  console,
  request,
}) => {
  const { page, program } = console;
  if (program.shell !== 'browser') throw new Error('This spec is for the console in a browser.');
  await new Frame(page).open('Scenarios');
  const scenarios = new ScenariosPage(page);
  const before = await scenarios.names();
  const dialog = page.getByRole('dialog', { name: 'Ready-made scenarios' });

  await test.step('the sample has all of them', async () => {
    await scenarios.button('Ready-made scenarios…').click();
    await expect(dialog.getByRole('checkbox', { name: 'No user is found' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('a file without scenarios offers them', async () => {
    const headers = { Authorization: `Bearer ${program.token}` };
    for (const name of before.slice(1)) {
      await request.post(`${program.url}/call/scenarios.remove`, { headers, data: { name } });
    }
    await expect(page.getByRole('heading', { name: 'No scenario of your own' })).toBeVisible();
    await scenarios.button('Ready-made scenarios…').click();
    await dialog.getByRole('checkbox', { name: 'No user is found' }).check();
    await dialog.getByRole('checkbox', { name: 'Slow backend' }).check();
    await dialog.getByRole('button', { name: 'Add 2 scenarios' }).click();
    await expect.poll(() => scenarios.names()).toEqual(['Default', 'No user is found', 'Slow backend']);
    await expect(scenarios.row('No user is found').locator('[data-part="name"]')).toHaveAttribute(
      'aria-current',
      'true',
    );
    await page.getByText('Undo', { exact: true }).click();
    await expect.poll(() => scenarios.names()).toEqual(['Default']);
  });
  expect(before.length).toBeGreaterThan(20);
});
