/** Changes of many records: the engine and the instances make them in pieces, and still as one. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Json } from '../../server/domain/json/json.ts';
import { Connection } from '../../server/share/engine/connection.ts';
import { keysOf } from '../../server/share/engine/scripts.ts';
import { foldScript, stageScript, unstageScript } from '../../server/share/engine/staging-scripts.ts';
import { eventually } from '../support/eventually.ts';
import { partOf } from '../support/rounds.ts';
import { hostValue, smallWorkspace } from '../support/temporary-host.ts';
import { startProxy } from './fault-proxy.ts';
import { a, b, type Instance, redis, shareInstances, startInstance, startInstanceProcess } from './instances.ts';

const count = 5000;

/** More steps than a script takes for one piece, and fewer than one for all records would take. */
const fewSteps = 2500;

const records = Array.from({ length: count }, (_, index) => ({ id: `i${index}`, mail: `m${index}`, size: index }));
const items = { key: 'id', records };
const workspace = { ...smallWorkspace, name: 'Many', collections: { ...smallWorkspace.collections, items } };

shareInstances(workspace);

/** Watches the engine. The function that it gives ends that, and gives the steps of the longest script. */
async function watchScripts(): Promise<() => Promise<number>> {
  const socket = connect(redis.port, '127.0.0.1').setEncoding('utf8');
  socket.write('MONITOR\r\n');
  await once(socket, 'data');
  let text = '';
  socket.on('data', (part) => {
    text += part;
  });
  return async () => {
    await redis.send('PING', 'the end');
    await eventually(() => expect(text).toContain('the end'));
    socket.destroy();
    let [steps, most] = [0, 0];
    for (const line of text.split('\n')) {
      steps = /^\+[\d.]+ \[\d+ lua\]/.test(line) ? steps + 1 : 0;
      most = Math.max(most, steps);
    }
    return most;
  };
}

/** Expects the same at both instances and at one that joins. */
async function expectSame(...targets: readonly string[]): Promise<readonly (readonly [number, string])[]> {
  await using joined = await startInstance(redis.url, workspace);
  const instances = [a, b, joined];
  await eventually(() => expect(new Set(instances.map(({ host }) => host.share()?.revision)).size).toBe(1));
  const seen = await Promise.all(
    instances.map(({ send }) =>
      Promise.all(
        targets.map(async (target) => {
          const { status, body, header } = await send({ target });
          // The tags of lists are those of an instance.
          return [status, `${target.includes('?') ? '' : header('ETag')} ${header('X-Total-Count')} ${body}`] as const;
        }),
      ),
    ),
  );
  for (const one of seen.slice(1)) expect(one).toEqual(seen[0]);
  return seen[0] ?? [];
}

const write = ({ send }: Instance, method: string, target: string, value: Json) =>
  send({ method, target, headers: [['Content-Type', 'application/json']], body: JSON.stringify(value) });

const all = { collection: 'items', of: {}, as: 'all' as const };
const setSize = { ...all, change: { kind: 'set' as const, path: ['size'], value: -1 } };

const largeChanges: readonly (readonly [string, (instance: Instance) => Promise<unknown>])[] = [
  ['another key', ({ host }) => hostValue(host, 'collections.change', { collection: 'items', to: { key: 'mail' } })],
  ['a copy', ({ host }) => hostValue(host, 'collections.duplicate', { collection: 'items', as: 'copies' })],
  ['an edit of all records', ({ host }) => hostValue(host, 'records.change', setSize)],
  ['a removal of all records', ({ host }) => hostValue(host, 'records.change', { ...all, change: { kind: 'delete' } })],
];

test.each(partOf(largeChanges, 2))('%s takes the engine in short scripts, also back and forth', async (_, act) => {
  await write(b, 'PATCH', '/api/items/i7', { size: -7 });
  const targets = ['/api/items/i7', '/api/items/m7', '/api/items?limit=3', '/api/copies/i7', '/api/copies?limit=3'];
  const before = await expectSame(...targets);
  const end = await watchScripts();
  await act(a);
  const after = await expectSame(...targets);
  expect(after).not.toEqual(before);
  await hostValue(b.host, 'history.undo', {});
  const bodies = (seen: typeof before) => seen.map(([status, text]) => [status, text.slice(text.indexOf(' '))]);
  expect(bodies(await expectSame(...targets))).toEqual(bodies(before));
  await hostValue(a.host, 'history.redo', {});
  expect(bodies(await expectSame(...targets))).toEqual(bodies(after));
  expect(await end()).toBeLessThan(fewSteps);
});

test('a change of all records gets its turn among writes to them, and none of those is lost', async () => {
  let isOver = false;
  const written = new Map<string, number>();
  const tags = new Set<string>();
  const clients = Array.from({ length: 8 }, async (_, client) => {
    const instance = client % 2 ? a : b;
    for (let round = 1; !isOver; round++) {
      const { status, header, body } = await write(instance, 'PATCH', `/api/items/i${client}`, { round });
      // A write waits ten seconds at most, which a busy machine may take.
      if (status === 503 && JSON.parse(body).outcome === 'not-made') continue;
      expect([status, body]).toEqual([200, body]);
      expect(tags.has(header('ETag') ?? '')).toBe(false);
      tags.add(header('ETag') ?? '');
      written.set(`i${client}`, round);
    }
  });
  await hostValue(a.host, 'records.change', setSize);
  await hostValue(b.host, 'collections.change', { collection: 'items', to: { sort: 'mail' } });
  await hostValue(b.host, 'collections.duplicate', { collection: 'items', as: 'copies' });
  isOver = true;
  await Promise.all(clients);
  const seen = await expectSame(...[...written.keys()].map((id) => `/api/items/${id}`), '/api/copies?limit=1');
  for (const [index, [id, round]] of [...written].entries()) {
    const text = seen[index]?.[1] ?? '';
    expect(JSON.parse(text.slice(text.indexOf('{')))).toEqual({ ...records[Number(id.slice(1))], size: -1, round });
  }
});

