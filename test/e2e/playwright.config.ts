import { defineConfig } from '@playwright/test';
import type { ConsoleOptions } from './console-test.ts';

/**
 * Specs in `console/` run in a desktop window and in a browser, because they depend on the shell: on its transport, its
 * keyboard and clipboard, its start and its end. Those in `desktop/` and `browser/` run in one of them; specs that do not
 * depend on the shell run in the browser. Those in `proofs/` take long: `npm run proofs` runs them, `npm test` does not.
 */
export default defineConfig<ConsoleOptions>({
  testDir: 'specs',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  workers: 2,
  // No spec asserts how long something takes; a machine that is busy with other work needs ten times as long.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // An action or an event that never comes fails soon and says which it was.
  use: { actionTimeout: 60_000 },
  forbidOnly: true,
  reporter: 'list',
  projects: [
    { name: 'desktop', testMatch: ['console/*.spec.ts', 'desktop/*.spec.ts'], use: { shell: 'desktop' } },
    { name: 'browser', testMatch: ['console/*.spec.ts', 'browser/*.spec.ts'], use: { shell: 'browser' } },
    { name: 'proofs', testMatch: 'proofs/*.spec.ts', use: { shell: 'browser' } },
  ],
});
