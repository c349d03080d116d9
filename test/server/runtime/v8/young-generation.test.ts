import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import {
  growYoungGenerationAtOnce,
  growYoungGenerationInSteps,
} from '../../../../server/runtime/v8/young-generation.ts';

afterEach(growYoungGenerationInSteps);

/** Keeps a few megabytes of small objects in a new heap. Gives the bytes of its young generation then. */
const keepObjects = `
  const kept = Array.from({ length: 100_000 }, (_, index) => ({ index }));
  const { space_size } = require('node:v8').getHeapSpaceStatistics().find((one) => one.space_name === 'new_space');
  require('node:worker_threads').parentPort.postMessage(kept.length > 0 && space_size);
`;

async function youngGeneration(): Promise<number> {
  const [size] = await once(new Worker(keepObjects, { eval: true }), 'message');
  return size;
}

test('a new heap gets the full size of its young generation at once, until growth is restored', async () => {
  const usual = await youngGeneration();
  growYoungGenerationAtOnce();
  expect(await youngGeneration()).toBeGreaterThan(2 * usual);
  growYoungGenerationInSteps();
  expect(await youngGeneration()).toBe(usual);
});
