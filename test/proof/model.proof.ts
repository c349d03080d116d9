/**
 * Drives the program with random steps beside the model of test/http/model. MODEL_STEPS is their number and MODEL_SEED the
 * first seed. A failure prints its seed, its path and a replayPath; MODEL_SEED, MODEL_PATH and MODEL_REPLAY repeat it.
 */
import { test } from 'vitest';
import { runModel } from '../http/model/run-model.ts';

const { MODEL_STEPS, MODEL_SEED, MODEL_PATH: path, MODEL_REPLAY: replayPath } = process.env;
const steps = Number(MODEL_STEPS ?? 100_000);
const first = Number(MODEL_SEED ?? Math.floor(Math.random() * 2 ** 30));

test(`the program agrees with the model after each of ${steps} steps, from seed ${first}`, async () => {
  let made = 0;
  for (let seed = first; made < steps; seed++) {
    made += await runModel({ seed, runs: 20, length: 200, shrinking: 120_000, path, replayPath });
    process.stdout.write(`${made} steps, seed ${seed}\n`);
    if (path !== undefined) break;
  }
});
