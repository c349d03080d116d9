import { describe, expect, onTestFinished, test } from 'vitest';
import type { Json } from '../../server/domain/json/json.ts';
import { createHost } from '../../server/host.ts';
import { Share } from '../../server/share/share.ts';
import { eventually } from '../support/eventually.ts';
import { hostValue, smallWorkspace } from '../support/temporary-host.ts';
import { startProxy } from './fault-proxy.ts';
import { a, b, type Instance, redis, shareInstances, startInstance } from './instances.ts';

shareInstances();

const json = ['Content-Type', 'application/json'] as const;
const ada = '/api/users/42';

function patch(instance: Instance, value: Json, ...headers: (readonly [string, string])[]) {
  return instance.send({ method: 'PATCH', target: ada, headers: [json, ...headers], body: JSON.stringify(value) });
}

/** Reads a record at an instance in the state that a response was from. */
async function read(instance: Instance, revision: string | undefined, target = ada) {
  return instance.send({ target, headers: [['X-Mock-Revision', revision ?? '']] });
}

describe('a write', () => {
  test('is read at another instance with the same value, version and tag', async () => {
    const written = await patch(a, { name: 'Augusta' });
    const there = await read(b, written.header('X-Mock-Revision'));
    expect(written.status).toBe(200);
    expect(there.json()).toMatchObject({ name: 'Augusta' });
    for (const name of ['ETag', 'X-Resource-Version']) expect(there.header(name)).toBe(written.header(name));
  });

  test('depends on the tag of another instance', async () => {
    const tag = (await b.send({ target: ada })).header('ETag') ?? '';
    expect((await patch(a, { name: 'A' }, ['If-Match', tag])).status).toBe(200);
    expect((await patch(b, { name: 'B' }, ['If-Match', tag])).status).toBe(412);
  });

  test('is never refused by an old state', async () => {
    for (let round = 0; round < 20; round++) {
      const tag = (await patch(a, { name: `${round}` })).header('ETag') ?? '';
      expect((await patch(b, { name: `${round}.` }, ['If-Match', tag])).status).toBe(200);
    }
  });

  test('of one tag wins once among many at all instances', async () => {
    const tag = (await a.send({ target: ada })).header('ETag') ?? '';
    const racing = Array.from({ length: 50 }, (_, n) => patch(n % 2 ? a : b, { name: `${n}` }, ['If-Match', tag]));
    const statuses = (await Promise.all(racing)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 412)).toHaveLength(49);
  });

  test('without a condition succeeds at a hot record, each with a version of its own', async () => {
    const writing = Array.from({ length: 60 }, (_, n) => patch(n % 2 ? a : b, { name: `${n}` }));
    const responses = await Promise.all(writing);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map((response) => response.header('X-Resource-Version'))).size).toBe(60);
  });

  test('creates and removes records everywhere, and gives no version twice', async () => {
    const versions = new Set<string>();
    for (let round = 0; round < 6; round++) {
      const [one, other] = round % 2 ? [a, b] : [b, a];
      const body = JSON.stringify({ userId: '50', name: `${round}`, status: 'active' });
      const created = await one.send({ method: 'PUT', target: '/api/users/50', headers: [json], body });
      expect(created.status).toBe(201);
      versions.add(created.header('X-Resource-Version') ?? '');
      const removed = await other.send({ method: 'DELETE', target: '/api/users/50' });
      expect(removed.status).toBe(204);
      expect((await read(one, removed.header('X-Mock-Revision'), '/api/users/50')).status).toBe(404);
    }
    expect(versions.size).toBe(6);
  });

  test('gets keys that no other instance gives out', async () => {
    const body = JSON.stringify({ name: 'Chair', price: 1 });
    const posts = Array.from({ length: 20 }, (_, n) =>
      (n % 2 ? a : b).send({ method: 'POST', target: '/api/products', headers: [json], body }),
    );
    const created = await Promise.all(posts);
    expect(new Set(created.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(created.map(({ body: text }) => JSON.parse(text).id)).size).toBe(20);
  });

  test('reports the request as its cause on the timeline', async () => {
    await patch(a, { name: 'Augusta' });
    const { steps } = await hostValue(a.host, 'timeline.steps', {});
    expect(steps.at(-1)?.request).not.toBeNull();
  });
});

