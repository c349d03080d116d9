/** What is no record is the same at all instances: settings, saved requests, the name of the workspace, snapshots. */
import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { hostValue } from '../support/temporary-host.ts';
import { a, b, type Instance, redis, shareInstances, startInstance } from './instances.ts';

shareInstances();

async function level(...others: readonly Instance[]): Promise<void> {
  await eventually(() => {
    for (const { host } of [b, ...others]) expect(host.share()?.revision).toBe(a.host.share()?.revision);
  });
}

/** What consoles show of the parts. */
async function partsOf({ host }: Instance) {
  const { workspace, saved, snapshots, history } = await hostValue(host, 'workspace.get', {});
  const { pageSize, cors } = workspace.settings;
  return { name: workspace.name, pageSize, cors, saved, snapshots, history };
}

async function expectEqual(): Promise<Awaited<ReturnType<typeof partsOf>>> {
  await level();
  const [here, there] = await Promise.all([partsOf(a), partsOf(b)]);
  expect(there).toEqual(here);
  return here;
}

const request = { name: 'One', note: '', method: 'GET', target: '/users/42', headers: [], body: null };

test('settings, saved requests and the name reach all instances, and those that join', async () => {
  await hostValue(a.host, 'settings.set', { settings: { pageSize: 7 } });
  await hostValue(b.host, 'saved.put', { request });
  await level();
  await hostValue(a.host, 'saved.rename', { name: 'One', to: 'Two' });
  await hostValue(b.host, 'workspace.rename', { name: 'Renamed' });
  const shown = await expectEqual();
  expect(shown).toMatchObject({ name: 'Renamed', pageSize: 7, saved: [{ name: 'Two' }] });
  await using c = await startInstance(redis.url);
  await level(c);
  expect(await partsOf(c)).toEqual({ ...shown, history: { undo: null, redo: null } });
  expect(JSON.parse((await c.send({ target: '/api/users' })).body).limit).toBe(7);
});

test('any instance undoes and redoes a changed setting', async () => {
  await hostValue(a.host, 'settings.set', { settings: { pageSize: 7 } });
  await level();
  await hostValue(b.host, 'history.undo', {});
  expect(await expectEqual()).toMatchObject({ pageSize: 20, history: { redo: 'change of page size' } });
  await hostValue(a.host, 'history.redo', {});
  expect(await expectEqual()).toMatchObject({ pageSize: 7, history: { undo: 'change of page size' } });
});

test('two settings that are changed at once are both changed', async () => {
  await Promise.all([
    hostValue(a.host, 'settings.set', { settings: { pageSize: 7 } }),
    hostValue(b.host, 'settings.set', { settings: { cors: 'off' } }),
  ]);
  expect(await expectEqual()).toMatchObject({ pageSize: 7, cors: 'off' });
});

test('a setting of one instance alone is refused with a sentence', async () => {
  const refused = await a.host.call('settings.set', { settings: { port: 4711 } });
  expect(refused).toMatchObject({ ok: false, problem: { type: '/problems/not-shared' } });
  expect(JSON.stringify(refused)).toContain('A setting of one instance alone (port)');
});

test('a snapshot of one instance is restored at another one', async () => {
  await hostValue(a.host, 'records.put', {
    ...{ collection: 'users', in: 'live', record: { userId: '42', name: 'Saved', status: 'active' } },
  });
  await hostValue(a.host, 'snapshots.save', { name: 'one' });
  await hostValue(a.host, 'state.reset', {});
  await level();
  expect(await hostValue(b.host, 'snapshots.restore', { name: 'one' })).toEqual({ records: 1 });
  await level();
  const { live, fixture } = await hostValue(a.host, 'records.get', { collection: 'users', id: '42' });
  expect([live?.name, fixture?.name]).toEqual(['Saved', 'Ada']);
  await hostValue(b.host, 'snapshots.rename', { name: 'one', to: 'two' });
  expect((await expectEqual()).snapshots).toMatchObject([{ name: 'two', records: 1 }]);
  await using c = await startInstance(redis.url);
  expect((await partsOf(c)).snapshots).toMatchObject([{ name: 'two', records: 1 }]);
  await hostValue(c.host, 'snapshots.remove', { name: 'two' });
  await level(c);
  expect((await expectEqual()).snapshots).toEqual([]);
  await hostValue(b.host, 'history.undo', {});
  expect((await expectEqual()).snapshots).toMatchObject([{ name: 'two' }]);
});

test('a snapshot is restored in a session, at all instances and for that session alone', async () => {
  await hostValue(a.host, 'records.put', {
    ...{ collection: 'users', in: 'live', record: { userId: '42', name: 'Saved', status: 'active' } },
  });
  await hostValue(a.host, 'snapshots.save', { name: 'one' });
  await hostValue(a.host, 'state.reset', {});
  await level();
  expect(await hostValue(b.host, 'snapshots.restore', { name: 'one', session: 'mine' })).toEqual({ records: 1 });
  await level();
  for (const { send } of [a, b]) {
    const session = [['X-Mock-Session', 'mine']] as const;
    const [own, others] = await Promise.all([
      send({ target: '/api/users/42', headers: session }),
      send({ target: '/api/users/42' }),
    ]);
    expect([JSON.parse(own.body).name, JSON.parse(others.body).name]).toEqual(['Saved', 'Ada']);
  }
  const unknown = await b.host.call('snapshots.restore', { name: 'two', session: 'other' });
  expect(unknown).toMatchObject({ ok: false, problem: { type: '/problems/unknown-snapshot' } });
  expect((await hostValue(b.host, 'sessions.list', {})).sessions.map(({ name }) => name)).toEqual(['mine']);
});

test('Keep in a session is refused with a sentence and changes nothing', async () => {
  const headers = [
    ['X-Mock-Session', 'mine'],
    ['Content-Type', 'application/json'],
  ] as const;
  await a.send({ method: 'PATCH', target: '/api/users/42', headers, body: '{"name":"Own"}' });
  const refused = await a.host.call('state.keep', { session: 'mine' });
  expect(refused).toMatchObject({ ok: false, problem: { type: '/problems/not-shared' } });
  expect(JSON.stringify(refused)).toContain(
    'Keep in a session is not available while instances share their live state.',
  );
  expect((await hostValue(a.host, 'records.get', { collection: 'users', id: '42' })).fixture).toMatchObject({
    name: 'Ada',
  });
});

test('the engine that forgets everything takes back the parts as well', async () => {
  await hostValue(a.host, 'settings.set', { settings: { pageSize: 7 } });
  await hostValue(a.host, 'snapshots.save', { name: 'one' });
  await redis.send('FLUSHALL');
  await eventually(async () => {
    expect(await partsOf(a)).toMatchObject({ pageSize: 20, snapshots: [], history: { undo: null } });
    expect(await partsOf(b)).toEqual(await partsOf(a));
  });
});
