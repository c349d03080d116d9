import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { FixturesPage } from '../../pages/fixtures-page.ts';
import { readWorkspace } from '../../workspace.ts';

test('an edit reaches the host even if its tab closes at once', async ({ console }) => {
  const { page, workspaceFile } = console;
  const fixtures = new FixturesPage(page);
  await expect(fixtures.statusOf('1')).toBeChecked();
  await fixtures.statusOf('1').evaluate((status) => {
    if (status instanceof HTMLElement) status.click();
    window.close();
  });
  await page.close();
  const statusInFile = () =>
    readWorkspace(workspaceFile).collections.users.records.find(({ userId }) => userId === '1');
  await expect.poll(() => statusInFile()?.status).toBe('inactive');
});
