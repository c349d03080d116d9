import { expect, test } from 'vitest';
import { connections } from '../../../renderer/console/connection.ts';
import { FakeTransport, settled } from './fake-transport.ts';

async function openConnections() {
  const transport = new FakeTransport();
  const store = connections(transport);
  transport.link('live');
  await transport.snapshot(1);
  return { transport, store, first: store.getState() };
}

/** Whether the promise settles. */
async function isAnswered(reply: Promise<unknown>): Promise<boolean> {
  let answered = false;
  void reply.then(() => {
    answered = true;
  });
  await settled();
  return answered;
}

test('another workspace gets its own connection, once its state has arrived', async () => {
  const { transport, store, first } = await openConnections();
  transport.send(2, { type: 'workspace-opened' });
  transport.link('live');
  expect(store.getState()).toBe(first);
  await transport.snapshot(2);
  expect(store.getState().nth).toBe(2);
  expect(store.getState().mirror.store.getState().state?.workspace.name).toBe('Test');
  transport.send(3, { type: 'state', state: { scenario: 'Slow' } });
  expect(store.getState().mirror.store.getState().state?.scenario).toBe('Slow');
  expect(first.mirror.store.getState().state?.scenario).toBe('Default');
});

test('a closed connection sends nothing, and its pending calls never settle', async () => {
  const { transport, store, first } = await openConnections();
  const under = first.client.call('history.undo', {});
  transport.send(2, { type: 'workspace-opened' });
  transport.link('live');
  await transport.take('history.undo').answer({});
  expect(await isAnswered(under)).toBe(false);
  expect(await isAnswered(first.client.call('history.redo', {}))).toBe(false);
  await transport.snapshot(2);
  const second = store.getState().client.call('history.redo', {});
  await transport.take('history.redo').answer({});
  expect(await isAnswered(second)).toBe(true);
  expect(transport.calls).toEqual([]);
});

test('a workspace left before its state arrives gives way to the next', async () => {
  const { transport, store } = await openConnections();
  transport.send(2, { type: 'workspace-opened' });
  transport.link('live');
  transport.send(3, { type: 'workspace-opened' });
  await transport.snapshot(2);
  transport.link('live');
  await transport.snapshot(3);
  expect(store.getState().nth).toBe(3);
  expect(transport.calls).toEqual([]);
});

test('a host lost while the next workspace opens is reported as lost', async () => {
  const { transport, store } = await openConnections();
  transport.send(2, { type: 'workspace-opened' });
  transport.link('lost');
  expect(store.getState().nth).toBe(2);
  expect(store.getState().mirror.store.getState().link).toBe('lost');
});
