import { describe, expect, onTestFinished, test } from 'vitest';
import { commit } from '../../server/share/commit.ts';
import { Replica } from '../../server/share/replica.ts';
import type { ReplicaState } from '../../server/share/replica-state.ts';
import { RuleCounts } from '../../server/share/rule-counts.ts';
import { eventually } from '../support/eventually.ts';
import { startProxy } from './fault-proxy.ts';
import { type RedisServer, startRedis } from './redis-server.ts';

const noState: ReplicaState = {
  apply: () => {},
  prepare: async () => () => {},
  restart: async () => {},
  highestVersion: () => 0,
  usedSessions: () => [],
};

/** Follows the log of a mock without records. */
async function startReplica(port: number, state = noState): Promise<Replica> {
  const address = { url: `redis://127.0.0.1:${port}`, username: undefined, password: undefined };
  const mock = { workspace: 'Test', digest: '1', scenario: 'Default', name: 'test' };
  const replica = new Replica({ ...mock, address, saves: () => false, onNews: () => {} });
  onTestFinished(() => replica.close());
  expect(await replica.join()).toMatchObject({ ok: true });
  expect(await replica.begin(state)).toMatchObject({ ok: true });
  return replica;
}

async function startEngine(): Promise<RedisServer> {
  const redis = await startRedis();
  onTestFinished(() => redis[Symbol.asyncDispose]());
  return redis;
}

let commands = 0;

/** Activates a scenario, the smallest change there is. */
function change(replica: Replica) {
  commands += 1;
  return commit(replica, `command ${commands}`, { ...replica.status.position, changes: [], scenario: 'Default' });
}

function counters(replica: Replica) {
  return new RuleCounts(replica).values('Default', []);
}

describe('an instance', () => {
  test('does not join again because an answer about the log is older than what it has read', async () => {
    const redis = await startEngine();
    const proxy = await startProxy(redis.port);
    onTestFinished(() => proxy.close());
    const writer = await startReplica(redis.port);
    const late = await startReplica(proxy.port);
    const before = proxy.connections;

    // The next heartbeat is answered, and the answer is on its way while the log goes on.
    proxy.holdScripts();
    await eventually(() => expect(proxy.held).toBeGreaterThan(0));
    expect(await change(writer)).toEqual({ kind: 'done' });
    await eventually(() => expect(late.status.revision).toBe(writer.status.revision));
    proxy.releaseScripts();

    expect(await change(late)).toEqual({ kind: 'done' });
    expect(proxy.connections).toBe(before);
  });

  test.each([
    ['as many changes', 0],
    ['one change more', 1],
  ])('applies nothing of a mock that has begun anew, which has had %s', async (_, more) => {
    const redis = await startEngine();
    const proxy = await startProxy(redis.port);
    onTestFinished(() => proxy.close());
    const done: string[] = [];
    const state: ReplicaState = {
      ...noState,
      apply: ({ command }) => void done.push(command),
      restart: async ({ epoch }) => void done.push(`epoch ${epoch}`),
    };
    const late = await startReplica(proxy.port, state);
    expect(await change(late)).toEqual({ kind: 'done' });
    const before = done.length;

    // It hears of the new epoch only after it has read the new log.
    proxy.holdScripts();
    await eventually(() => expect(proxy.held).toBeGreaterThan(0));
    await redis.send('FLUSHALL');
    const other = await startReplica(redis.port);
    for (let count = 0; count < 1 + more; count += 1) expect(await change(other)).toEqual({ kind: 'done' });
    await eventually(() => expect([late.status.condition, done.length]).not.toEqual(['live', before]));
    proxy.releaseScripts();

    const { epoch, revision } = other.status;
    await eventually(() => expect(late.status).toMatchObject({ condition: 'live', epoch, revision }));
    expect(done.slice(before)).toEqual([`epoch ${epoch}`]);
  });

  test.each([
    ['makes every change', change, { kind: 'done' }],
    ['reads the counters of rules', counters, { ok: true }],
  ] as const)('%s while it joins again', async (_, work, expected) => {
    const replica = await startReplica((await startEngine()).port);
    for (let ticks = 0; ticks < 30; ticks += 1) {
      replica.rejoin();
      // The end of a connection is known everywhere only some ticks later.
      for (let tick = 0; tick < ticks; tick += 1) await null;
      expect([ticks, await work(replica)]).toEqual([ticks, expect.objectContaining(expected)]);
    }
  });
});