describe('an instance that joins', () => {
  test('has the changed, created and removed records, the scenario, and versions that go on', async () => {
    await patch(a, { name: 'Augusta' });
    await a.send({ method: 'DELETE', target: '/api/users/7' });
    const body = JSON.stringify({ id: 9, name: 'Desk', price: 5 });
    await a.send({ method: 'POST', target: '/api/products', headers: [json], body });
    await hostValue(a.host, 'scenario.activate', { name: 'Nobody is active' });
    const c = await startInstance(redis.url);
    for (const target of [ada, '/api/users/7', '/api/products/9', '/api/products/1', '/users/42']) {
      const [here, there] = await Promise.all([a.send({ target }), c.send({ target })]);
      expect([there.status, there.body, there.header('ETag')]).toEqual([here.status, here.body, here.header('ETag')]);
    }
    const next = await patch(c, { name: 'Lovelace' });
    expect((await read(a, next.header('X-Mock-Revision'))).header('ETag')).toBe(next.header('ETag'));
    await c[Symbol.asyncDispose]();
  });

  test('is refused with other fixtures while another lives, and begins anew when none does', async () => {
    const other = { ...smallWorkspace, collections: { products: { records: [{ id: 2 }] } } };
    await expect(startInstance(redis.url, other)).rejects.toThrow(/2 instances share a workspace "Test workspace"/);
    await patch(a, { name: 'Augusta' });
    await Promise.all([a.host.close(), b.host.close()]);
    const c = await startInstance(redis.url, other);
    expect((await c.send({ target: '/api/products/2' })).status).toBe(200);
    await c[Symbol.asyncDispose]();
  });

  test('is refused while instances of another version live', async () => {
    await redis.send('HSET', 'mock-api-console:{Test%20workspace}:meta', 'protocol', '0');
    const refused = startInstance(redis.url);
    await expect(refused).rejects.toThrow(/^2 instances share .* with another version of this program\. Use the same/);
  });

  test('tries again while the engine is silent', async () => {
    const proxy = await startProxy(redis.port);
    onTestFinished(() => proxy.close());
    // The three connections of the first attempt.
    proxy.silent = 3;
    await using c = await startInstance(`redis://127.0.0.1:${proxy.port}`);
    expect(proxy.silent).toBe(0);
    expect((await c.send({ target: ada })).status).toBe(200);
  });

  test('is refused without an engine, in a sentence without the password', async () => {
    const address = { url: 'redis://127.0.0.1:1/', username: 'me', password: 'secret' };
    const share = new Share({ address, onNews: () => {} });
    const refused = await createHost({ workspace: a.file, storage: 'memory', share, onFault: () => {} });
    expect(refused).toMatchObject({ ok: false, problem: { detail: expect.stringContaining('redis://127.0.0.1:1/') } });
    expect(JSON.stringify(refused)).not.toContain('secret');
  });
});

describe('a command', () => {
  test('activates a scenario at all instances', async () => {
    await hostValue(a.host, 'scenario.activate', { name: 'Nobody is active' });
    expect((await a.send({ target: '/users/42' })).status).toBe(404);
    await eventually(async () => expect((await b.send({ target: '/users/42' })).status).toBe(404));
    expect(await a.host.call('scenario.activate', { name: 'None' })).toMatchObject({
      ok: false,
      problem: { type: '/problems/unknown-scenario' },
    });
  });

  test('resets the live state of all instances', async () => {
    await patch(a, { name: 'Augusta' });
    await b.send({ method: 'DELETE', target: '/api/users/7' });
    expect(await hostValue(a.host, 'state.reset', {})).toEqual({ records: 2 });
    const { revision = 0, epoch } = a.host.share() ?? {};
    for (const target of [ada, '/api/users/7']) {
      expect((await read(b, `${epoch}.${revision}`, target)).status).toBe(200);
    }
    expect((await b.send({ target: ada })).json()).toMatchObject({ name: 'Ada' });
  });

  test('edits live records of all instances', async () => {
    const record = { userId: '42', name: 'Live', status: 'active' };
    await hostValue(a.host, 'records.put', { collection: 'users', record, in: 'live' });
    await eventually(async () => expect((await b.send({ target: ada })).json()).toMatchObject({ name: 'Live' }));
    await hostValue(b.host, 'records.prepare', { changes: [{ collection: 'users', id: '42', remove: true }] });
    await eventually(async () => expect((await a.send({ target: ada })).status).toBe(404));
  });

  test('that would act on this instance alone is refused', async () => {
    const refused = { ok: false, problem: { type: '/problems/not-shared', status: 501 } };
    expect(await a.host.call('workspace.reload', {})).toMatchObject(refused);
  });
});

