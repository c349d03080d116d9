import { expect, test, vi } from 'vitest';
import { createClient } from '../../../renderer/console/client.ts';
import { createMirror } from '../../../renderer/console/mirror.ts';
import type { RequestLog } from '../../../renderer/console/requests.ts';
import { FakeTransport, request } from './fake-transport.ts';

function openMirror() {
  const transport = new FakeTransport();
  const mirror = createMirror(createClient(transport), transport);
  return { transport, mirror, state: () => mirror.store.getState() };
}

function idsIn(log: RequestLog): readonly (number | string)[] {
  return log.copy().map((line) => (line.kind === 'request' ? line.request.id : line.name));
}

test('requests a snapshot only once the feed is open', () => {
  const { transport, state } = openMirror();
  expect(transport.calls).toEqual([]);
  transport.link('live');
  expect(transport.calls.map(({ name }) => name)).toEqual(['workspace.get']);
  expect(state().state).toBeNull();
});

test('reads the request list after the state, so that none falls between list and events', async () => {
  const { transport, mirror } = openMirror();
  transport.link('live');
  transport.send(1, { type: 'requests', entries: [request(1)] });
  await transport.take('workspace.get').answer({ scenario: 'Default', seq: 1 });
  await transport.take('requests.list').answer({ entries: [request(1)], kept: [], total: 1, dropped: 0, switches: [] });
  transport.send(2, { type: 'requests', entries: [request(1), request(2)] });
  expect(idsIn(mirror.log)).toEqual([1, 2]);
});

test('drops events that the snapshot contains and applies those after it, in order', async () => {
  const { transport, mirror, state } = openMirror();
  transport.link('live');
  transport.send(4, { type: 'state', state: { scenario: 'old' } });
  transport.send(5, { type: 'state', state: { scenario: 'contained' } });
  transport.send(6, { type: 'state', state: { scenario: 'new' } }, { type: 'requests', entries: [request(7)] });
  await transport.snapshot(5);
  expect(state().state?.scenario).toBe('new');
  expect(idsIn(mirror.log)).toEqual([7]);
});

test('applies a batch of events in one update of the store and one of the log', async () => {
  const { transport, mirror } = openMirror();
  transport.link('live');
  await transport.snapshot(0);
  const stored = vi.fn();
  const logged = vi.fn();
  mirror.store.subscribe(stored);
  mirror.log.subscribe(logged);
  transport.send(
    1,
    { type: 'state', state: { scenario: 'A' } },
    { type: 'requests', entries: [request(1)] },
    { type: 'state', state: { server: { state: 'starting' } } },
    { type: 'requests', entries: [request(2)] },
  );
  expect(stored).toHaveBeenCalledTimes(1);
  expect(logged).toHaveBeenCalledTimes(1);
  expect(mirror.store.getState().state).toMatchObject({ scenario: 'A', server: { state: 'starting' } });
});

test('takes a new snapshot after a gap in the numbers, and keeps the old state until then', async () => {
  const { transport, mirror, state } = openMirror();
  transport.link('live');
  await transport.snapshot(3);
  transport.send(4, { type: 'state', state: { scenario: 'A' } });
  transport.send(6, { type: 'state', state: { scenario: 'B' } });
  expect(state().state?.scenario).toBe('A');
  transport.send(7, { type: 'state', state: { scenario: 'C' } });
  await transport.snapshot(6, [request(2), request(1)]);
  expect(state().state?.scenario).toBe('C');
  expect(idsIn(mirror.log)).toEqual([1, 2]);
  transport.send(8, { type: 'state', state: { scenario: 'D' } });
  expect(state().state?.scenario).toBe('D');
});

test('ignores the snapshot of a lost connection', async () => {
  const { transport, state } = openMirror();
  transport.link('live');
  const oldState = transport.take('workspace.get');
  transport.link('lost');
  transport.link('live');
  await oldState.answer({ scenario: 'stale', seq: 90 });
  expect(state().state).toBeNull();
  await transport.snapshot(1);
  transport.send(2, { type: 'state', state: { scenario: 'fresh' } });
  expect(state().state?.scenario).toBe('fresh');
});

test('forgets the events of a host that ended while a snapshot was pending', async () => {
  const { transport, state } = openMirror();
  transport.link('live');
  transport.send(90, { type: 'state', state: { scenario: 'of the host before' } });
  transport.link('lost');
  transport.link('live');
  transport.take('workspace.get');
  await transport.snapshot(0);
  expect(transport.calls).toEqual([]);
  transport.send(1, { type: 'state', state: { scenario: 'after a restart' } });
  expect(state().state?.scenario).toBe('after a restart');
});

