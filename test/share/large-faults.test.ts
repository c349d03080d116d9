/** Changes of many records while their engine fails over, their client goes, or the holder of a collection ends. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Connection } from '../../server/share/engine/connection.ts';
import { keysOf } from '../../server/share/engine/scripts.ts';
import { holdScript } from '../../server/share/engine/staging-scripts.ts';
import { Hold } from '../../server/share/hold.ts';
import { eventually } from '../support/eventually.ts';
import { partOf } from '../support/rounds.ts';
import { hostValue, smallWorkspace } from '../support/temporary-host.ts';
import { type FaultProxy, startProxy } from './fault-proxy.ts';
import { type Instance, startInstance, startInstanceProcess } from './instances.ts';
import { type RedisServer, startRedis } from './redis-server.ts';

const count = 5000;
const records = Array.from({ length: count }, (_, index) => ({ id: `i${index}`, size: index }));
const items = { key: 'id', records };
const workspace = { ...smallWorkspace, name: 'Many', collections: { ...smallWorkspace.collections, items } };
const keys = keysOf('Many');
const setSize = (value: number) => {
  const change = { kind: 'set' as const, path: ['size'], value };
  return { collection: 'items', of: {}, as: 'all' as const, change };
};

async function startEngine(...flags: readonly string[]): Promise<RedisServer> {
  const engine = await startRedis(...flags);
  onTestFinished(() => engine[Symbol.asyncDispose]());
  return engine;
}

async function start(url: string): Promise<Instance> {
  const instance = await startInstance(url, workspace);
  onTestFinished(() => instance[Symbol.asyncDispose]());
  return instance;
}

/** Resolves when an engine carries out a command that the pattern matches. */
async function seenBy({ port }: RedisServer, pattern: RegExp): Promise<() => Promise<void>> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  onTestFinished(() => void socket.destroy());
  socket.write('MONITOR\r\n');
  await once(socket, 'data');
  return async () => {
    let text = '';
    for await (const part of socket) {
      text += part;
      if (pattern.test(text)) return;
    }
  };
}

/** Whether all records of these instances, and of one that joins, have a size: true or false, and nothing between. */
async function haveSize(size: number, url: string, ...instances: readonly Instance[]): Promise<boolean> {
  await using joined = await startInstance(url, workspace);
  const all = [...instances, joined];
  await eventually(() => expect(new Set(all.map(({ host }) => host.share()?.revision)).size).toBe(1));
  const totals = all.map(async ({ send }) =>
    (await send({ target: `/api/items?size=${size}&limit=1` })).header('X-Total-Count'),
  );
  const [first = '', ...others] = (await Promise.all(totals)).map(String);
  for (const other of others) expect(other).toBe(first);
  expect(['0', `${count}`]).toContain(first);
  return first !== '0';
}

const moments: readonly [string, RegExp][] = [
  ['staged', /staged-records/],
  ['folded', /"HSCAN" "[^"]*records\+"/],
];

test.each(partOf(moments, 2))(
  'a change is made whole or not at all when the engine fails over to a replica while it is %s',
  async (_, pattern) => {
    const engine = await startEngine();
    const replica = await startEngine('--replicaof', '127.0.0.1', `${engine.port}`);
    await eventually(async () => expect(await replica.send('INFO', 'replication')).toContain('master_link_status:up'));
    const proxies = await Promise.all([startProxy(engine.port), startProxy(engine.port)]);
    onTestFinished(async () => void (await Promise.all(proxies.map((proxy) => proxy.close()))));
    const [one, other] = (await Promise.all(proxies.map(({ port }) => start(`redis://127.0.0.1:${port}`)))) as [
      Instance,
      Instance,
    ];
    const epoch = one.host.share()?.epoch ?? 0;
    const seen = await seenBy(engine, pattern);

    const changing = one.host.perform('records.change', setSize(-1));
    await seen();
    await replica.send('REPLICAOF', 'NO', 'ONE');
    // More of it comes to the old engine alone.
    await Promise.race([seenBy(engine, pattern).then((more) => more()), changing]);
    await engine.kill();
    for (const proxy of proxies) failOver(proxy, replica);
    const changed = await changing;

    await eventually(() => {
      for (const { host } of [one, other]) {
        expect(host.share()).toMatchObject({ state: 'live' });
        expect(host.share()?.epoch).toBeGreaterThan(epoch);
      }
    });
    const isMade = await haveSize(-1, replica.url, one, other);
    const lost = Math.max(...[one, other].map(({ host }) => host.share()?.lostChanges ?? 0));
    // A change that was acknowledged is there, or it is told as lost.
    if (changed.ok) expect(isMade || lost > 0).toBe(true);
    await hostValue(other.host, 'records.change', setSize(-2));
    expect(await haveSize(-2, replica.url, one, other)).toBe(true);
    await eventually(async () => expect(await replica.send('KEYS', '*+')).toBe('*0\r\n'));
  },
);

