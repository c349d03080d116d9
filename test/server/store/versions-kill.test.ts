import { expect, test } from 'vitest';
import { versionsProof } from '../../proof/versions-proof.ts';

test('a program that is killed right after a write gives no version twice and accepts no stale precondition', {
  timeout: 180_000,
}, async () => {
  const kills = 8;
  expect(await versionsProof(kills)).toEqual({ kills, repeated: 0, lostUpdates: 0 });
});
