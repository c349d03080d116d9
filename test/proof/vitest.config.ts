import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The long tests of `npm run proofs`. They need the packages of this folder. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['test/proof/*.proof.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 60_000,
  },
});
