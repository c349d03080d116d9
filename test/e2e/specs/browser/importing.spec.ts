import { createServer } from 'node:http';
import { expect, type Page } from '@playwright/test';
import { chooseFile } from '../../choose-file.ts';
import { test } from '../../console-test.ts';
import { FixturesPage } from '../../pages/fixtures-page.ts';
import { Frame } from '../../pages/frame.ts';

function csvOf(rows: number, bad?: number, key = 'userId'): string {
  const lines = Array.from({ length: rows }, (_, index) => {
    const id = index + 1;
    return index + 2 === bad ? `${id},User ${id}` : `${id},User ${id},active`;
  });
  return [`${key},name,status`, ...lines].join('\r\n');
}

async function choose(page: Page, name: string, text: string) {
  const open = () => page.getByRole('button', { name: 'Import collections from a file' }).click();
  await chooseFile(page, open, { name, mimeType: 'text/csv', text });
  const dialog = page.getByRole('dialog', { name: `Import ${name}` });
  // While it is missing, each look of an expectation would describe the whole page.
  await dialog.waitFor();
  return dialog;
}

/** Collects the values of the progress bar from now on. */
async function watchProgress(page: Page) {
  await page.evaluate(() => {
    const seen = new Set<number>();
    Object.assign(window, { progressSeen: seen });
    new MutationObserver(() => {
      const bar = document.querySelector('progress');
      if (bar) seen.add(bar.value);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  return () => page.evaluate(() => [...(window as unknown as { progressSeen: Set<number> }).progressSeen]);
}

/** Clicks Cancel as soon as the import shows progress; from outside of the page the click could come after its end. */
function cancelUnderWay(page: Page) {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          const bar = document.querySelector<HTMLProgressElement>('progress[aria-label^="Importing"]');
          const buttons = [...document.querySelectorAll<HTMLElement>('dialog[open] button, [role=dialog] button')];
          const cancel = buttons.find(({ textContent }) => textContent === 'Cancel');
          if (!bar || bar.value === 0 || !cancel) return;
          observer.disconnect();
          cancel.click();
          resolve();
        });
        observer.observe(document.body, { subtree: true, childList: true, attributes: true });
      }),
  );
}

