/**
 * Fifty clients write the same records through three instances over one engine, while instances and the engine are killed and
 * stopped, bytes are dropped, and the engine forgets everything or fails over to its replica. Every history must have an order:
 * each acknowledged conditional write follows exactly the one before. SHARING_SECONDS is the length of each fault's race.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { JsonObject } from '../../server/domain/json/json.ts';
import { type CountedRequest, countFaults } from '../http/history/check-counts.ts';
import { faultyRecords, type Operation } from '../http/history/check-history.ts';
import { type FaultProxy, startProxy } from '../share/fault-proxy.ts';
import { type RedisServer, startRedis } from '../share/redis-server.ts';
import { raceOfWrites } from '../share/writing-clients.ts';
import { eventually } from '../support/eventually.ts';
import { clientOf } from '../support/http-client.ts';
import { workspaceOf } from '../support/running-mock.ts';

const seconds = Number(process.env.SHARING_SECONDS ?? 20);
const ids = Array.from({ length: 20 }, (_, index) => `${index + 1}`);
const sessions = [null, null, 'one', 'two'];
const records = ids.map((id, index) => {
  const session = sessions[index % sessions.length] ?? null;
  const target = `/api/things/${id}`;
  return { name: session === null ? target : `${session} ${target}`, target, session };
});
const mostCounted = 20_000;
/** Its rule answers with the number of the request. */
const numbered = {
  name: 'Numbered',
  rules: [
    {
      when: { path: '/' },
      then: { kind: 'sequence', answers: Array.from({ length: mostCounted }, (_, body) => ({ status: 200, body })) },
    },
  ],
};
const workspace = {
  ...(workspaceOf({ things: { records: ids.map((id) => ({ id, value: 'start' })) } }) as JsonObject),
  scenarios: [numbered],
};

let now = 0;
const clock = () => ++now;

interface Running {
  readonly child: ChildProcess;
  readonly port: number;
  readonly console: number;
}

interface Health {
  readonly state: string;
  readonly epoch: number;
  readonly revision: number;
  readonly lostChanges: number;
}

let folder: string;
let engine: RedisServer;
let proxies: FaultProxy[];
let instances: Running[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mock-api-console-sharing-'));
  await writeFile(join(folder, 'workspace.json'), JSON.stringify(workspace));
});

beforeEach(async () => {
  engine = await startRedis();
  proxies = await Promise.all([0, 1, 2].map(() => startProxy(engine.port)));
  instances = await Promise.all(proxies.map(startInstance));
});