describe('an engine that', () => {
  test('is away leaves reads, refuses writes, and is used again', async () => {
    await patch(a, { name: 'Augusta' });
    await redis.kill();
    await eventually(() => expect(a.host.share()?.state).toBe('away'));
    const stale = await a.send({ target: ada });
    expect([stale.status, stale.header('X-Mock-Share')]).toEqual([200, 'away']);
    const refused = await patch(a, { name: 'Nobody' });
    expect([refused.status, refused.header('Retry-After'), JSON.parse(refused.body).outcome]).toEqual([
      503,
      '1',
      'not-made',
    ]);
    await redis.restart();
    await eventually(() => expect([a, b].map(({ host }) => host.share()?.state)).toEqual(['live', 'live']));
    expect((await patch(a, { name: 'Again' })).status).toBe(200);
    expect(a.news.join(' ')).toMatch(/is away.*has lost data. The latest change is gone/);
  });

  test('forgets everything begins a new epoch, in which no old tag or version matches', async () => {
    const written = await patch(a, { name: 'Augusta' });
    const fixture = await a.send({ target: '/api/users/7' });
    await redis.send('FLUSHALL');
    await eventually(() => expect([a, b].map(({ host }) => host.share()?.lostChanges)).toEqual([1, 1]));
    await eventually(() => expect(a.host.share()?.epoch).toBe(b.host.share()?.epoch));
    expect((await a.send({ target: ada })).json()).toMatchObject({ name: 'Ada' });
    for (const instance of [a, b]) {
      const version = (await instance.send({ target: '/api/users/7' })).header('X-Resource-Version');
      expect(Number(version)).toBeGreaterThan(Number(fixture.header('X-Resource-Version')));
      const headers = [['X-Resource-Version', written.header('X-Resource-Version') ?? '']] as const;
      expect((await patch(instance, { name: 'Augusta' }, ...headers)).status).toBe(412);
    }
  });

  test('has trimmed the log lets an instance that is behind read everything anew', async () => {
    await patch(a, { name: 'One' });
    await redis.send('XTRIM', 'mock-api-console:{Test%20workspace}:log', 'MAXLEN', '0');
    const c = await startInstance(redis.url);
    expect((await c.send({ target: ada })).json()).toMatchObject({ name: 'One' });
    const last = await patch(c, { name: 'Two' });
    expect((await read(a, last.header('X-Mock-Revision'))).json()).toMatchObject({ name: 'Two' });
    await c[Symbol.asyncDispose]();
  });

  test('stands still delays writes or refuses them, and carries each out once', async () => {
    const before = Number((await a.send({ target: ada })).header('X-Resource-Version'));
    redis.pause();
    const writing = patch(a, { name: 'Slow' });
    const response = await writing;
    redis.resume();
    await eventually(() => expect(a.host.share()?.state).toBe('live'));
    if (response.status !== 200) expect(response.status).toBe(503);
    const next = await patch(a, { name: 'Next' });
    const versions = Number(next.header('X-Resource-Version')) - before;
    expect(versions).toBeGreaterThanOrEqual(1);
    expect(versions).toBeLessThanOrEqual(3);
  });

  test('has no memory left refuses writes in a sentence', async () => {
    await redis.send('CONFIG', 'SET', 'maxmemory', '1');
    const refused = await patch(a, { name: 'Much' });
    await redis.send('CONFIG', 'SET', 'maxmemory', '0');
    expect([refused.status, JSON.parse(refused.body).detail]).toEqual([503, expect.stringContaining('no memory')]);
    expect((await patch(a, { name: 'Little' })).status).toBe(200);
  });
});

test('a read in a state that does not come is refused', async () => {
  const { epoch, revision = 0 } = a.host.share() ?? {};
  const response = await read(a, `${epoch}.${revision + 5}`);
  expect([response.status, response.header('Retry-After')]).toEqual([503, '1']);
  expect((await read(a, 'x')).status).toBe(400);
});

test('the console knows all instances, and when the engine is away', async () => {
  await eventually(async () => {
    const { sharing } = await hostValue(a.host, 'workspace.get', {});
    expect(sharing).toMatchObject({ engine: redis.url, state: 'live', lostChanges: 0 });
    expect(sharing?.instances.map(({ isThis, behind }) => [isThis, behind]).toSorted()).toEqual([
      [false, 0],
      [true, 0],
    ]);
  });
  await redis.kill();
  await eventually(async () =>
    expect((await hostValue(b.host, 'workspace.get', {})).sharing).toMatchObject({ state: 'away' }),
  );
  await redis.restart();
  await eventually(() => expect([a, b].map(({ host }) => host.share()?.state)).toEqual(['live', 'live']));
});
