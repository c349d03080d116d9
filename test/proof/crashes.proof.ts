import { expect, test } from 'vitest';
import { simulateCrashes } from '../simulation/crashes.ts';

const seeds = Array.from({ length: 5 }, () => Math.floor(Math.random() * 2 ** 31));

test.each(seeds)('2,000 simulated crashes with the seed %i lose nothing and repeat nothing', async (seed) => {
  expect(await simulateCrashes(seed, 2000)).toEqual({ states: 2000, faults: [] });
});
