import { expect, test } from 'vitest';
import { createClient } from '../../../../renderer/console/client.ts';
import { LiveStates } from '../../../../renderer/features/live-state/live-states.ts';
import { createToaster } from '../../../../renderer/ui/overlay/toaster.ts';
import { FakeTransport, timers } from '../../console/fake-transport.ts';

function open() {
  const transport = new FakeTransport();
  const toaster = createToaster();
  return { transport, toaster, states: new LiveStates(createClient(transport), toaster) };
}

test('restoring a snapshot reports the changes and offers undo', async () => {
  const { transport, toaster, states } = open();
  void states.restore('Half way');
  const restoring = transport.take('snapshots.restore');
  expect(restoring.input).toEqual({ name: 'Half way' });
  await restoring.answer({ records: 2 });
  expect(toaster.toasts()).toMatchObject([{ text: 'Restored “Half way”: 2 records changed.' }]);
  toaster.toasts()[0]?.action?.run();
  await timers();
  await transport.take('history.undo').answer({ label: 'restore of snapshot Half way' });
});

test('restoring an equal snapshot offers no undo', async () => {
  const { transport, toaster, states } = open();
  void states.restore('Half way');
  await transport.take('snapshots.restore').answer({ records: 0 });
  expect(toaster.toasts()).toMatchObject([{ text: 'The live state already equals “Half way”.', action: null }]);
});

test('keeps a refused name for correction', async () => {
  const { transport, toaster, states } = open();
  const saving = states.save('x', null, undefined);
  const { input, refuse } = transport.take('snapshots.save');
  expect(input).toEqual({ name: 'x', base: null });
  await refuse('No.');
  expect(await saving).toBe(false);
  expect(toaster.toasts()).toMatchObject([{ text: 'No.', tone: 'bad' }]);
});

test('a snapshot replaces the one that was shown, and no other', async () => {
  const { transport, states } = open();
  const saving = states.save('x', 'Checkout', { name: 'x', records: 1, saved: 5 });
  const { input, answer } = transport.take('snapshots.save');
  expect(input).toEqual({ name: 'x', session: 'Checkout', base: 5 });
  await answer(null);
  expect(await saving).toBe(true);
});

test('a scenario is activated in its session only', () => {
  const { transport, states } = open();
  void states.activate('worker 1', 'Outage');
  expect(transport.take('scenario.activate').input).toEqual({ name: 'Outage', session: 'worker 1' });
});

test('reports session actions', async () => {
  const { transport, toaster, states } = open();
  void states.reset('worker 1');
  await transport.take('sessions.reset').answer({ records: 1 });
  void states.drop('worker 1');
  await transport.take('sessions.drop').answer(null);
  expect(toaster.toasts().map(({ text }) => text)).toEqual([
    'Reset 1 record in session “worker 1” to their fixtures.',
    'Deleted session “worker 1”.',
  ]);
});
