import { expect, test } from 'vitest';
import { runModel } from './run-model.ts';

test('the program agrees with the model after each random step', async () => {
  // The same steps in each run of the tests; `npm run proofs -- model` takes other ones each time.
  expect(await runModel({ seed: 1, runs: 4, length: 60, shrinking: 20_000 })).toBeGreaterThan(0);
});
