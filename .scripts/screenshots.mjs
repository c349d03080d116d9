/**
 * `npm run screenshots`: takes pictures of every view of the console in both themes and two sizes, with the sample
 * workspace and some traffic. The README shows them from assets/screenshots.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './browser.mjs';
import { startHeadless } from './headless.mjs';
import { prepare } from './prepare.mjs';
import { Failure, main, root, say } from './project.mjs';

const views = [
  'fixtures',
  'scenarios',
  'live-state',
  'time-machine',
  'requests',
  'try-it',
  'labs',
  'audit',
  'settings',
];
/** For each view, the steps before its picture is taken. @type {Record<string, (page: import('playwright').Page) => Promise<void>>} */
const poses = {
  fixtures: async (page) => {
    await page.getByRole('columnheader', { name: 'name' }).click();
    await page.getByRole('row').filter({ hasText: 'Ada Lovelace' }).click();
  },
  scenarios: async (page) => {
    await page.getByRole('button', { name: /^Flaky backend/ }).click();
    await page.getByRole('button', { name: /^1 ?Fixed response/ }).click();
    await page
      .getByRole('button', { name: /request( from now)?: 503/ })
      .first()
      .click();
  },
  'live-state': async (page) => {
    const name = page.getByRole('textbox', { name: 'Name of the snapshot' });
    await name.fill('Before checkout');
    await page.keyboard.press('Enter');
    await page.getByRole('listitem').filter({ hasText: 'Before checkout' }).waitFor();
    await name.blur();
  },
  requests: async (page) => {
    await page.getByRole('row', { name: '412' }).click();
    await page.getByRole('tab', { name: 'Explanation' }).click();
  },
  labs: async (page) => {
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByText(/^Lost update: /).waitFor();
  },
  'try-it': async (page) => {
    const saved = page.getByRole('list', { name: 'Saved requests' });
    await saved.getByText('Filter by groups', { exact: true }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('region', { name: 'Filter and page' }).scrollIntoViewIfNeeded();
  },
};
/** Milliseconds to render a response of the host. */
const settleMs = 300;
/** @type {readonly ('light' | 'dark')[]} */
const themes = ['light', 'dark'];
const sizes = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

await main(async () => {
  await prepare(say);
  const folder = mkdtempSync(join(tmpdir(), 'mock-api-console-screenshots-'));
  const workspace = join(folder, 'user-information-service.json');
  copyFileSync(join(root, 'assets/sample.workspace.json'), workspace);
  const host = startHeadless(['--port', '0', '--console-port', '0', '--workspace', workspace], () => undefined);
  try {
    const ready = await host.ready;
    if (ready === undefined) throw new Failure('The host did not start.');
    await takeAll(ready);
  } finally {
    host.stop();
    await host.exitCode;
    rmSync(folder, { recursive: true, force: true });
  }
});

/** @param {import('./headless.mjs').Ready} ready */
async function takeAll({ mock, console, token }) {
  await makeTraffic(mock);
  const { chromium } = await import('playwright');
  const browser = await chromium.launch({ executablePath: await findChromium(say) });
  try {
    for (const colorScheme of themes) {
      for (const viewport of sizes) {
        const page = await browser.newPage({ colorScheme, viewport });
        await page.goto(`${console}/#token=${token}`);
        for (const view of views) {
          // Navigates within the page, which keeps the page's state.
          await page.goto(`${console}/#/${view}`);
          await poses[view]?.(page);
          await page.evaluate('document.fonts.ready');
          await page.waitForTimeout(settleMs);
          const path = placeOf(view, colorScheme, viewport.width);
          await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
          say(path);
        }
        await page.close();
      }
    }
  } finally {
    await browser.close();
  }
}

/** @param {string} view @param {string} theme @param {number} width */
function placeOf(view, theme, width) {
  const folder = join(root, 'assets/screenshots');
  mkdirSync(folder, { recursive: true });
  return join(folder, `${view}-${theme}-${width}.png`);
}

/** Typical requests: users that exist and do not, pages, an outdated write, an invalid filter, sessions. @param {string} mock */
async function makeTraffic(mock) {
  const json = { 'content-type': 'application/json' };
  const order = `${mock}/api/orders/1001`;
  for (const id of ['42', '43', '7', '9999', '42']) await fetch(`${mock}/users/${id}`);
  await fetch(`${mock}/api/products?price_less_than=50&sort=price,-name&limit=5`);
  await fetch(`${mock}/api/users?plan=free&status=active&page=2&per_page=10`);
  await fetch(`${mock}/api/events?colour=red`);
  const tag = (await fetch(order)).headers.get('etag') ?? '';
  const patch = { method: 'PATCH', headers: { ...json, 'if-match': tag }, body: '{"status":"shipped"}' };
  await fetch(order, patch);
  await fetch(order, { ...patch, body: '{"status":"cancelled"}' });
  await fetch(`${mock}/api/users`, {
    method: 'POST',
    headers: json,
    body: '{"name":"Grace Hopper","status":"active"}',
  });
  await fetch(`${mock}/users/42`, { method: 'DELETE' });
  await fetch(`${mock}/api/users/42`, { method: 'PATCH', headers: json, body: '{"plan":"team","tags":["vip"]}' });
  for (const session of ['worker-1', 'worker-2', 'checkout']) {
    const headers = { ...json, 'x-mock-session': session };
    await fetch(`${mock}/api/users/7`, { method: 'PATCH', headers, body: '{"status":"active"}' });
  }
}
