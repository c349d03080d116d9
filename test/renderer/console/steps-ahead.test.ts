import { expect, test, vi } from 'vitest';
import { createClient } from '../../../renderer/console/client.ts';
import { createMirror } from '../../../renderer/console/mirror.ts';
import { StepsAhead } from '../../../renderer/console/steps-ahead.ts';
import { FakeTransport } from './fake-transport.ts';

const removal = { collection: 'users', id: '1' };

async function connected() {
  const transport = new FakeTransport();
  const client = createClient(transport);
  const mirror = createMirror(client, transport);
  transport.link('live');
  await transport.snapshot(0);
  const steps = new StepsAhead(client, mirror.store);
  return { transport, client, ahead: () => steps.store.getState(), steps };
}

test('an edit can be undone from its call until the history shows it', async () => {
  const { transport, client, ahead } = await connected();
  void client.call('records.remove', removal);
  expect(ahead()).toEqual({ undo: 1, redo: 0 });
  await transport.take('records.remove').answer(null);
  expect(ahead()).toEqual({ undo: 1, redo: 0 });
  transport.send(1, { type: 'state', state: { history: { undo: 'delete of 1', redo: null } } });
  await vi.waitFor(() => expect(ahead()).toEqual({ undo: 0, redo: 0 }));
});

test('a refused edit and a command that is none cannot be undone', async () => {
  const { transport, client, ahead } = await connected();
  void client.call('history.list', {});
  expect(ahead()).toEqual({ undo: 0, redo: 0 });
  void client.call('records.remove', removal);
  await transport.take('records.remove').refuse('Nothing has this id.');
  await vi.waitFor(() => expect(ahead()).toEqual({ undo: 0, redo: 0 }));
});

test('an undo under way can be redone, and a redo undone', async () => {
  const { transport, client, ahead, steps } = await connected();
  for (const [name, other] of [
    ['undo', 'redo'],
    ['redo', 'undo'],
  ] as const) {
    steps.take(name, async () => (await client.call(`history.${name}`, {})).ok);
    expect(ahead()).toEqual({ undo: 0, redo: 0, [other]: 1 });
    await vi.waitFor(() => transport.take(`history.${name}`).refuse('There is none.'));
    await vi.waitFor(() => expect(ahead()).toEqual({ undo: 0, redo: 0 }));
  }
});

test('a step is taken once the one before has its reply', async () => {
  const { transport, client, steps } = await connected();
  for (const name of ['undo', 'redo'] as const) {
    steps.take(name, async () => (await client.call(`history.${name}`, {})).ok);
  }
  const steppings = () => transport.calls.map(({ name }) => name).filter((name) => name.startsWith('history.'));
  await vi.waitFor(() => expect(steppings()).toEqual(['history.undo']));
  await client.settled();
  expect(steppings()).toEqual(['history.undo']);
  await transport.take('history.undo').answer({ label: 'delete of 1' });
  await vi.waitFor(() => expect(steppings()).toContain('history.redo'));
});