afterEach(async () => {
  for (const { child } of instances) child.kill('SIGKILL');
  await Promise.all(proxies.map((proxy) => proxy.close()));
  await engine[Symbol.asyncDispose]();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function startInstance({ port: proxy }: FaultProxy): Promise<Running> {
  const flags = ['--workspace', join(folder, 'workspace.json'), '--port', '0', '--console-port', '0', '--quiet'];
  const args = ['dist/serve.cjs', ...flags, '--share', `redis://127.0.0.1:${proxy}`];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  for await (const text of child.stdout.setEncoding('utf8')) {
    output += text;
    if (output.includes('\n')) break;
  }
  const { mock, console: page } = JSON.parse(output.slice(output.indexOf('{')));
  return { child, port: Number(new URL(mock).port), console: Number(new URL(page).port) };
}

async function health({ console: port }: Running): Promise<Health> {
  return JSON.parse((await clientOf(port)({ target: '/health' })).body).share;
}

const allLive = () =>
  eventually(async () => {
    const all = await Promise.all(instances.map(health));
    expect(all.map(({ state }) => state)).toEqual(['live', 'live', 'live']);
    expect(new Set(all.map(({ epoch }) => epoch)).size).toBe(1);
    return all;
  });

/** Races while the fault is repeated, and judges the history with the operations of the fault in it. */
async function judge(name: string, fault: () => Promise<readonly Operation[]>): Promise<void> {
  const first = await clientOf(instances[0]?.port ?? 0)({ target: records[0]?.target ?? '' });
  const start = { value: 'start', version: Number(first.header('X-Resource-Version')) };
  let isOver = false;
  const racing = raceOfWrites({
    ports: () => instances.map(({ port }) => port),
    ...{ clients: 50, records, isOver: () => isOver, clock },
  });
  const faults: Operation[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    await sleep(500 + Math.random() * 1000);
    faults.push(...(await fault()));
  }
  isOver = true;
  const { history, acknowledged, refused } = await racing;
  const unknown = history.filter(({ observed }) => observed.kind === 'unknown').length;
  process.stdout.write(
    `${name}: ${history.length} writes, ${acknowledged.length} acknowledged, ${unknown} unknown, ${refused} refused for the fault\n`,
  );
  expect(acknowledged.length).toBeGreaterThan(50);
  expect(new Set(acknowledged.map(({ record, version }) => `${record} ${version}`)).size).toBe(acknowledged.length);
  expect(faultyRecords([...history, ...faults], start)).toEqual([]);
  await allLive();
}

test('fifty clients are counted by one rule, while connections are cut', async () => {
  let isOver = false;
  const counted: CountedRequest[] = [];
  const client = async () => {
    while (!isOver && counted.length < mostCounted - 50) {
      const { port } = instances[Math.floor(Math.random() * 3)] as Running;
      const called = clock();
      const response = await clientOf(port)({ target: '/', headers: [['X-Mock-Scenario', 'Numbered']] }).catch(
        () => undefined,
      );
      const place = response?.status === 200 ? Number(response.body) : null;
      counted.push({ called, ended: clock(), place });
    }
  };
  const racing = Promise.all(Array.from({ length: 50 }, client));
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    await sleep(500 + Math.random() * 1000);
    proxies[Math.floor(Math.random() * 3)]?.cut();
  }
  isOver = true;
  await racing;
  const known = counted.filter(({ place }) => place !== null).length;
  process.stdout.write(`counted: ${counted.length} requests, ${known} with a number\n`);
  expect(known).toBeGreaterThan(100);
  expect(countFaults(counted)).toEqual([]);
});

/** The engine forgets everything: every record is its fixture again, under a higher version. */
async function forgotten(forget: () => Promise<unknown>): Promise<readonly Operation[]> {
  const [before] = await allLive();
  const called = clock();
  await forget();
  await eventually(async () => {
    for (const one of await allLive()) expect(one.epoch).toBeGreaterThan(before?.epoch ?? 0);
  });
  const ended = clock();
  const asked = { kind: 'restart', value: 'start' } as const;
  return records.map(({ name: record }) => ({ record, called, ended, asked, observed: { kind: 'none' } }));
}

test('without a fault', () => judge('no fault', async () => []));

test('an instance is killed', () =>
  judge('kill -9 of an instance', async () => {
    const index = Math.floor(Math.random() * 3);
    const { child } = instances[index] as Running;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    instances[index] = await startInstance(proxies[index] as FaultProxy);
    return [];
  }));

test('an instance stands still', () =>
  judge('SIGSTOP of an instance', async () => {
    const { child } = instances[Math.floor(Math.random() * 3)] as Running;
    child.kill('SIGSTOP');
    await sleep(Math.random() * 3000);
    child.kill('SIGCONT');
    return [];
  }));

test('connections to the engine are cut', () =>
  judge('cut connections', async () => {
    for (let times = 0; times < 10; times++) {
      proxies[Math.floor(Math.random() * 3)]?.cut();
      await sleep(Math.random() * 100);
    }
    return [];
  }));

test('bytes to and from the engine are dropped', () =>
  judge('dropped bytes', async () => {
    const proxy = proxies[Math.floor(Math.random() * 3)];
    proxy?.drop();
    await sleep(Math.random() * 4000);
    proxy?.heal();
    return [];
  }));

test('the engine stands still', () =>
  judge('SIGSTOP of the engine', async () => {
    engine.pause();
    await sleep(Math.random() * 4000);
    engine.resume();
    return [];
  }));

test('the engine is flushed', () => judge('FLUSHALL', () => forgotten(() => engine.send('FLUSHALL'))));

test('the engine is killed and starts empty', () =>
  judge('kill -9 of the engine', () => forgotten(() => engine.restart())));

test('the engine fails over to a replica that is behind', async () => {
  await using replica = await startRedis('--replicaof', '127.0.0.1', `${engine.port}`);
  await eventually(async () => expect(await replica.send('INFO', 'replication')).toContain('master_link_status:up'));
  let isOver = false;
  const racing = raceOfWrites({
    ports: () => instances.map(({ port }) => port),
    ...{ clients: 50, records, isOver: () => isOver, clock },
  });
  await sleep(seconds * 200);
  // From here on, the replica gets nothing more, and clients still get acknowledgements.
  await replica.send('REPLICAOF', 'NO', 'ONE');
  await sleep(200);
  isOver = true;
  const { acknowledged } = await racing;
  const before = await allLive();
  await engine.kill();
  for (const proxy of proxies) {
    proxy.target = replica.port;
    proxy.cut();
  }
  await eventually(async () => {
    for (const one of await allLive()) expect(one.epoch).toBeGreaterThan(before[0]?.epoch ?? 0);
  });
  const after = await allLive();
  let gone = 0;
  for (const { name, target, session } of records) {
    const own = session === null ? [] : [['X-Mock-Session', session] as const];
    const response = await clientOf(instances[0]?.port ?? 0)({ target, headers: own });
    if (response.status !== 200) continue;
    // Every value was written once: what was acknowledged after the one that is left is lost.
    const { value } = JSON.parse(response.body);
    const writes = acknowledged.filter(({ record }) => record === name);
    const left = value === 'start' ? 0 : writes.find((write) => write.value === value)?.version;
    if (left !== undefined) gone += writes.filter(({ version }) => version > left).length;
  }
  const told = Math.max(...after.map(({ lostChanges }) => lostChanges));
  process.stdout.write(
    `failover: ${acknowledged.length} acknowledged, ${gone} of them lost, ${told} changes told as lost\n`,
  );
  expect(gone).toBeGreaterThan(0);
  expect(told).toBeGreaterThanOrEqual(gone);
  for (const { record, tag, version } of acknowledged.slice(-300)) {
    const send = clientOf(instances[0]?.port ?? 0);
    const { target = '', session = null } = records.find(({ name }) => name === record) ?? {};
    const content = { target, method: 'PATCH', body: '{"value":"late"}' } as const;
    const json = ['Content-Type', 'application/json'] as const;
    const own = session === null ? [] : [['X-Mock-Session', session] as const];
    for (const condition of [['If-Match', tag] as const, ['X-Resource-Version', `${version}`] as const]) {
      const { status } = await send({ ...content, headers: [json, ...own, condition] });
      expect([404, 412]).toContain(status);
    }
  }
});
