import { describe, expect, test } from 'vitest';
import { accept } from '../../server/domain/basics/result.ts';
import { runAtOnce } from '../../server/domain/basics/work.ts';
import { defaultSettings } from '../../server/domain/model/settings.ts';
import type { MockRequest } from '../../server/domain/request/mock-request.ts';
import { defaultScenario } from '../../server/domain/scenario/scenario.ts';
import { Claim } from '../../server/share/claim.ts';
import { performOnce } from '../../server/share/claimed-call.ts';
import { commit } from '../../server/share/commit.ts';
import type { Replica } from '../../server/share/replica.ts';
import type { ReplicaState } from '../../server/share/replica-state.ts';
import { RuleCounts } from '../../server/share/rule-counts.ts';
import { SavedFiles } from '../../server/share/saved-files.ts';
import { beginSession, dropSession } from '../../server/share/shared-sessions.ts';
import { Unsettled } from '../../server/share/unsettled.ts';
import { eventually } from '../support/eventually.ts';
import type { RedisServer } from './redis-server.ts';
import { engineBehindProxy, noState, startEngine, startReplica } from './replicas.ts';

let commands = 0;

/** Activates a scenario, the smallest change there is. */
function change(replica: Replica) {
  commands += 1;
  return commit(replica, `command ${commands}`, { ...replica.status.position, changes: [], scenario: 'Default' });
}

function counters(replica: Replica) {
  return new RuleCounts(replica).values('Default', []);
}

/** Counts a request for a rule. */
async function count(replica: Replica): Promise<unknown> {
  const rule = {} as MockRequest;
  const outcome = () => new RuleCounts(replica).of(rule, 'Default', (counters) => counters.step('rule') as never);
  try {
    return outcome();
  } catch (fault) {
    if (fault instanceof Unsettled) return fault.settle();
    throw fault;
  }
}

function claim(replica: Replica, key: number): Claim {
  return new Claim(replica, replica.keys.callKeys, `${key}`, 'fingerprint');
}

async function endingClaim(replica: Replica, times: number) {
  const begun = claim(replica, times);
  expect(await begun.begin()).toMatchObject({ ok: true });
  begun.keep('response');
  return () => begun.settle();
}

async function endingSession(replica: Replica, times: number) {
  expect(await beginSession(replica, `${times}`)).toMatchObject({ ok: true });
  return () => dropSession(replica, `${times}`);
}

/** Notes one file more than the mock has begun with, and so many others. */
async function notingFile(replica: Replica, times: number, engine: RedisServer) {
  const saved = new SavedFiles(replica, runAtOnce, () => ({}));
  const scenarios = [{ ...defaultScenario, name: `${times}` }];
  const content = { name: 'Test', settings: defaultSettings, collections: [], scenarios, requests: [] };
  return async () => {
    const written = await saved.note({ ...content, scenario: 'Default' });
    written();
    return { ok: (await engine.send('ZCARD', replica.keys.digests)) === `:${2 + times}\r\n` };
  };
}

