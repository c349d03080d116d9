import { expect, test } from 'vitest';
import { ask } from '../../../../server/share/engine/ask.ts';
import type { Connection } from '../../../../server/share/engine/connection.ts';

test('a connection that fails at once lets the program go on, and the script may have run', async () => {
  const broken = { script: () => Promise.reject(new Error('closed')) } as unknown as Connection;
  const deadline = performance.now() + 20;
  const live = async () => (performance.now() < deadline ? broken : undefined);
  let hasTurned = false;
  setTimeout(() => {
    hasTurned = true;
  });

  const asked = await ask({ live, status: { epoch: 1, away: () => 'It is away.' } }, 'script', [], () => [], 20);

  expect(asked).toEqual({ ok: false, problem: { detail: 'It is away.', mayHaveRun: true } });
  expect(hasTurned).toBe(true);
});
