import { expect, onTestFinished } from 'vitest';
import { runAtOnce } from '../../server/domain/basics/work.ts';
import { Replica } from '../../server/share/replica.ts';
import type { ReplicaState } from '../../server/share/replica-state.ts';
import { startProxy } from './fault-proxy.ts';
import { type RedisServer, startRedis } from './redis-server.ts';

/** The state of an instance without records. */
export const noState: ReplicaState = {
  run: runAtOnce,
  apply: () => {},
  prepare: async () => () => {},
  restart: async () => {},
  highestVersion: () => 0,
  usedSessions: () => [],
};

/** Follows the log of a mock without records. */
export async function startReplica(port: number, state = noState): Promise<Replica> {
  const address = { url: `redis://127.0.0.1:${port}`, username: undefined, password: undefined };
  const mock = { workspace: 'Test', digest: '1', scenario: 'Default', name: 'test' };
  const replica = new Replica({ ...mock, address, saves: () => false, onNews: () => {} });
  onTestFinished(() => replica.close());
  expect(await replica.join()).toMatchObject({ ok: true });
  expect(await replica.begin(state)).toMatchObject({ ok: true });
  return replica;
}

/** An engine of its own for a test. */
export async function startEngine(): Promise<RedisServer> {
  const redis = await startRedis();
  onTestFinished(() => redis[Symbol.asyncDispose]());
  return redis;
}

/** An engine of its own for a test, and a proxy before it. */
export async function engineBehindProxy() {
  const redis = await startEngine();
  const proxy = await startProxy(redis.port);
  onTestFinished(() => proxy.close());
  return { redis, proxy };
}
