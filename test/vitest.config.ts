import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { defineConfig } from 'vitest/config';
import { takesAllRounds } from './support/rounds.ts';

/** These tests replace the module `electron`, which no other test may see. */
const mocking = 'test/electron/**/*.test.ts';

if (!takesAllRounds) {
  // V8 optimizes for programs that run longer than most tests, which costs `npm test` more than it gains: about 10 % of the
  // processor's time. Remove this when a run without it takes no longer.
  setFlagsFromString('--no-turbo-inlining');
  setFlagsFromString('--interrupt-budget=600000');
}

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    pool: 'threads',
    // By default Vitest leaves one core free, which is half of a machine with two.
    maxWorkers: availableParallelism(),
    testTimeout: 180_000,
    // The default of one second is too short for a busy machine.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/e2e/**', 'test/share/**', '**/node_modules/**', mocking],
          // Loads each module once per thread instead of once per file: half of the work of the whole run.
          isolate: false,
          setupFiles: ['test/support/rounds-setup.ts'],
        },
      },
      { extends: true, test: { name: 'mocking', include: [mocking] } },
    ],
  },
});
