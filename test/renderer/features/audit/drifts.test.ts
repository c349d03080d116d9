import { expect, test } from 'vitest';
import { createClient } from '../../../../renderer/console/client.ts';
import { Drifts } from '../../../../renderer/features/audit/drifts.ts';
import { createToaster } from '../../../../renderer/ui/overlay/toaster.ts';
import { problem } from '../../../../server/domain/basics/problem.ts';
import { FakeTransport } from '../../console/fake-transport.ts';

test('a comparison that takes the place of another one is under way until it ends itself', async () => {
  const transport = new FakeTransport();
  const drifts = new Drifts(createClient(transport), createToaster());
  void drifts.run();
  void drifts.run();
  await transport.take('drift.run').refuseWith(problem('job-cancelled', 'Another one took its place.'));
  expect(drifts.store.getState().isRunning).toBe(true);
  await transport.take('drift.run').answer({ checks: [] });
  expect(drifts.store.getState()).toMatchObject({ isRunning: false, run: { checks: [] } });
});
