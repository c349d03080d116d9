/**
 * `node test/e2e/measure-scroll.mjs [users]`: how long frames take while the table of 100,000 users is scrolled, slowly
 * through a part of it and quickly from end to end. A measurement to read and not a test: what a frame takes depends on
 * the machine and on what else it does.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { findChromium } from '../../.scripts/browser.mjs';
import { startHeadless } from '../../.scripts/headless.mjs';
import { prepare } from '../../.scripts/prepare.mjs';
import { Failure, main, say } from '../../.scripts/project.mjs';

const frames = 600;

await main(async () => {
  await prepare(say);
  const users = Number(process.argv[2] ?? 100_000);
  const folder = mkdtempSync(join(tmpdir(), 'measure-scroll-'));
  const workspace = join(folder, 'users.json');
  const records = Array.from({ length: users }, (_, index) => ({
    userId: String(index + 1),
    name: `User ${index + 1}`,
    status: index % 3 === 0 ? 'inactive' : 'active',
  }));
  writeFileSync(workspace, JSON.stringify(records));
  const host = startHeadless(['--workspace', workspace, '--port', '0', '--console-port', '0', '--quiet'], () => {});
  try {
    const ready = await host.ready;
    if (ready === undefined) throw new Failure('Without the host there is nothing to scroll.');
    const browser = await chromium.launch({ executablePath: await findChromium(say) });
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await page.goto(`${ready.console}/#token=${ready.token}`);
      await page.getByRole('row', { name: '1', exact: true }).waitFor();
      const height = await page.getByRole('grid').evaluate((grid) => grid.scrollHeight);
      for (const [gait, step] of /** @type {const} */ ([
        ['a notch a frame', 100],
        ['end to end', height / frames],
      ])) {
        const deltas = await page.getByRole('grid').evaluate(scrollThrough, { step, frames });
        say(`${gait.padEnd(16)}${summary(deltas)}`);
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
 * In the page: scrolls from the top, a step a frame, and gives the time of each frame.
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

/** @param {readonly number[]} deltas milliseconds */
function summary(deltas) {
  const sorted = deltas.toSorted((a, b) => a - b);
  const at = (/** @type {number} */ share) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1);
  return `median ${at(0.5)} ms   p95 ${at(0.95)} ms   worst ${at(1)} ms   over 50 ms: ${deltas.filter((delta) => delta > 50).length}`;
}
