/**
 * `node test/e2e/measure-views.mjs [returns]`: measures the switch from one view to another that was open before, from the
 * key to the painted frame. Milliseconds of the main thread's processor time, so that other programs do not count; a
 * measurement to read, not a test.
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { findChromium } from '../../.scripts/browser.mjs';
import { startHeadless } from '../../.scripts/headless.mjs';
import { prepare } from '../../.scripts/prepare.mjs';
import { Failure, main, say } from '../../.scripts/project.mjs';

/** The second key of each view, after g; each is entered from the one before. */
const keys = {
  Fixtures: 'f',
  Scenarios: 's',
  'Live state': 'l',
  'Time machine': 'm',
  Requests: 'r',
  'Try it': 't',
  Labs: 'b',
  Audit: 'a',
  Settings: ',',
};
const views = Object.keys(keys).length;
const parts = /** @type {const} */ (['TaskDuration', 'ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration']);

await main(async () => {
  await prepare(say);
  const returns = Number(process.argv[2] ?? 20);
  const folder = mkdtempSync(join(tmpdir(), 'measure-views-'));
  const workspace = join(folder, 'sample.json');
  copyFileSync('assets/sample.workspace.json', workspace);
  const host = startHeadless(['--workspace', workspace, '--port', '0', '--console-port', '0', '--quiet'], () => {});
  try {
    const ready = await host.ready;
    if (ready === undefined) throw new Failure('Without the host there is nothing to look at.');
    for (let nth = 1; nth <= 200; nth++) await fetch(`${ready.mock}/users/${(nth % 40) + 1}`);
    const browser = await chromium.launch({ executablePath: await findChromium(say) });
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await page.goto(`${ready.console}/#token=${ready.token}`);
      await page.getByRole('row', { name: '1', exact: true }).waitFor();
      // The other views are prepared in pauses.
      await page.waitForFunction((count) => document.querySelectorAll('main > div > div').length === count, views, {
        timeout: 120_000,
      });
      await page.waitForTimeout(500);
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
      say('view               prepared, first time   median      p95   script    style   layout');
      /** @type {Map<string, number[][]>} */
      const costs = new Map(Object.keys(keys).map((title) => [title, []]));
      for (let nth = 0; nth <= returns; nth++) {
        for (const [title, key] of Object.entries(keys)) costs.get(title)?.push(await cost(page, cdp, key));
      }
      for (const [title, [first, ...rest]] of costs) {
        const at = (/** @type {number} */ share, part = 0) => {
          const sorted = rest.map((times) => times[part] ?? 0).toSorted((a, b) => a - b);
          return (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1).padStart(9);
        };
        const opening = (first?.[0] ?? 0).toFixed(1).padStart(24);
        say(`${title.padEnd(16)}${opening}${at(0.5)}${at(0.95)}${at(0.5, 1)}${at(0.5, 2)}${at(0.5, 3)}`);
      }
    } finally {
      await browser.close();
    }
  } finally {
    host.stop();
    await host.exitCode;
    rmSync(folder, { recursive: true, force: true });
  }
});

/**
 * Milliseconds from a key to the painted view, one for each of the parts.
 *
 * @param {import('playwright').Page} page
 * @param {import('playwright').CDPSession} cdp
 * @param {string} key
 */
async function cost(page, cdp, key) {
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.waitForTimeout(150);
  const before = await metrics(cdp);
  await page.keyboard.press(key);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  const after = await metrics(cdp);
  await page.waitForTimeout(150);
  return parts.map((part) => 1000 * ((after[part] ?? 0) - (before[part] ?? 0)));
}

/** @param {import('playwright').CDPSession} cdp */
async function metrics(cdp) {
  const { metrics: list } = await cdp.send('Performance.getMetrics');
  return Object.fromEntries(list.map(({ name, value }) => [name, value]));
}
