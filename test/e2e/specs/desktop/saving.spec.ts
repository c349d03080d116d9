import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { FixturesPage } from '../../pages/fixtures-page.ts';
import { Frame } from '../../pages/frame.ts';
import { readWorkspace } from '../../workspace.ts';

const nameInFile = (file: string) =>
  readWorkspace(file).collections.users.records.find(({ userId }) => userId === '1')?.name;

test('the bar reports the save state without moving, and neither a kill nor an end loses an edit', async ({
  console,
}) => {
  const frame = new Frame(console.page);
  const fixtures = new FixturesPage(console.page);
  await expect(fixtures.statusOf('1')).toBeChecked();
  const places = await frame.undo.evaluateHandle(async (undo) => {
    // Text changes its width when the font has loaded.
    await document.fonts.ready;
    const seen = new Set([undo.getBoundingClientRect().left]);
    const look = () => seen.add(undo.getBoundingClientRect().left);
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    return seen;
  });
  await fixtures.statusOf('1').click();
  await expect(fixtures.statusOf('1')).not.toBeChecked();
  await expect(frame.saved).toBeVisible();
  expect(await places.evaluate((seen) => [...seen])).toHaveLength(1);
  const statusInFile = () => readWorkspace(console.workspaceFile).collections.users.records[0]?.status;
  await expect.poll(statusInFile).toBe('inactive');

  await test.step('an edit reaches the file by itself, and a killed program starts with it', async () => {
    await fixtures.edit('1', 'name', 'Rohan Singh', 'Kept');
    await expect(fixtures.cell('1', 'Kept')).toBeVisible();
    await expect.poll(() => nameInFile(console.workspaceFile)).toBe('Kept');
    await console.crash();
    await expect(new FixturesPage(console.page).cell('1', 'Kept')).toBeVisible();
  });

  await test.step('quitting right after an edit saves it', async () => {
    const fixtures = new FixturesPage(console.page);
    await fixtures.edit('1', 'name', 'Kept', 'Just in time');
    await expect(fixtures.cell('1', 'Just in time')).toBeVisible();
    await console.restart();
    expect(nameInFile(console.workspaceFile)).toBe('Just in time');
    await expect(new FixturesPage(console.page).cell('1', 'Just in time')).toBeVisible();
  });
});
