import { expect, test } from 'vitest';
import { versionsProof } from '../../proof/versions-proof.ts';
import { rounds } from '../../support/rounds.ts';

test('a killed program loses no saved edit, gives no version or tag twice and accepts no stale precondition', {
  timeout: 180_000,
}, async () => {
  const kills = rounds(12);
  const tally = await versionsProof(kills);
  expect(tally).toMatchObject({ kills, damaged: 0, lost: 0, repeated: 0, lostUpdates: 0 });
  expect(tally.edits).toBeGreaterThan(0);
  expect(tally.observed).toBeGreaterThan(kills);
});
