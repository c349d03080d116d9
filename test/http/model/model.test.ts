import { expect, test } from 'vitest';
import { runModel } from './run-model.ts';

test('the program agrees with the model after each random step', async () => {
  // Each run of the tests takes other steps. A failure prints the seed; `npm run proofs -- model` repeats it.
  const seed = Math.floor(Math.random() * 2 ** 30);
  expect(await runModel({ seed, runs: 4, length: 60, shrinking: 20_000 })).toBeGreaterThan(0);
});
