import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { findChromium } from '../../.scripts/browser.mjs';
import { electronBinary, hasDisplay } from '../../.scripts/electron-binary.mjs';
import type { ConsoleOptions } from './console-test.ts';

const isWorker = process.env.TEST_WORKER_INDEX !== undefined;

// Both are decided once; the workers inherit the environment.
if (!isWorker) {
  process.env.PLAYWRIGHT_CHROMIUM ??= await findChromium((line) => void process.stdout.write(`${line}\n`));
  const isReal = electronBinary() !== undefined && hasDisplay();
  if (!isReal) process.env.ELECTRON_OVERRIDE_DIST_PATH = fileURLToPath(new URL('../electron-standin', import.meta.url));
  process.stdout.write(
    `desktop: ${isReal ? 'Electron' : 'the stand-in for Electron, whose binary or a display is missing'}\n`,
  );
}

/** The same specs of the console run in a window and in a browser; each of the two has some of its own. */
export default defineConfig<ConsoleOptions>({
  testDir: 'specs',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: 'list',
  use: { launchOptions: { executablePath: process.env.PLAYWRIGHT_CHROMIUM } },
  projects: [
    { name: 'desktop', testMatch: ['console/*.spec.ts', 'desktop/*.spec.ts'], use: { shell: 'desktop' } },
    { name: 'browser', testMatch: ['console/*.spec.ts', 'browser/*.spec.ts'], use: { shell: 'browser' } },
  ],
});
