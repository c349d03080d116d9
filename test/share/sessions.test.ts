/** Sessions of clients over several instances. */
import { expect, test } from 'vitest';
import type { Json } from '../../server/domain/json/json.ts';
import { eventually } from '../support/eventually.ts';
import { hostValue, smallWorkspace } from '../support/temporary-host.ts';
import { a, b, type Instance, redis, shareInstances, startInstance } from './instances.ts';

const first = { when: { method: 'GET', path: '/users/{userId}', occurrence: { kind: 'first', count: 1 } } };
const workspace = {
  ...smallWorkspace,
  scenarios: [
    ...smallWorkspace.scenarios,
    { name: 'Down once', description: '', rules: [{ ...first, then: { kind: 'answer', status: 503 } }] },
  ],
};

shareInstances(workspace);

const ada = '/api/users/42';
const json = ['Content-Type', 'application/json'] as const;
const inSession = (name: string) => ['X-Mock-Session', name] as const;

function patch(instance: Instance, session: string, value: Json, ...headers: (readonly [string, string])[]) {
  const body = JSON.stringify(value);
  return instance.send({ method: 'PATCH', target: ada, headers: [json, inSession(session), ...headers], body });
}

/** Reads a record of a session at an instance that is as far as any other. */
async function read(instance: Instance, session: string, target = ada) {
  const { epoch, revision } = [a, b].map(({ host }) => host.share()).sort(byRevision)[0] ?? {};
  return instance.send({ target, headers: [inSession(session), ['X-Mock-Revision', `${epoch}.${revision}`]] });
}

const byRevision = (one: { revision: number } | undefined, other: { revision: number } | undefined) =>
  (other?.revision ?? 0) - (one?.revision ?? 0);

async function sessionsOf(instance: Instance) {
  const { sessions } = await hostValue(instance.host, 'sessions.list', {});
  return sessions.map(({ name, scenario, changed }) => ({ name, scenario, changed })).sort();
}

test('a record is changed after one of a higher version was removed in the session', async () => {
  for (const name of ['One', 'Two', 'Three']) {
    const body = JSON.stringify({ userId: '50', name, status: 'active' });
    const headers = [json, inSession('one')];
    await a.send({ method: 'PUT', target: '/api/users/50', headers, body });
  }
  await a.send({ method: 'DELETE', target: '/api/users/50', headers: [inSession('one')] });
  expect((await patch(b, 'one', { name: 'Changed' })).status).toBe(200);
  expect((await patch(a, 'one', { name: 'Again' })).status).toBe(200);
});

test('a session has one live state at all instances, apart from that of all clients', async () => {
  const written = await patch(a, 'one', { name: 'Augusta' });
  expect(written.status).toBe(200);
  const there = await read(b, 'one');
  expect(there.json()).toMatchObject({ name: 'Augusta' });
  for (const name of ['ETag', 'X-Resource-Version']) expect(there.header(name)).toBe(written.header(name));
  expect((await read(b, 'other')).json()).toMatchObject({ name: 'Ada' });
  expect((await b.send({ target: ada })).json()).toMatchObject({ name: 'Ada' });
  const seen = [
    { name: 'one', scenario: 'Default', changed: 1 },
    { name: 'other', scenario: 'Default', changed: 0 },
  ];
  await eventually(async () =>
    expect((await sessionsOf(a)).toSorted((x, y) => (x.name < y.name ? -1 : 1))).toEqual(seen),
  );
});

test('one of many conditional writes to a session wins, at whichever instance', async () => {
  const tag = (await read(a, 'one')).header('ETag') ?? '';
  const racing = Array.from({ length: 40 }, (_, n) => patch(n % 2 ? a : b, 'one', { name: `${n}` }, ['If-Match', tag]));
  const statuses = (await Promise.all(racing)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 412)).toHaveLength(39);
});

test('a session that begins at two instances at once is one', async () => {
  const both = await Promise.all([patch(a, 'new', { name: 'A' }), patch(b, 'new', { name: 'B' })]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(both.map((response) => response.header('X-Resource-Version'))).size).toBe(2);
});

test('records are created and removed in a session, and no version comes back', async () => {
  const versions = new Set<string>();
  for (let round = 0; round < 6; round++) {
    const [one, other] = round % 2 ? [a, b] : [b, a];
    const body = JSON.stringify({ userId: '50', name: `${round}`, status: 'active' });
    const target = '/api/users/50';
    const made = await one.send({ method: 'PUT', target, headers: [json, inSession('one')], body });
    expect(made.status).toBe(201);
    versions.add(made.header('X-Resource-Version') ?? '');
    const removed = await other.send({ method: 'DELETE', target, headers: [inSession('one')] });
    expect(removed.status).toBe(204);
  }
  expect(versions.size).toBe(6);
});

