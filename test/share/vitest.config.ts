import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The tests over a real engine, whose program `npm test` names in REDIS_SERVER. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['test/share/*.test.ts'],
    pool: 'threads',
    maxWorkers: availableParallelism(),
    // Loads each module once per thread instead of once per file: a third of the work.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