describe('an instance', () => {
  test('does not join again because an answer about the log is older than what it has read', async () => {
    const { redis, proxy } = await engineBehindProxy();
    const writer = await startReplica(redis.port);
    const late = await startReplica(proxy.port);
    const before = proxy.connections;

    // The next heartbeat is answered, and the answer is on its way while the log goes on.
    proxy.hold('scripts');
    await eventually(() => expect(proxy.held).toBeGreaterThan(0));
    expect(await change(writer)).toEqual({ kind: 'done' });
    await eventually(() => expect(late.status.revision).toBe(writer.status.revision));
    proxy.release();

    expect(await change(late)).toEqual({ kind: 'done' });
    expect(proxy.connections).toBe(before);
  });

  test.each([
    ['as many changes', 0],
    ['one change more', 1],
  ])('applies nothing of a mock that has begun anew, which has had %s', async (_, more) => {
    const { redis, proxy } = await engineBehindProxy();
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
    proxy.hold('scripts');
    await eventually(() => expect(proxy.held).toBeGreaterThan(0));
    await redis.send('FLUSHALL');
    const other = await startReplica(redis.port);
    for (let count = 0; count < 1 + more; count += 1) expect(await change(other)).toEqual({ kind: 'done' });
    await eventually(() => expect([late.status.condition, done.length]).not.toEqual(['live', before]));
    proxy.release();

    const { epoch, revision } = other.status;
    await eventually(() => expect(late.status).toMatchObject({ condition: 'live', epoch, revision }));
    expect(done.slice(before)).toEqual([`epoch ${epoch}`]);
  });

  test.each<
    [string, (replica: Replica, times: number, engine: RedisServer) => Promise<() => Promise<unknown>>, object]
  >([
    ['makes every change', async (replica) => () => change(replica), { kind: 'done' }],
    ['reads the counters of rules', async (replica) => () => counters(replica), { ok: true }],
    ['begins a session', async (replica, times) => () => beginSession(replica, `${times}`), { ok: true }],
    ['ends a session', endingSession, { ok: true, value: true }],
    ['takes an idempotency key', async (replica, times) => () => claim(replica, times).begin(), { ok: true }],
    ['ends an idempotency key', endingClaim, { ok: true, value: true }],
    ['notes a file', notingFile, { ok: true }],
  ])('%s while it joins again', async (_, prepare, expected) => {
    const engine = await startEngine();
    const replica = await startReplica(engine.port);
    for (let times = 0; times < 60; times += 1) {
      const [ticks, isBegun] = [times % 30, times >= 30];
      const work = await prepare(replica, times, engine);
      const begun = isBegun ? work() : undefined;
      // The end of a connection is known everywhere only some ticks later, and what is under way gets so far in them.
      if (!isBegun) replica.rejoin();
      for (let tick = 0; tick < ticks; tick += 1) await null;
      if (isBegun) replica.rejoin();
      expect([times, await (begun ?? work())]).toEqual([times, expect.objectContaining(expected)]);
    }
  });

  test.each<[string, (replica: Replica) => Promise<unknown>]>([
    ['a key', (replica) => claim(replica, 1).begin()],
    ['a session', (replica) => beginSession(replica, 'one')],
    ['a count', count],
  ])('says at once that the engine has no memory left for %s', async (_, work) => {
    const engine = await startEngine();
    const replica = await startReplica(engine.port);
    await engine.send('CONFIG', 'SET', 'maxmemory', '1');

    const detail = expect.stringMatching(/no memory left\. (Nothing was changed|The request was not counted)\.$/);
    expect(await work(replica)).toMatchObject({ ok: false, problem: { detail, outcome: 'not-made' } });
    expect(replica.status.condition).toBe('live');
  });

  test('gives the reply of a command whose key the engine cannot keep', async () => {
    const engine = await startEngine();
    const replica = await startReplica(engine.port);
    const perform = async () => {
      await engine.send('CONFIG', 'SET', 'maxmemory', '1');
      return accept('done');
    };
    expect(await performOnce(claim(replica, 1), 'name', perform)).toEqual(accept('done'));
  });

  test('knows that a change is made that it cannot show in time', async () => {
    const { redis, proxy } = await engineBehindProxy();
    const replica = await startReplica(proxy.port);
    const other = await startReplica(redis.port);
    proxy.hold('others');
    // One that it has to show before its own.
    expect(await change(other)).toEqual({ kind: 'done' });

    expect(await change(replica)).toMatchObject({ kind: 'failed', outcome: 'made' });
    await eventually(() => expect(other.status.revision).toBe(2));
    proxy.cut();
    proxy.release();
  });

  test('catches up with an engine that has lost changes once it has read everything anew', async () => {
    const engine = await startEngine();
    const replica = await startReplica(engine.port);
    expect(await change(replica)).toEqual({ kind: 'done' });
    const { epoch } = replica.status;
    await engine.send('HSET', replica.keys.meta, 'revision', '0');

    expect(await replica.catchUp()).toBe(true);
    expect(replica.status.epoch).toBeGreaterThan(epoch);
  });

  test('notes a file once the engine has memory again', async () => {
    const engine = await startEngine();
    const replica = await startReplica(engine.port);
    await engine.send('CONFIG', 'SET', 'maxmemory', '1');
    const noting = await notingFile(replica, 0, engine);
    expect(await noting()).toEqual({ ok: false });
    await engine.send('CONFIG', 'SET', 'maxmemory', '0');

    await eventually(async () => expect(await engine.send('ZCARD', replica.keys.digests)).toBe(':2\r\n'));
  });
});
