import { expect, test } from 'vitest';
import { killProof } from '../../proof/kill-proof.ts';
import { rounds } from '../../support/rounds.ts';

test('a killed program leaves an old or a new file and loses no confirmed save', {
  timeout: 180_000,
}, async () => {
  const kills = rounds(30);
  const tally = await killProof(kills);
  expect(tally).toMatchObject({ kills, damaged: 0, lost: 0, unswept: 0 });
  expect(tally.mostOrphans).toBeLessThanOrEqual(1);
  expect(tally.states).toBeGreaterThan(kills);
});
