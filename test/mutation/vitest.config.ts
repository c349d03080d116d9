import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The unit tests of the room that is mutated, which judge a mutant. Tests of processes take too long for that. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: [`test/${process.env.MUTATED_ROOM}/**/*.test.ts`],
    exclude: ['test/server/store/{kill,versions-kill}.test.ts'],
    setupFiles: ['test/support/rounds-setup.ts'],
    isolate: false,
    testTimeout: 60_000,
  },
});
