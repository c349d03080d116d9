import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { growYoungGenerationFor, growYoungGenerationInSteps } from '../../../../server/runtime/v8/young-generation.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

afterEach(growYoungGenerationInSteps);

/** Keeps a few megabytes of small objects in a new heap, and sends the bytes of its young generation then. */
const keepObjects = `
  const kept = Array.from({ length: 100_000 }, (_, index) => ({ index }));
  const { space_size } = require('node:v8').getHeapSpaceStatistics().find((one) => one.space_name === 'new_space');
  require('node:worker_threads').parentPort.postMessage(kept.length > 0 && space_size);
`;

async function youngGeneration(): Promise<number> {
  const [size] = await once(new Worker(keepObjects, { eval: true }), 'message');
  return size;
}

test('a heap gets the full size of its young generation at once for a large file, until growth is restored', async () => {
  const folder = await temporaryFolder();
  const [small, large] = [join(folder, 'small.json'), join(folder, 'large.json')];
  await writeFile(small, ' '.repeat(2 ** 22));
  await writeFile(large, ' '.repeat(2 ** 22 + 1));
  const usual = await youngGeneration();
  for (const path of [small, join(folder, 'missing.json')]) {
    growYoungGenerationFor(path);
    expect(await youngGeneration()).toBe(usual);
  }
  growYoungGenerationFor(large);
  expect(await youngGeneration()).toBeGreaterThan(2 * usual);
  growYoungGenerationInSteps();
  expect(await youngGeneration()).toBe(usual);
});
