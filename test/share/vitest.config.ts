import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The tests over a real engine, whose program `npm test` names in REDIS_SERVER. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['test/share/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
