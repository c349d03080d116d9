import { expect, test } from 'vitest';
import { killProof } from '../../proof/kill-proof.ts';

test('a program that is killed while it saves leaves an old or a new file, and nothing that was saved is lost', {
  timeout: 180_000,
}, async () => {
  const kills = 30;
  const tally = await killProof(kills);
  expect(tally).toMatchObject({ kills, damaged: 0, lost: 0, unswept: 0 });
  expect(tally.mostOrphans).toBeLessThanOrEqual(1);
  expect(tally.states).toBeGreaterThan(1);
});