test('a change of all records is made once or not at all when its connection breaks again and again', async () => {
  const proxy = await startProxy(redis.port);
  onTestFinished(() => proxy.close());
  await using broken = await startInstance(`redis://127.0.0.1:${proxy.port}`, workspace);
  const { revision = 0 } = broken.host.share() ?? {};
  let isOver = false;
  const changing = broken.host.perform('records.change', setSize).finally(() => {
    isOver = true;
  });
  for (let cuts = 0; cuts < 10 && !isOver; cuts++) {
    await sleep(50);
    proxy.cut();
  }
  const changed = await changing;
  await eventually(() => expect(broken.host.share()).toMatchObject({ state: 'live' }));
  const found = await expectSame('/api/items?size=-1&limit=1', '/api/items/i9');
  const total = Number(/ (\d+) /.exec(found[0]?.[1] ?? '')?.[1]);
  const after = broken.host.share()?.revision;
  expect([0, count]).toContain(total);
  if (changed.ok) expect([total, after]).toEqual([count, revision + 1]);
  else expect(changed.problem.code).toBe('share-away');
});

test('what was staged for a change that is never made is forgotten', async () => {
  const keys = keysOf('Many').staged('one');
  const connection = await Connection.open({ url: redis.url, username: undefined, password: undefined });
  onTestFinished(() => connection.close());
  await connection.script(stageScript, keys, ['0', '["items","i1"]\t5\t{}\nf["items","i1"]\t6\t{}\n', 'keep']);
  for (const key of keys) expect(await redis.send('TTL', key)).toMatch(/^:[1-9]/);
  expect((await expectSame('/api/items/i1'))[0]?.[0]).toBe(200);
  await connection.script(unstageScript, keys, []);
  for (const key of keys) expect(await redis.send('EXISTS', key)).toBe(':0\r\n');
});

/** Resolves when the engine carries out a command that the pattern matches. */
async function seenByEngine(pattern: RegExp): Promise<void> {
  const socket = connect(redis.port, '127.0.0.1').setEncoding('utf8');
  onTestFinished(() => void socket.destroy());
  socket.write('MONITOR\r\n');
  await once(socket, 'data');
  let text = '';
  for await (const part of socket) {
    text += part;
    if (pattern.test(text)) return;
  }
}

/** Whether all records of all instances have changed: true or false, and nothing between. */
async function isChanged(): Promise<boolean> {
  const [[, text] = [0, '']] = await expectSame('/api/items?size=-1&limit=1');
  const total = Number(/ (\d+) /.exec(text)?.[1]);
  expect([0, count]).toContain(total);
  return total > 0;
}

/** Expects of everything that was staged that the engine drops it by itself. */
async function expectNothingLeft(): Promise<void> {
  for (const part of ['change', 'staged-records', 'staged-fixtures']) {
    const keys = await redis.send('KEYS', `*:${part}:*`);
    for (const [key] of keys.matchAll(/mock-api-console:\S+/g)) expect(await redis.send('TTL', key)).toMatch(/^:[1-9]/);
  }
}

test('a change is made whole or not at all when its instance is killed while it stages', async () => {
  const { child, call } = await startInstanceProcess(redis.url, workspace);
  const staging = seenByEngine(/staged-records/);
  const answered = call('records.change', setSize).then(
    () => true,
    () => false,
  );
  await staging;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  if (await answered) expect(await isChanged()).toBe(true);
  await isChanged();
  await expectNothingLeft();
  await hostValue(b.host, 'records.change', setSize);
  expect(await isChanged()).toBe(true);
});

test('the next large change folds what an instance has left that ended before it did', async () => {
  const { script } = Connection.prototype;
  const folding = vi.spyOn(Connection.prototype, 'script').mockImplementation(function (
    this: Connection,
    text,
    ...call
  ) {
    if (text === foldScript) return Promise.reject(new Error('the instance has ended'));
    return script.call(this, text, ...call);
  });
  onTestFinished(() => folding.mockRestore());
  await hostValue(a.host, 'records.change', setSize);
  expect(await redis.send('KEYS', '*+')).not.toBe('*0\r\n');
  expect(await isChanged()).toBe(true);
  await write(b, 'PATCH', '/api/items/i7', { size: 7 });
  folding.mockRestore();
  await hostValue(b.host, 'records.change', { ...all, change: { kind: 'set', path: ['seen'], value: true } });
  await eventually(async () => expect(await redis.send('KEYS', '*+')).toBe('*0\r\n'));
  const [[, seven] = [0, ''], [, nine] = [0, '']] = await expectSame('/api/items/i7', '/api/items/i9');
  expect(JSON.parse(seven.slice(seven.indexOf('{')))).toMatchObject({ size: 7, seen: true });
  expect(JSON.parse(nine.slice(nine.indexOf('{')))).toMatchObject({ size: -1, seen: true });
});

test.each([
  ['staged', /staged-records/],
  ['committed', /records\+/],
])('a change is made whole or not at all when the engine loses everything while it is %s', async (_, pattern) => {
  const seen = seenByEngine(pattern);
  const changing = a.host.perform('records.change', setSize);
  await seen;
  await redis.restart();
  await changing;
  await eventually(() => {
    for (const { host } of [a, b]) expect(host.share()).toMatchObject({ state: 'live' });
  });
  await isChanged();
  await hostValue(b.host, 'records.change', setSize);
  expect(await isChanged()).toBe(true);
  await expectNothingLeft();
});
