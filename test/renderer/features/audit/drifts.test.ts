import { expect, test } from 'vitest';
import { createClient } from '../../../../renderer/console/client.ts';
import { Drifts } from '../../../../renderer/features/audit/drifts.ts';
import { createToaster } from '../../../../renderer/ui/overlay/toaster.ts';
import { problem } from '../../../../server/domain/basics/problem.ts';
import type { DriftCheck } from '../../../../server/domain/drift/drift.ts';
import { FakeTransport } from '../../console/fake-transport.ts';

const check: DriftCheck = {
  id: 'order users',
  rule: 'page-size',
  collection: 'users',
  title: 'Order',
  severity: 'difference',
  outcome: 'different',
  detail: 'The service sorts by name.',
  exchanges: [3],
  change: { kind: 'order', collection: 'users', sort: 'name' },
};

/** A console that shows a comparison. */
async function compared() {
  const transport = new FakeTransport();
  const toaster = createToaster();
  const drifts = new Drifts(createClient(transport), toaster);
  const compare = async (id: string) => {
    const done = drifts.run();
    await transport.take('drift.run').answer({ id, upstream: 'http://one/', requests: 4, checks: [check] });
    await done;
  };
  await compare('first');
  return { transport, toaster, drifts, compare };
}

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

test('what is applied, shown and exported is of the comparison that the person sees', async () => {
  const { transport, toaster, drifts } = await compared();
  const gone = problem('conflict', 'Another comparison has taken its place.');
  const applied = drifts.apply(check);
  const apply = transport.take('drift.apply');
  expect(apply.input).toEqual({ check: 'order users', run: 'first' });
  await apply.refuseWith(gone);
  await applied;
  expect(drifts.store.getState().applied).toEqual(new Set());
  const opened = drifts.open(check);
  const read = transport.take('drift.exchanges');
  expect(read.input).toEqual({ numbers: [3], run: 'first' });
  await read.refuseWith(gone);
  await opened;
  expect(drifts.store.getState().opened).toBeNull();
  void drifts.export('json');
  expect(transport.take('drift.report').input).toEqual({ format: 'json', run: 'first' });
  expect(toaster.toasts().at(-1)?.text).toBe('Another comparison has taken its place.');
});

test('a late reply about a comparison changes nothing in the next one', async () => {
  const { transport, drifts, compare } = await compared();
  const applied = drifts.apply(check);
  const opened = drifts.open(check);
  await compare('second');
  void drifts.open(check);
  await transport.take('drift.apply').answer(null);
  await transport.take('drift.exchanges').answer({ exchanges: [{ number: 3 }] });
  await Promise.all([applied, opened]);
  expect(drifts.store.getState()).toMatchObject({ applied: new Set(), opened: 'order users', exchanges: null });
});