test('a session that ends and begins anew has the fixtures, and no old tag matches', async () => {
  const written = await patch(a, 'one', { name: 'Augusta' });
  await hostValue(b.host, 'sessions.drop', { name: 'one' });
  expect(await b.host.call('sessions.drop', { name: 'one' })).toMatchObject({
    ok: false,
    problem: { type: '/problems/unknown-session' },
  });
  expect((await read(a, 'one')).json()).toMatchObject({ name: 'Ada' });
  for (const instance of [a, b]) {
    expect((await patch(instance, 'one', { name: 'X' }, ['If-Match', written.header('ETag') ?? ''])).status).toBe(412);
  }
  const again = await patch(b, 'one', { name: 'Anew' });
  expect(Number(again.header('X-Resource-Version'))).toBeGreaterThan(Number(written.header('X-Resource-Version')));
});

test('commands act on a session at all instances', async () => {
  await patch(a, 'one', { name: 'Augusta' });
  const record = { userId: '7', name: 'Live', status: 'active' };
  await hostValue(b.host, 'records.put', { collection: 'users', record, session: 'one' });
  expect((await read(a, 'one', '/api/users/7')).json()).toMatchObject({ name: 'Live' });
  await hostValue(a.host, 'scenario.activate', { name: 'Nobody is active', session: 'one' });
  expect((await read(b, 'one', '/users/42')).status).toBe(404);
  expect((await b.send({ target: '/users/42' })).status).toBe(200);
  await hostValue(a.host, 'sessions.requirePrecondition', { name: 'one', required: true });
  expect((await read(b, 'one')).status).toBe(200);
  expect((await patch(b, 'one', { name: 'Unconditional' })).status).toBe(428);
  expect(await hostValue(b.host, 'sessions.reset', { name: 'one' })).toEqual({ records: 2 });
  expect((await read(a, 'one')).json()).toMatchObject({ name: 'Ada' });
  expect(await a.host.call('state.reset', { session: 'none' })).toMatchObject({
    ok: false,
    problem: { type: '/problems/unknown-session' },
  });
});

test('a refused edit begins no session', async () => {
  const record = { userId: '7', name: 7, status: 'active' };
  expect(await a.host.call('records.put', { collection: 'users', record, session: 'one' })).toMatchObject({
    ok: false,
  });
  expect(await sessionsOf(a)).toEqual([]);
});

test('a session counts its own requests for the rules, at all instances', async () => {
  const statuses: number[] = [];
  for (const instance of [a, b]) {
    await hostValue(instance.host, 'scenario.activate', { name: 'Down once', session: 'one' });
    for (const target of [b, a]) statuses.push((await read(target, 'one', '/users/42')).status);
  }
  expect(statuses).toEqual([503, 200, 503, 200]);
});

test('an instance that joins has the sessions, with their versions and settings', async () => {
  await patch(a, 'one', { name: 'Augusta' });
  await a.send({ method: 'DELETE', target: '/api/users/7', headers: [inSession('one')] });
  await hostValue(a.host, 'sessions.requirePrecondition', { name: 'one', required: true });
  await hostValue(a.host, 'scenario.activate', { name: 'Nobody is active', session: 'one' });
  await using c = await startInstance(redis.url, workspace);
  const [here, there] = [await read(a, 'one'), await read(c, 'one')];
  expect(there.json()).toMatchObject({ name: 'Augusta' });
  for (const name of ['ETag', 'X-Resource-Version']) expect(there.header(name)).toBe(here.header(name));
  expect((await read(c, 'one', '/api/users/7')).status).toBe(404);
  expect((await read(c, 'one', '/users/42')).status).toBe(404);
  expect((await patch(c, 'one', { name: 'X' })).status).toBe(428);
  const tag = ['If-Match', there.header('ETag') ?? ''] as const;
  expect((await patch(c, 'one', { name: 'X' }, tag)).status).toBe(200);
});

test('the engine that forgets everything ends all sessions, and no old tag matches', async () => {
  const written = await patch(a, 'one', { name: 'Augusta' });
  await redis.send('FLUSHALL');
  await eventually(() => expect([a, b].map(({ host }) => host.share()?.lostChanges)).toEqual([2, 2]));
  await eventually(() => expect(a.host.share()?.epoch).toBe(b.host.share()?.epoch));
  expect(await sessionsOf(b)).toEqual([]);
  const headers = ['X-Resource-Version', written.header('X-Resource-Version') ?? ''] as const;
  expect((await patch(b, 'one', { name: 'X' }, headers)).status).toBe(412);
});

test('a session that nobody uses ends at all instances', async () => {
  await patch(a, 'one', { name: 'Augusta' });
  await eventually(async () => {
    // The latest use may not be known to the engine yet.
    await redis.send('ZADD', 'mock-api-console:{Test%20workspace}:sessions', 'XX', '1', '%22one%22');
    expect([await sessionsOf(a), await sessionsOf(b)]).toEqual([[], []]);
  });
});

test('while the engine is away, open sessions are read, and none begins', async () => {
  await patch(a, 'one', { name: 'Augusta' });
  await redis.kill();
  await eventually(() => expect(a.host.share()?.state).toBe('away'));
  expect((await a.send({ target: ada, headers: [inSession('one')] })).json()).toMatchObject({ name: 'Augusta' });
  const refused = await a.send({ target: ada, headers: [inSession('other')] });
  expect([refused.status, refused.header('Retry-After')]).toEqual([503, '1']);
  await redis.restart();
  await eventually(() => expect([a, b].map(({ host }) => host.share()?.state)).toEqual(['live', 'live']));
});
