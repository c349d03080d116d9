/** An idempotency key that was used at one instance counts at all. */
import { expect, onTestFinished, test } from 'vitest';
import type { Json } from '../../server/domain/json/json.ts';
import { eventually } from '../support/eventually.ts';
import { workspaceOf } from '../support/running-mock.ts';
import { hostValue } from '../support/temporary-host.ts';
import { startProxy } from './fault-proxy.ts';
import { a, b, type Instance, redis, shareInstances, startInstance } from './instances.ts';
import { startRedis } from './redis-server.ts';

const users = { users: { key: 'userId', records: [{ userId: '42', name: 'Ada' }] } };
const scenarios = [
  { name: 'Slow', rules: [{ when: { method: 'POST' }, then: { kind: 'delay', milliseconds: 400 } }] },
  {
    name: 'Lost',
    rules: [
      {
        when: { method: 'POST', occurrence: { kind: 'first', count: 1 } },
        then: { kind: 'fault', fault: 'commit-then-reset' },
      },
    ],
  },
];
const workspace = { ...(workspaceOf(users, { idempotencyKeys: true }) as object), scenarios } as Json;

shareInstances(workspace);

const post = (body = '{"name":"Grace"}', ...headers: (readonly [string, string])[]) => ({
  ...{ method: 'POST', target: '/api/users', body },
  headers: [['Content-Type', 'application/json'] as const, ['Idempotency-Key', '"k"'] as const, ...headers],
});

async function usersAt({ send }: Instance): Promise<number> {
  return Number((await send({ target: '/api/users' })).header('X-Total-Count'));
}

test('a retry at another instance gets the recorded response', async () => {
  const created = await a.send(post());
  const again = await b.send(post());
  expect(created.status).toBe(201);
  expect([again.status, again.body, again.header('ETag'), again.header('Location')]).toEqual(
    [created.status, created.body, created.header('ETag'), created.header('Location')], // biome-ignore format: kept
  );
  // The instance has the write before it repeats the response.
  expect(await usersAt(b)).toBe(2);
  expect((await b.send(post('{"name":"Other"}'))).status).toBe(422);
  await using c = await startInstance(redis.url, workspace);
  expect((await c.send(post())).body).toBe(created.body);
  expect(await usersAt(a)).toBe(2);
});

test('of the same requests sent to all instances at once, one is carried out', async () => {
  for (let round = 0; round < 10; round++) {
    const request = post('{"name":"Grace"}', ['X-Mock-Session', `s${round}`]);
    const both = await Promise.all([a, b, a, b].map(({ send }) => send(request)));
    for (const { status } of both) expect([201, 409]).toContain(status);
    expect(both.some(({ status }) => status === 201)).toBe(true);
    const bodies = [a, b].map(async ({ send }) => (await send(request)).body);
    const [first = '', second] = await Promise.all(bodies);
    expect(second).toBe(first);
    const list = await b.send({ target: '/api/users', headers: [['X-Mock-Session', `s${round}`]] });
    expect(list.header('X-Total-Count')).toBe('2');
  }
});

test('a key is in progress at all instances until a delayed response is sent', async () => {
  await hostValue(a.host, 'scenario.activate', { name: 'Slow' });
  const first = a.send(post());
  await eventually(() => expect(a.host.log.list({ limit: 1 })).toHaveLength(1));
  const early = await b.send(post(undefined, ['X-Mock-Scenario', 'Default']));
  expect(JSON.parse(early.body)).toMatchObject({ status: 409, type: '/problems/request-in-progress' });
  const created = await first;
  await eventually(async () => {
    const again = await b.send(post(undefined, ['X-Mock-Scenario', 'Default']));
    expect([again.status, again.body]).toEqual([201, created.body]);
  });
});

test('a response that was lost is repeated by another instance', async () => {
  await hostValue(a.host, 'scenario.activate', { name: 'Lost' });
  await expect(a.send(post())).rejects.toThrow();
  await eventually(async () => expect((await b.send(post())).status).toBe(201));
  expect(await usersAt(b)).toBe(2);
});

