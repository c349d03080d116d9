import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { axeFaults } from '../../axe-faults.ts';
import { test } from '../../console-test.ts';
import { Frame } from '../../pages/frame.ts';
import { LabsPage } from '../../pages/labs-page.ts';
import { RequestsPage } from '../../pages/requests-page.ts';

test('the lost-update lab shows the lost field, and the pagination lab the records that each style loses', async ({
  console,
}) => {
  await test.step('the lost-update lab shows the lost field in red, and how conditions save both edits', async () => {
    const { page } = console;
    const frame = new Frame(page);
    const labs = new LabsPage(page);

    // By mouse: from the rail to the lost field.
    await page.getByRole('link', { name: 'Labs' }).click();
    await expect(labs.view).toContainText(
      'The lab plays in a session of its own: the shared live state does not change.',
    );
    await labs.button('Play').click();
    await expect(labs.outcome).toHaveText(
      "Lost update: Ann's change of name was overwritten by Ben's PUT. Neither was told.",
    );
    await expect(labs.requests).toHaveCount(5);
    await expect(labs.requests.nth(3)).toContainText('4. Ben: PUT');
    await expect(labs.lostFields).toContainText(
      /Ben's PUT \(request \d+\) erased Ann's name \(request \d+\): "Ada Lovelace \(Ann\)" is "Ada Lovelace" again\./,
    );
    await expect(labs.client('Ann')).toContainText('lost');
    expect(await axeFaults(page, 'main')).toEqual([]);

    const download = async (item: string) => {
      const file = page.waitForEvent('download');
      await labs.button('Export').click();
      await page.getByRole('menuitem', { name: item }).click();
      return readFile(await (await file).path(), 'utf8');
    };
    expect(await download('Export the lost update as cURL steps')).toContain('# 4. Ben: PUT (200, version 3)');
    const har = JSON.parse(await download('Export the lost update as HAR')) as { log: { entries: unknown[] } };
    expect(har.log.entries).toHaveLength(5);
    expect(JSON.parse(await download('Export the lost update as an audit scene'))).toMatchObject({
      name: 'lost-update',
      rules: [{ then: { kind: 'ghost-write', patch: { name: 'Ada Lovelace (Ann)' } } }, {}],
    });

    // One click away: the same edits with a condition.
    await labs.button('Play again with If-Match').click();
    await expect(labs.outcome).toHaveText(
      /^Nothing is lost: Ann's change of name and Ben's change of \w+ are saved\.$/,
    );

    await expect(labs.requests).toHaveCount(7);

    // The server requires a condition, which both clients then send.
    await labs.view.getByRole('radio', { name: 'No condition' }).click();
    await expect(labs.requests).toHaveCount(0);
    await labs.required.click();
    await labs.button('Play').click();
    await expect(labs.outcome).toHaveText(
      /^Nothing is lost: Ann's change of name and Ben's change of \w+ are saved\.$/,
    );
    await expect(labs.requests.filter({ hasText: '428' })).toHaveCount(2);
    await expect(labs.requests.filter({ hasText: '412' })).toHaveCount(1);

    // By keyboard and by hand, with a version as the condition.
    await labs.button('Start over').press('Enter');
    await labs.view.getByRole('radio', { name: 'No condition' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(labs.view.getByRole('radio', { name: 'X-Resource-Version' })).toBeChecked();
    const press = (client: 'Ann' | 'Ben', name: string) =>
      labs.client(client).getByRole('button', { name, exact: true }).press('Enter');
    await press('Ann', 'Read');
    await expect(labs.client('Ann')).toContainText('has version 1');
    await press('Ben', 'Read');
    await labs.field('Ann', 'age').fill('37');
    await press('Ann', 'Write (PUT)');
    await expect(labs.client('Ann')).toContainText('has version 2');
    await labs.field('Ben', 'name').fill('Countess');
    await press('Ben', 'Write (PUT)');
    await expect(labs.outcome).toContainText('412: the record has changed since Ben read it.');
    await press('Ben', 'Read');
    await expect(labs.field('Ben', 'age')).toHaveValue('37');
    await expect(labs.field('Ben', 'name')).toHaveValue('Countess');
    await press('Ben', 'Write (PUT)');
    await expect(labs.outcome).toContainText('Nothing is lost');

    // Nothing is left behind but the log.
    await labs.requests.first().getByRole('button').click();
    await expect(new RequestsPage(page).detail).toContainText('/api/users/42');
    await page.getByRole('link', { name: 'Live state' }).click();
    await expect(frame.view('Live state').getByText('Lost-update lab').filter({ visible: true })).toHaveCount(0);
  });

  await test.step('the pagination lab shows which style loses count, and repeats it for the same seed', async () => {
    const { page } = console;
    const labs = new LabsPage(page);

    // By keyboard.
    await page.keyboard.press('g');
    await page.keyboard.press('b');
    await labs.tab('Lost update').focus();
    await page.keyboard.press('ArrowRight');
    await expect(labs.grid).toContainText('waits');
    await labs.button('Step').press('Enter');
    await expect(labs.finding('Offset')).toHaveText('Offset is reading.');
    await expect(labs.grid.getByRole('cell', { name: 'once' })).toHaveCount(25);
    await labs.button('To the end').press('Enter');
    await expect(labs.outcome).toHaveText('Offset and Page missed or repeated records.');
    await expect(labs.finding('Offset')).toContainText('Offset saw 3 records twice and missed 2.');
    await expect(labs.finding('Cursor')).toContainText(/Cursor saw all \d+ records that stayed exactly once/);
    await expect(labs.finding('since_id')).toContainText(/since_id saw all \d+ records that stayed exactly once/);
    expect(await axeFaults(page, 'main')).toEqual([]);

    // The same seed gives the same grid, another one another.
    const first = await labs.grid.textContent();
    await labs.seed.fill('16');
    await expect.poll(() => labs.grid.textContent()).not.toBe(first);
    // The field keeps the focus although each digit makes a seed.
    await labs.seed.press('ControlOrMeta+a');
    await page.keyboard.type('25', { delay: 50 });
    await expect(labs.seed).toBeFocused();
    await expect(labs.seed).toHaveValue('25');
    await labs.button('Crawl with another seed').click();
    await expect(labs.seed).toHaveValue('26');
    await labs.seed.fill('15');
    await expect.poll(() => labs.grid.textContent()).toBe(first);

    // By mouse: a quirk finds the client that counts pages itself.
    await labs.view.getByRole('spinbutton', { name: 'Changes per page' }).fill('0');
    await expect(labs.outcome).toHaveText('No style missed or repeated a record.');
    await labs.button('Pages from zero').click();
    await expect(labs.view.getByRole('region', { name: 'Quirks' })).toContainText('These clients cope with it.');
    await labs.view.getByRole('radio', { name: 'Compute the next page' }).click();
    await expect(labs.finding('Page')).toContainText('Page missed 5 records.');
    await labs.button('Start over').click();
    await labs.view.getByRole('combobox', { name: 'Speed' }).selectOption('fast');
    await labs.button('Play').click();
    await expect(labs.finding('Page')).toContainText('Page missed 5 records.');
    await expect(labs.button('Play')).toBeVisible();
  });
});
