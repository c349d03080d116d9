import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** These put a stand-in for the module `electron` in place, which no other test may meet. */
const mocking = 'test/electron/**/*.test.ts';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    pool: 'threads',
    testTimeout: 20_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/e2e/**', '**/node_modules/**', mocking],
          // Modules are loaded once a thread instead of once a file: that halves the work of the whole run.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'mocking', include: [mocking] } },
    ],
  },
});
