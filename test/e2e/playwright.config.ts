import { defineConfig } from '@playwright/test';
import type { ConsoleOptions } from './console-test.ts';

/**
 * Specs in `console/` run in a desktop window and in a browser; those in `desktop/` and `browser/` in one of them. Slow specs
 * that do not depend on the shell, such as the axe checks, run in the browser only.
 */
export default defineConfig<ConsoleOptions>({
  testDir: 'specs',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  workers: 2,
  // No spec asserts how long something takes; a machine that is busy with other work needs three times as long.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: 'list',
  projects: [
    { name: 'desktop', testMatch: ['console/*.spec.ts', 'desktop/*.spec.ts'], use: { shell: 'desktop' } },
    { name: 'browser', testMatch: ['console/*.spec.ts', 'browser/*.spec.ts'], use: { shell: 'browser' } },
  ],
});
