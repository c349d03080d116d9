/**
 * `node test/e2e/measure-views.mjs [returns]`: measures the switch from one view to another that was open before, from the
 * key to the painted frame. Milliseconds of the main thread's processor time, so that other programs do not count; a
 * measurement to read, not a test.
 */
import { main, say } from '../../.scripts/project.mjs';
import { measureConsole } from './measured-console.mjs';

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
  const returns = Number(process.argv[2] ?? 20);
  await measureConsole(async ({ ready, address, newPage }) => {
    for (let nth = 1; nth <= 200; nth++) await fetch(`${ready.mock}/users/${(nth % 40) + 1}`);
    const page = await newPage();
    await page.goto(address);
    await page.getByRole('row', { name: '1', exact: true }).waitFor();
    // The other views are prepared in pauses.
    await page.waitForFunction(
      (count) => document.querySelectorAll('main > [data-stage=ready]').length === count,
      views,
      { timeout: 120_000 },
    );
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
  });
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
