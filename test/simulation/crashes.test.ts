import { expect, test } from 'vitest';
import { type Plant, simulateCrashes } from './crashes.ts';

test('200 simulated crashes lose no saved edit, repeat no version or tag, and leave no stray file', async () => {
  expect(await simulateCrashes(1, 200)).toEqual({ states: 200, faults: [] });
}, 120_000);

const plants: readonly (readonly [plant: Plant, fault: RegExp])[] = [
  ['no sync of files', /the start fails|is lost|unexpected note/],
  ['no sync of the folder', /a saved edit is lost|and now/],
  ['rename before write', /is damaged/],
  ['no reservation', /still accepted|and now/],
  ['confirmed before the write', /a saved edit is lost/],
];

test.each(plants)(
  'the simulation notices a planted bug: %s',
  async (plant, fault) => {
    const { faults } = await simulateCrashes(1, 600, plant);
    expect(faults.join('\n')).toMatch(fault);
  },
  120_000,
);