test('rows are pasted and imported, and a cancelled import leaves no trace', async ({ console }) => {
  await test.step('a cancelled import leaves no trace', async () => {
    const { page } = console;
    const fixtures = new FixturesPage(page);
    const dialog = await choose(page, 'users.csv', csvOf(100_000));
    const cancelled = cancelUnderWay(page);
    await dialog.getByRole('button', { name: /^Import [\d,]+ records$/ }).click();
    await cancelled;
    await expect(dialog).toBeHidden();
    await expect(fixtures.count).toHaveText('320 records');
    await expect(fixtures.cell('1', 'Rohan Singh')).toBeVisible();
    await expect(page.getByRole('banner').getByRole('button', { name: 'Undo' })).toBeDisabled();

    await test.step('pasted rows become records of the open collection', async () => {
      const { page } = console;
      const fixtures = new FixturesPage(page);
      await fixtures.cell('1', 'Rohan Singh').click();
      await page.evaluate(() => {
        const data = new DataTransfer();
        data.setData('text/plain', 'userId\tname\tstatus\n1\tRohan S.\tactive\n900\tNew One\tactive\n');
        document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
      });
      const dialog = page.getByRole('dialog', { name: 'Import the clipboard' });
      await expect(dialog.getByRole('list', { name: 'Collections' })).toContainText('1 new, 1 changed');
      await dialog.getByRole('button', { name: 'Import 2 records' }).click();
      await expect(fixtures.row('900')).toHaveAttribute('aria-selected', 'true');
      await fixtures.search('Rohan S.');
      await expect(fixtures.cell('1', 'Rohan S.')).toBeVisible();
      await page.getByRole('banner').getByRole('button', { name: 'Undo' }).click();
      await expect(fixtures.count).toHaveText('0 records found');
      await fixtures.search('');
      await expect(fixtures.cell('1', 'Rohan Singh')).toBeVisible();
    });

    await test.step('choices show what they do, row by row, and a search does not hide the result', async () => {
      const { page } = console;
      const fixtures = new FixturesPage(page);
      await fixtures.search('Folake');
      await expect(fixtures.count).toContainText('found');
      const text = 'userId,name,status\n1,Rohan S.,active\n900,New One,active\n901,Bad,asleep\n';
      const dialog = await choose(page, 'team-export.csv', text);
      await expect(dialog.getByLabel('Into')).toHaveValue('users');
      await expect(dialog.getByRole('status')).toHaveText(
        'Adds 1 record, changes 1, keeps 319 that the file does not have, leaves out 1 with faults.',
      );
      await expect(dialog.getByRole('row').nth(1)).toHaveText('4901statusstatus must be one of active, inactive');
      await dialog.getByLabel('Existing records').selectOption('Replace');
      await dialog.getByRole('radio', { name: 'Changed 1' }).click();
      const changed = dialog.getByRole('region', { name: 'Changed records' });
      await expect(changed.getByRole('row').nth(1)).toHaveText('21nameRohan SinghRohan S.');
      await expect(changed.getByRole('row').filter({ hasText: 'email' })).toContainText('missing');
      await dialog.getByLabel('Into').selectOption('New collection…');
      await dialog.getByLabel('Into').fill('team');
      await page.keyboard.press('Enter');
      await expect(dialog.getByLabel('Key')).toHaveValue('userId');
      await dialog.getByLabel('Key').selectOption('name');
      await expect(dialog.getByRole('button', { name: 'Import 3 records' })).toBeEnabled();
      await dialog.getByLabel('Into').selectOption('users');
      await dialog.getByRole('button', { name: 'Import 2 records' }).click();
      await expect(page.getByRole('status').filter({ hasText: 'The search was cleared to show it.' })).toBeVisible();
      await expect(fixtures.row('900')).toHaveAttribute('aria-selected', 'true');
    });

    await test.step('what a real service responds is marked, reviewed and kept', async () => {
      const { page } = console;
      const frame = new Frame(page);
      await using service = await startService({ data: [{ sku: 'a1' }, { sku: 'b2' }], count: 2 });
      await frame.open('Settings');
      const upstream = page.getByRole('region', { name: 'Upstream', exact: true });
      const mode = upstream.getByLabel('Fetch and record');
      await mode.selectOption('Everything');
      await expect(upstream).toContainText('The URL of the upstream must be set first.');
      await upstream.getByLabel('Upstream URL').fill(service.url);
      await page.keyboard.press('Enter');
      await mode.selectOption('What the mock does not have');
      await expect(page.getByRole('link', { name: 'Upstream: 0 exchanges recorded' })).toBeVisible();
      const url = `${await frame.mockUrl()}/v2/parts`;
      const real = await (await fetch(url)).text();
      await frame.open('Requests');
      const row = page.getByRole('row').filter({ hasText: '/v2/parts' });
      await expect(row.getByRole('img', { name: 'From the upstream' })).toBeVisible();
      await page.getByRole('link', { name: 'Upstream: 1 exchange recorded' }).click();
      await upstream.getByRole('button', { name: 'Review' }).click();
      const dialog = page.getByRole('dialog', { name: 'Keep the recording' });
      await expect(dialog.getByRole('region', { name: 'Choices for parts' })).toContainText('Served at /v2/parts');
      await expect(dialog.getByRole('region', { name: 'Settings' })).toContainText('objects with data, count');
      await dialog.getByRole('button', { name: 'Keep 2 records' }).click();
      await expect(dialog).toBeHidden();
      await frame.open('Settings');
      await mode.selectOption('Nothing: only the mock responds');
      await expect(page.getByRole('link', { name: /^Upstream/ })).toBeHidden();
      expect(await (await fetch(url)).json()).toEqual(JSON.parse(real));
    });
  });

  await test.step('an import of 100,000 rows shows progress and names the one bad row', async () => {
    await new Frame(console.page).open('Fixtures');
    const { page } = console;
    const progress = await watchProgress(page);
    const dialog = await choose(page, 'people.csv', csvOf(100_000, 70_000, 'personId'));
    await expect(dialog.getByRole('row').filter({ hasText: '70000' })).toContainText(
      'the row has 2 cells, the header has 3',
    );
    await expect(dialog.getByRole('list', { name: 'Collections' })).toContainText('99,999 new, 1 refused');
    await dialog.getByRole('button', { name: 'Import 99,999 records' }).click();
    await expect(dialog).toBeHidden();
    const people = new FixturesPage(page, 'people');
    await expect(people.count).toHaveText('99,999 selected');
    await expect(people.row('1')).toHaveAttribute('aria-selected', 'true');
    expect(new Set(await progress()).size).toBeGreaterThan(3);
  });
});

/** A real service with one response. */
async function startService(body: object) {
  const server = createServer((_, res) =>
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body)),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const stop = async () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: stop };
}
