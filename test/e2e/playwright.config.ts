import { defineConfig } from '@playwright/test';
import type { ConsoleOptions } from './console-test.ts';

/**
 * The same specs of the console run in a window and in a browser; each of the two has some of its own. What does not
 * depend on the shell and takes long, such as looking at every view with axe, runs in the browser alone.
 */
export default defineConfig<ConsoleOptions>({
  testDir: 'specs',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: 'list',
  projects: [
    { name: 'desktop', testMatch: ['console/*.spec.ts', 'desktop/*.spec.ts'], use: { shell: 'desktop' } },
    { name: 'browser', testMatch: ['console/*.spec.ts', 'browser/*.spec.ts'], use: { shell: 'browser' } },
  ],
});
