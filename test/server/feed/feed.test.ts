import { expect, test, vi } from 'vitest';
import type { ConsoleEvent } from '../../../server/contract/event.ts';
import { Feed, type Slices } from '../../../server/feed/feed.ts';

function follow() {
  let scenario = 'Default';
  const none = () => {
    throw new Error('This slice is not dirty');
  };
  const slices: Slices = {
    workspace: none,
    server: () => ({ state: 'stopped' }),
    collections: () => [],
    scenarios: none,
    scenario: () => scenario,
    sessions: none,
    snapshots: none,
    saved: none,
    save: none,
    history: none,
    log: none,
    expectations: none,
    upstream: none,
    sharing: () => null,
    audit: none,
    jobs: none,
  };
  const feed = new Feed();
  feed.provide(slices);
  const events: ConsoleEvent[] = [];
  feed.subscribe((batch) => events.push(...batch));
  return {
    feed,
    events,
    activate(name: string) {
      scenario = name;
      feed.markDirty('scenario');
    },
  };
}

test('a batch carries each dirty slice once, with its present value', () => {
  const { feed, events, activate } = follow();
  activate('A');
  activate('B');
  feed.markDirty('server');
  feed.flush();
  expect(events).toEqual([{ seq: 1, type: 'state', state: { scenario: 'B', server: { state: 'stopped' } } }]);
});

test('numbers grow by one across batches; an empty flush sends nothing', () => {
  const { feed, events, activate } = follow();
  feed.flush();
  activate('A');
  feed.flush();
  feed.emit({ type: 'requests-cleared' }, { type: 'scenario-switched', name: 'A', time: 0 });
  expect(events.map(({ seq, type }) => [seq, type])).toEqual([
    [1, 'state'],
    [2, 'requests-cleared'],
    [3, 'scenario-switched'],
  ]);
});

test('names changed records up to a limit', () => {
  const { feed, events } = follow();
  feed.markRecordDirty('users', '1');
  feed.markRecordDirty('users', '1');
  for (let id = 0; id < 500; id++) feed.markRecordDirty('orders', String(id));
  feed.flush();
  expect(events.filter(({ type }) => type === 'records')).toEqual([
    { seq: 1, type: 'records', collection: 'users', ids: ['1'] },
    { seq: 2, type: 'records', collection: 'orders', ids: null },
  ]);
});

test('sends a dirty slice without a flush', async () => {
  const { feed, activate } = follow();
  const sent = new Promise<readonly ConsoleEvent[]>((resolve) => feed.subscribe(resolve));
  activate('A');
  // The feed's timer does not keep a process alive, so the test holds its own until then.
  const alive = setInterval(() => undefined, 1000);
  expect((await sent).map(({ type }) => type)).toEqual(['state']);
  clearInterval(alive);
});

test('sends a change after a pause at once, and 20 batches a second while changes go on', () => {
  vi.useFakeTimers();
  try {
    const { feed, activate } = follow();
    let batches = 0;
    feed.subscribe(() => {
      batches += 1;
    });
    for (const pause of [1000, 1000]) {
      vi.advanceTimersByTime(pause);
      batches = 0;
      activate('A');
      vi.advanceTimersByTime(2);
      expect(batches).toBe(1);
    }
    vi.advanceTimersByTime(1000);
    batches = 0;
    for (let millisecond = 0; millisecond < 1000; millisecond++) {
      activate('B');
      vi.advanceTimersByTime(1);
    }
    expect(batches).toBeGreaterThan(20);
    expect(batches).toBeLessThan(25);
  } finally {
    vi.useRealTimers();
  }
});