test('keeps the state while the link is lost, and takes a new snapshot when it is back', async () => {
  const { transport, state } = openMirror();
  transport.link('live');
  await transport.snapshot(9);
  transport.link('lost');
  expect(state()).toMatchObject({ link: 'lost', state: { scenario: 'Default' } });
  transport.link('live');
  await transport.snapshot(0);
  transport.send(1, { type: 'state', state: { scenario: 'after a restart' } });
  expect(state().state?.scenario).toBe('after a restart');
});

test('remembers since when the link is lost', () => {
  vi.useFakeTimers({ now: 1000 });
  const { transport, state } = openMirror();
  transport.link('live');
  vi.setSystemTime(2000);
  transport.link('lost');
  vi.setSystemTime(3000);
  transport.link('lost');
  expect(state()).toMatchObject({ link: 'lost', linkSince: 2000 });
  vi.useRealTimers();
});

test('leaves a host that started again with another workspace', async () => {
  const { transport, state } = openMirror();
  const snapshot = async (file: string) => {
    transport.link('live');
    await transport.take('workspace.get').answer({ workspace: { file }, seq: 0 });
    await transport.take('requests.list').answer({ entries: [], kept: [], total: 0, dropped: 0, switches: [] });
  };
  await snapshot('a.json');
  transport.link('lost');
  await snapshot('a.json');
  expect(state().isLeft).toBe(false);
  transport.link('lost');
  await snapshot('b.json');
  expect(state()).toMatchObject({ isLeft: true, state: { workspace: { file: 'a.json' } } });
});

test('reports why a snapshot was refused', async () => {
  const { transport, mirror, state } = openMirror();
  transport.link('live');
  await transport.take('workspace.get').refuse('Not today.');
  expect(state().problem?.detail).toBe('Not today.');
  mirror.close();
});

test('reports each changed collection once a batch, and all of them after a snapshot', async () => {
  const { transport, mirror } = openMirror();
  const notified: (string | null)[] = [];
  mirror.onRecords((collection) => notified.push(collection));
  transport.link('live');
  await transport.snapshot(0);
  const change = (collection: string) => ({ type: 'records', collection, ids: ['1'] }) as const;
  transport.send(1, change('users'), change('orders'), change('users'));
  expect(notified).toEqual([null, 'users', 'orders']);
});

test('adds a line to the log for a scenario switch, and empties the cleared log', async () => {
  const { transport, mirror } = openMirror();
  transport.link('live');
  await transport.snapshot(0, [request(1)]);
  transport.send(1, { type: 'scenario-switched', name: 'Slow', time: 5 }, { type: 'requests', entries: [request(2)] });
  expect(idsIn(mirror.log)).toEqual([1, 'Slow', 2]);
  transport.send(3, { type: 'requests-cleared' }, { type: 'requests', entries: [request(3)] });
  expect(idsIn(mirror.log)).toEqual([3]);
});

test('reads the log again when cleared requests are restored', async () => {
  const { transport, mirror } = openMirror();
  transport.link('live');
  await transport.snapshot(0, [request(1)]);
  transport.send(1, { type: 'requests-cleared' });
  transport.send(2, { type: 'requests-restored' }, { type: 'requests', entries: [request(2)] });
  await transport.snapshot(2, [request(1)]);
  expect(idsIn(mirror.log)).toEqual([1, 2]);
});

test('inserts switches before the snapshot between the requests, each once', async () => {
  const { transport, mirror } = openMirror();
  transport.link('live');
  await transport.take('workspace.get').answer({ scenario: 'Slow', seq: 3 });
  const [slow, flaky, last] = [
    { name: 'Slow', time: 2 },
    { name: 'Flaky', time: 2 },
    { name: 'Slow', time: 9 },
  ];
  const switches = [slow, flaky, last];
  transport.send(4, { type: 'scenario-switched', ...last }, { type: 'scenario-switched', name: 'Default', time: 10 });
  await transport
    .take('requests.list')
    .answer({ entries: [request(3), request(2), request(1)], kept: [], total: 3, dropped: 0, switches });
  expect(idsIn(mirror.log)).toEqual([1, 'Slow', 'Flaky', 2, 3, 'Slow', 'Default']);
});

test('reports that another workspace is open', async () => {
  const { transport, state } = openMirror();
  transport.link('live');
  await transport.snapshot(1);
  expect(state().isLeft).toBe(false);
  transport.send(2, { type: 'workspace-opened' });
  expect(state().isLeft).toBe(true);
});
