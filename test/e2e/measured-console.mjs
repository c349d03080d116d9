import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { findChromium } from '../../.scripts/browser.mjs';
import { startHeadless } from '../../.scripts/headless.mjs';
import { prepare } from '../../.scripts/prepare.mjs';
import { Failure, say } from '../../.scripts/project.mjs';

/**
 * @typedef {object} MeasuredConsole
 * @property {import('../../.scripts/headless.mjs').Ready} ready
 * @property {string} address of the console, with its token
 * @property {() => Promise<import('playwright').Page>} newPage opens an empty page of 1280×800
 */

/**
 * Builds the program, starts it on a workspace file of its own, runs a measurement in Chromium, and ends both.
 * @param {(measured: MeasuredConsole) => Promise<void>} measure
 * @param {(file: string) => void} [write] writes the workspace file; without it, the file is the sample
 */
export async function measureConsole(measure, write = (file) => copyFileSync('assets/sample.workspace.json', file)) {
  await prepare(say);
  const folder = mkdtempSync(join(tmpdir(), 'measured-console-'));
  const file = join(folder, 'workspace.json');
  write(file);
  const host = startHeadless(['--workspace', file, '--port', '0', '--console-port', '0', '--quiet'], () => {});
  try {
    const ready = await host.ready;
    if (ready === undefined) throw new Failure('The program ended before it was ready.');
    const browser = await chromium.launch({ executablePath: await findChromium(say) });
    const newPage = () => browser.newPage({ viewport: { width: 1280, height: 800 } });
    try {
      await measure({ ready, address: `${ready.console}/#token=${ready.token}`, newPage });
    } finally {
      await browser.close();
    }
  } finally {
    host.stop();
    await host.exitCode;
    rmSync(folder, { recursive: true, force: true });
  }
}
