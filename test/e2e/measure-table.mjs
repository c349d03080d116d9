/**
 * `node test/e2e/measure-table.mjs [users]`: measures the table with 100,000 users: time from the arrival of the first
 * records to their paint, frame times while scrolling slowly and from end to end, and the latency of a search. A
 * measurement to read, not a test: frame times depend on the machine and its load, the main thread's processor time
 * least of all.
 */
import { writeFileSync } from 'node:fs';
import { main, say } from '../../.scripts/project.mjs';
import { measureConsole } from './measured-console.mjs';

const frames = 600;
const openings = 5;
/** Search texts: frequent, rare, absent, in a number, in a nested value. */
const searches = ['ada', 'user4711@', 'nowhere to be found', '77', 'turin', 'b'];

await main(async () => {
  const users = Array.from({ length: Number(process.argv[2] ?? 100_000) }, (_, index) => user(index + 1));
  await measureConsole(
    async ({ address, newPage }) => {
      await measureOpening(newPage, address);
      const page = await newPage();
      await page.goto(address);
      await page.getByRole('row', { name: '1', exact: true }).waitFor();
      await measureScrolling(page);
      await measureSearching(page);
    },
    (file) => writeFileSync(file, JSON.stringify(users)),
  );
});

/** @param {number} number */
function user(number) {
  const first = ['Ada', 'Grace', 'Linus', 'Edsger', 'Barbara', 'Alan', 'Radia'][number % 7];
  return {
    userId: String(number),
    name: `${first} ${(number * 7919) % 100_003}`,
    status: number % 3 === 0 ? 'inactive' : 'active',
    email: `user${number}@example.org`,
    plan: ['free', 'pro', 'team'][number % 3],
    age: 18 + ((number * 31) % 60),
    newsletter: number % 4 === 0,
    address: { city: ['Turin', 'Oslo', 'Kyoto', 'Lima'][number % 4], country: ['IT', 'NO', 'JP', 'PE'][number % 4] },
    created_at: new Date(Date.UTC(2024, 0, 1) + number * 311_000).toISOString(),
  };
}

/**
 * @param {import('./measured-console.mjs').MeasuredConsole['newPage']} newPage
 * @param {string} address
 */
async function measureOpening(newPage, address) {
  const paints = [];
  for (let opening = 0; opening < openings; opening++) {
    const page = await newPage();
    await page.addInitScript(watchTable);
    await page.goto(address);
    paints.push(await page.evaluate(paintedAfterArrival, null));
    await page.close();
  }
  say(`first paint after the first records arrived   ${summary(paints)}`);
}

/** @param {import('playwright').Page} page */
async function measureScrolling(page) {
  const { height, view } = await page
    .getByRole('grid')
    .evaluate((grid) => ({ height: grid.scrollHeight, view: grid.clientHeight }));
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
  for (const [gait, step] of /** @type {const} */ ([
    ['a notch a frame', 100],
    ['a whole view a frame', view],
    ['end to end', height / frames],
  ])) {
    const before = await busy();
    const deltas = await page.getByRole('grid').evaluate(scrollThrough, { step, frames });
    const work = ((await busy()) - before) / frames;
    const late = deltas.filter((delta) => delta > 32).length;
    say(
      `frames, ${gait.padEnd(37)} ${summary(deltas)}   ${late} of ${frames} over 32 ms   work in each ${work.toFixed(1)} ms`,
    );
  }
}

/** @param {import('playwright').Page} page */
async function measureSearching(page) {
  const field = page.getByRole('searchbox');
  for (const search of searches) {
    const times = [];
    for (let round = 0; round < 3; round++) {
      await field.fill('');
      await page.waitForTimeout(600);
      await page.evaluate(() => performance.clearResourceTimings());
      // No earlier search can have cached this result.
      await field.fill(search + ' '.repeat(round));
      await page.waitForFunction(() => performance.getEntriesByName(`${location.origin}/call/records.page`).length > 0);
      times.push(
        await page.evaluate(
          () => performance.getEntriesByName(`${location.origin}/call/records.page`)[0]?.duration ?? 0,
        ),
      );
    }
    say(`search for ${JSON.stringify(search).padEnd(34)} ${summary(times)}`);
  }
}

/** In the page, before its scripts: records when the first row with data is painted. */
function watchTable() {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[role=row][aria-label="1"]')) return;
    observer.disconnect();
    // The frame after the one in which the row is painted.
    requestAnimationFrame(() => setTimeout(() => performance.mark('painted')));
  });
  observer.observe(document, { childList: true, subtree: true, attributes: true });
}

/** In the page: milliseconds from the arrival of the first records to their paint. */
async function paintedAfterArrival() {
  for (;;) {
    const [painted] = performance.getEntriesByName('painted');
    const [read] = performance.getEntriesByName(`${location.origin}/call/records.page`);
    if (painted && read instanceof PerformanceResourceTiming) return painted.startTime - read.responseEnd;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * In the page: scrolls from the top, one step a frame, and returns the frame times.
 *
 * @param {Element} grid
 * @param {{ step: number, frames: number }} plan pixels, and how many frames
 */
async function scrollThrough(grid, { step, frames }) {
  const nextFrame = () =>
    new Promise((/** @type {(time: number) => void} */ resolve) => requestAnimationFrame(resolve));
  grid.scrollTop = 0;
  const deltas = [];
  let before = await nextFrame();
  for (let frame = 1; frame <= frames; frame++) {
    grid.scrollTop = frame * step;
    const now = await nextFrame();
    deltas.push(now - before);
    before = now;
  }
  return deltas;
}

/** @param {readonly number[]} times milliseconds */
function summary(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (/** @type {number} */ share) =>
    `${(sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1)} ms`.padStart(9);
  return `median${at(0.5)}   p95${at(0.95)}   worst${at(1)}`;
}