function failOver(proxy: FaultProxy, { port }: RedisServer): void {
  proxy.target = port;
  proxy.cut();
}

test('a change is made whole or not at all when its client goes while it is staged', async () => {
  const engine = await startEngine();
  const other = await start(engine.url);
  const program = await startInstanceProcess(engine.url, workspace);
  const call = (size: number, signal?: AbortSignal) => program.call('records.change', setSize(size), signal);
  const seen = await seenBy(engine, /staged-records/);
  const leaving = new AbortController();

  const changing = call(-1, leaving.signal);
  await seen();
  leaving.abort();

  await expect(changing).rejects.toThrow();
  await haveSize(-1, engine.url, other);
  expect((await call(-2)).status).toBe(200);
  expect(await haveSize(-2, engine.url, other)).toBe(true);
  await eventually(async () => expect(await engine.send('KEYS', '*+')).toBe('*0\r\n'));
});

test('a collection whose holder has ended is free once its hold ends, and others are free all the time', async () => {
  const engine = await startEngine();
  const { send } = await start(engine.url);
  const connection = await Connection.open({ url: engine.url, username: undefined, password: undefined });
  await connection.script(holdScript, [keys.hold('items')], ['the holder']);
  connection.close();
  expect(await engine.send('PTTL', keys.hold('items'))).toMatch(/^:[1-9]/);
  const patch = (target: string, body: string) =>
    send({ method: 'PATCH', target, headers: [['Content-Type', 'application/json']], body });

  let isHeld = true;
  const writing = patch('/api/items/i1', '{"size":-1}').finally(() => {
    expect(isHeld).toBe(false);
  });
  expect((await patch('/api/users/42', '{"name":"Augusta"}')).status).toBe(200);
  isHeld = false;
  await engine.send('PEXPIRE', keys.hold('items'), '1');

  expect((await writing).status).toBe(200);
});

test('a hold is renewed until its end, and not afterwards', async () => {
  const engine = await startEngine();
  const key = keys.hold('items');
  const connection = await Connection.open({ url: engine.url, username: undefined, password: undefined });
  onTestFinished(() => connection.close());
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const replica = {
    keys,
    live: async () => connection,
    catchUp: async () => true,
    status: { epoch: 1, away: () => '' },
  };
  const hold = new Hold(replica, 'the command');
  expect(await hold.take(['items'])).toBe(true);
  expect(await new Hold(replica, 'another command').take(['items'])).toBe(false);

  for (let times = 0; times < 2; times += 1) {
    await engine.send('PEXPIRE', key, '60000');
    vi.advanceTimersByTime(5000);
    await eventually(async () => expect(await engine.send('PTTL', key)).toMatch(/^:(?:\d{1,4}|10000)\r/));
  }
  await hold.end();
  vi.advanceTimersByTime(20_000);
  await connection.script(`return 'what was under way'`, [], []);
  expect(await engine.send('EXISTS', key)).toBe(':0\r\n');
});
