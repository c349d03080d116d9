import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The tests over a real engine, whose program `npm test` names in REDIS_SERVER. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['test/share/*.test.ts'],
    pool: 'threads',
    // They wait for the engine and for each other most of the time.
    maxWorkers: 2 * availableParallelism(),
    // Loads each module once per thread instead of once per file: a third of the work.
    isolate: false,
    // The time limits only end a broken test: on a busy machine a program may take many seconds to start.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
