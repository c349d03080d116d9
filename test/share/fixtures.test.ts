/** Edits of fixtures at one instance reach all. */
import { expect, test } from 'vitest';
import type { Json } from '../../server/domain/json/json.ts';
import { eventually } from '../support/eventually.ts';
import { hostValue } from '../support/temporary-host.ts';
import { a, b, type Instance, redis, shareInstances, startInstance } from './instances.ts';

shareInstances();

const ada = '/api/users/42';
const json = ['Content-Type', 'application/json'] as const;
const edited = { userId: '42', name: 'Edited', status: 'active' };

async function patch(instance: Instance, value: Json, ...headers: (readonly [string, string])[]) {
  return instance.send({ method: 'PATCH', target: ada, headers: [json, ...headers], body: JSON.stringify(value) });
}

/** Waits until all instances are as far as the first one. */
async function level(...others: readonly Instance[]): Promise<void> {
  await eventually(() => {
    for (const { host } of [b, ...others]) expect(host.share()?.revision).toBe(a.host.share()?.revision);
  });
}

/** A record on both levels, and as clients see it, at every instance. */
async function seenAt(instance: Instance, id = '42', session?: string) {
  const row = await hostValue(instance.host, 'records.get', { collection: 'users', id });
  const headers = session === undefined ? [] : [['X-Mock-Session', session] as const];
  const response = await instance.send({ target: `/api/users/${id}`, headers });
  const tag = response.header('ETag');
  return { live: row.live, fixture: row.fixture, status: response.status, tag, body: response.body };
}

test('an edited fixture is the same everywhere, also for an instance that joins', async () => {
  const tag = (await a.send({ target: ada })).header('ETag') ?? '';
  await hostValue(b.host, 'records.put', { collection: 'users', record: edited });
  await level();
  await using c = await startInstance(redis.url);
  await level(c);
  const [here, ...others] = await Promise.all([a, b, c].map((instance) => seenAt(instance)));
  expect(here).toMatchObject({ live: edited, fixture: edited, status: 200 });
  for (const other of others) expect(other).toEqual(here);
  expect((await patch(c, { name: 'X' }, ['If-Match', tag])).status).toBe(412);
  expect((await patch(c, { name: 'X' }, ['If-Match', here?.tag ?? ''])).status).toBe(200);
  await hostValue(a.host, 'state.reset', {});
  await level(c);
  expect((await seenAt(c)).live).toEqual(edited);
});

test('a fixture that is added, removed and added again repeats no version', async () => {
  const record = { userId: '50', name: 'New', status: 'active' };
  const tags = new Set<string>();
  for (let round = 0; round < 5; round++) {
    const [one, other] = round % 2 ? [a, b] : [b, a];
    await hostValue(one.host, 'records.put', { collection: 'users', record });
    await level();
    await using c = await startInstance(redis.url);
    for (const instance of [a, b, c]) tags.add((await seenAt(instance, '50')).tag ?? '');
    await hostValue(other.host, 'records.remove', { collection: 'users', id: '50' });
    await level();
    expect((await c.send({ target: '/api/users/50' })).status).toBe(404);
  }
  expect(tags.size).toBe(5);
});

test('a record is created after fixtures were edited and added', async () => {
  for (const name of ['One', 'Two', 'Three']) {
    await hostValue(a.host, 'records.patch', { collection: 'users', id: '42', patch: { name } });
  }
  await level();
  const body = '{"userId":"50","name":"New","status":"active"}';
  const created = await b.send({ method: 'PUT', target: '/api/users/50', headers: [json], body });
  expect(created.status).toBe(201);
  await hostValue(b.host, 'records.put', { collection: 'users', record: { ...edited, userId: '51' } });
  await level();
  expect((await seenAt(a, '51')).status).toBe(200);
});

test('a user whose status is set has it at all instances', async () => {
  await hostValue(a.host, 'users.setStatus', { userId: '42', status: 'inactive' });
  await eventually(async () => expect((await b.send({ target: '/users/42' })).status).toBe(404));
});

test('Keep makes the live state of all instances their fixtures', async () => {
  await patch(a, { name: 'Kept' });
  await b.send({ method: 'DELETE', target: '/api/users/7' });
  await level();
  expect(await hostValue(b.host, 'state.keep', {})).toEqual({ records: 2 });
  await level();
  expect(await hostValue(a.host, 'state.reset', {})).toEqual({ records: 0 });
  for (const instance of [a, b]) {
    expect((await seenAt(instance)).fixture).toMatchObject({ name: 'Kept' });
    expect((await instance.send({ target: '/api/users/7' })).status).toBe(404);
  }
});

test('a session follows an edited fixture, unless it has changed the record', async () => {
  const session = ['X-Mock-Session', 'one'] as const;
  await a.send({ target: ada, headers: [session] });
  const body = '{"name":"Own"}';
  await a.send({ method: 'PATCH', target: '/api/users/7', headers: [json, session], body });
  for (const id of ['42', '7']) {
    await hostValue(b.host, 'records.patch', { collection: 'users', id, patch: { name: 'Edited' } });
  }
  await level();
  await using c = await startInstance(redis.url);
  await level(c);
  for (const instance of [a, b, c]) {
    expect(JSON.parse((await seenAt(instance, '42', 'one')).body)).toMatchObject({ name: 'Edited' });
    expect(JSON.parse((await seenAt(instance, '7', 'one')).body)).toMatchObject({ name: 'Own' });
  }
  const tags = await Promise.all([a, b, c].map(async (instance) => (await seenAt(instance, '42', 'one')).tag));
  expect(new Set(tags).size).toBe(1);
});

test('of two edits of one fixture from the same base, one is a conflict', async () => {
  const base = { userId: '42', name: 'Ada', status: 'active' };
  const put = (instance: Instance, name: string) =>
    instance.host.call('records.put', { collection: 'users', record: { ...base, name }, base });
  const results = await Promise.all([put(a, 'A'), put(b, 'B')]);
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
});

test('the engine that forgets everything takes back the edits of fixtures', async () => {
  await hostValue(a.host, 'records.put', { collection: 'users', record: edited });
  const { tag = '' } = await seenAt(a);
  await redis.send('FLUSHALL');
  await eventually(() => expect([a, b].map(({ host }) => host.share()?.lostChanges)).toEqual([1, 1]));
  await eventually(() => expect(a.host.share()?.epoch).toBe(b.host.share()?.epoch));
  for (const instance of [a, b]) {
    expect((await seenAt(instance)).fixture).toMatchObject({ name: 'Ada' });
    expect((await patch(instance, { name: 'X' }, ['If-Match', tag])).status).toBe(412);
  }
});
