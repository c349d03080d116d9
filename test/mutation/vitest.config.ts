import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/**
 * The tests that judge a mutant: those of the mutated rooms, the corpus, and those of audit and drift, whose rules are tested
 * over HTTP. The process tests take too long for that.
 */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: [
      'test/server/{domain,store}/**/*.test.ts',
      'test/corpus/**/*.test.ts',
      'test/http/audit/audit.test.ts',
      'test/http/drift/{drift,strange-services}.test.ts',
    ],
    exclude: ['test/server/store/{kill,versions-kill}.test.ts'],
    isolate: false,
    testTimeout: 60_000,
  },
});