test('a refusal is repeated as well, and a missing record leaves the key free', async () => {
  const patch = (id: string, tag: string) => ({
    ...{ method: 'PATCH', target: `/api/users/${id}`, body: '{"name":"X"}' },
    headers: [
      ['Content-Type', 'application/json'] as const,
      ['If-Match', tag] as const,
      ['Idempotency-Key', '"p"'] as const,
    ],
  });
  expect((await a.send(patch('42', '"old"'))).status).toBe(412);
  const tag = (await b.send({ target: '/api/users/42' })).header('ETag') ?? '';
  expect((await b.send(patch('42', tag))).status).toBe(412);
  expect((await a.send({ ...patch('1', '*'), target: '/api/missing/1' })).status).toBe(422);
});

test('a reset forgets the keys at all instances, in its session only', async () => {
  const session = ['X-Mock-Session', 'one'] as const;
  const created = await a.send(post());
  await a.send(post(undefined, session));
  await hostValue(b.host, 'sessions.reset', { name: 'one' });
  expect((await a.send(post('{"name":"Next"}', session))).status).toBe(201);
  expect((await b.send(post())).body).toBe(created.body);
  await hostValue(a.host, 'state.reset', {});
  expect((await b.send(post('{"name":"Next"}'))).status).toBe(201);
});

test('writes are refused while the engine is away, and carried out once after it is back', async () => {
  redis.pause();
  const refused = await a.send(post());
  expect(refused.status).toBe(503);
  redis.resume();
  await eventually(async () => expect((await b.send(post())).status).toBe(201));
  expect((await a.send(post())).status).toBe(201);
  expect(await usersAt(a)).toBe(2);
});

test('a key is lost together with its write when the engine forgets everything, and used once in the new epoch', async () => {
  expect((await a.send(post())).status).toBe(201);
  await redis.send('FLUSHALL');
  await eventually(() => expect([a, b].map(({ host }) => host.share()?.lostChanges)).toEqual([1, 1]));
  await eventually(() => expect(a.host.share()?.epoch).toBe(b.host.share()?.epoch));
  expect([await usersAt(a), await usersAt(b)]).toEqual([1, 1]);
  const [again, repeated] = [await b.send(post()), await a.send(post())];
  expect([again.status, repeated.status, repeated.body]).toEqual([201, 201, again.body]);
  expect([await usersAt(a), await usersAt(b)]).toEqual([2, 2]);
});

test('a key that the replica has is known after a failover to it', async () => {
  await using replica = await startRedis('--replicaof', '127.0.0.1', `${redis.port}`);
  const proxy = await startProxy(redis.port);
  onTestFinished(() => proxy.close());
  await redis.send('FLUSHALL');
  const url = `redis://127.0.0.1:${proxy.port}`;
  await using one = await startInstance(url, workspace);
  await using other = await startInstance(url, workspace);
  const created = await one.send(post());
  expect(created.status).toBe(201);
  // The replica has the write.
  expect(await redis.send('WAIT', '1', '10000')).toContain(':1');
  proxy.target = replica.port;
  await replica.send('REPLICAOF', 'NO', 'ONE');
  proxy.cut();
  const repeated = await eventually(async () => {
    const response = await other.send(post());
    expect(response.status).not.toBe(503);
    return response;
  });
  expect([repeated.status, repeated.body]).toEqual([201, created.body]);
  expect([await usersAt(one), await usersAt(other)]).toEqual([2, 2]);
});

test('a command sent again to another instance gets the same reply', async () => {
  const record = { name: 'Made' };
  const input = { collection: 'users', record };
  const caller = { key: 'call-1' };
  const [first, second] = await Promise.all([
    a.host.call('records.put', input, caller),
    b.host.call('records.put', input, caller),
  ]);
  expect(first.ok).toBe(true);
  expect(second).toEqual(first);
  expect(await usersAt(b)).toBe(2);
  expect(await b.host.call('records.put', { ...input, record: { name: 'X' } }, caller)).toMatchObject({
    problem: { type: '/problems/key-reused' },
  });
});

test('the oldest keys are forgotten beyond the limit of characters', async () => {
  const text = 'x'.repeat(600_000);
  const keyed = (index: number) => ({
    ...post(JSON.stringify({ userId: `u${index}`, text })),
    headers: [['Content-Type', 'application/json'] as const, ['Idempotency-Key', `"n${index}"`] as const],
  });
  for (let index = 0; index < 30; index++) {
    // A busy machine may take longer for one of them than an instance waits for the engine.
    await eventually(async () => expect((await a.send(keyed(index))).status).toBe(201));
  }
  expect((await b.send(keyed(29))).status).toBe(201);
  // Forgotten, it is carried out again, and its record is there already.
  expect((await b.send(keyed(0))).status).toBe(409);
});
