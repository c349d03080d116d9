/** Edits of many records, and their undo, are the same at all instances. */
import { expect, onTestFinished, test } from 'vitest';
import type { Json } from '../../server/domain/json/json.ts';
import { eventually } from '../support/eventually.ts';
import { hostValue, smallWorkspace } from '../support/temporary-host.ts';
import { startProxy } from './fault-proxy.ts';
import { a, b, type Instance, redis, shareInstances, startInstance } from './instances.ts';
import { startRedis } from './redis-server.ts';

shareInstances();

const json = ['Content-Type', 'application/json'] as const;
const users = { collection: 'users' } as const;
const rename = { kind: 'set' as const, path: ['name'], value: 'Same' };

/** Waits until all instances are as far as the first one. */
async function level(...others: readonly Instance[]): Promise<void> {
  await eventually(() => {
    for (const { host } of [b, ...others]) expect(host.share()?.revision).toBe(a.host.share()?.revision);
  });
}

/** Fixtures and live records with their versions at an instance, and the labels of its history. */
async function stateOf({ host }: Instance) {
  const { rows } = await hostValue(host, 'records.page', { ...users, offset: 0, limit: 100 });
  const { undo, redo } = (await hostValue(host, 'workspace.get', {})).history;
  return { rows, undo, redo };
}

async function expectEqual(): Promise<Awaited<ReturnType<typeof stateOf>>> {
  await level();
  const [here, there] = await Promise.all([stateOf(a), stateOf(b)]);
  expect(there).toEqual(here);
  return here;
}

async function patch(instance: Instance, id: string, value: Json) {
  const response = await instance.send({
    ...{ method: 'PATCH', target: `/api/users/${id}`, headers: [json] },
    body: JSON.stringify(value),
  });
  expect(response.status).toBe(200);
}

test('a change of many records is one change at all instances, and any of them undoes and redoes it', async () => {
  const first = await expectEqual();
  await hostValue(a.host, 'records.change', { ...users, of: { ids: ['42', '7'] }, change: rename, as: 'all' });
  expect(a.host.share()?.revision).toBe(1);
  const changed = await expectEqual();
  expect(changed.undo).toBe('change of name in 2 records of users');
  expect(changed.rows.map(({ fixture }) => fixture?.name)).toEqual(['Same', 'Same']);
  await hostValue(b.host, 'history.undo', {});
  const undone = await expectEqual();
  expect(undone.redo).toBe('change of name in 2 records of users');
  expect(undone.rows.map(({ fixture, live }) => [fixture, live])).toEqual(
    first.rows.map(({ fixture, live }) => [fixture, live]),
  );
  await hostValue(a.host, 'history.redo', {});
  expect((await expectEqual()).rows.map(({ live }) => live?.name)).toEqual(['Same', 'Same']);
});

test('records are generated, pasted and deleted at all instances', async () => {
  const { added } = await hostValue(a.host, 'records.generate', { ...users, count: 20, seed: 1, as: 'add' });
  expect(added).toMatchObject({ collection: 'users', count: 20 });
  const cells = [
    { path: ['name'], value: 'Pasted' },
    { path: ['status'], value: 'active' },
  ];
  await hostValue(b.host, 'records.paste', { ...users, rows: [{ id: null, cells }], as: 'all' });
  const { rows: all } = await expectEqual();
  expect(all).toHaveLength(23);
  const ids = all.map(({ id }) => id);
  await hostValue(b.host, 'records.change', { ...users, of: { ids }, change: { kind: 'delete' }, as: 'all' });
  expect((await expectEqual()).rows).toEqual([]);
  await hostValue(a.host, 'history.undo', {});
  expect((await expectEqual()).rows).toHaveLength(all.length);
});

test('a file is imported into a collection at all instances, and into a new one', async () => {
  const imported = async (fileName: string) => {
    const text = '[{"userId":"42","name":"Imported","status":"active"},{"userId":"50","name":"New","status":"active"}]';
    const preview = await hostValue(a.host, 'import.preview', { text, fileName });
    const { name = '' } = preview.collections[0] ?? {};
    return a.host.call('import.apply', { id: preview.id, collections: [name], settings: false });
  };
  const one = { collection: 'users', first: '50', count: 1, areTogether: true };
  expect(await imported('users.json')).toMatchObject({ ok: true, value: { records: 2, added: one } });
  const { rows, undo } = await expectEqual();
  expect(rows.map(({ id, fixture }) => [id, fixture?.name])).toEqual([
    ['7', 'Grace'],
    ['42', 'Imported'],
    ['50', 'New'],
  ]);
  expect(undo).toBe('import of users.json');
  await hostValue(b.host, 'history.undo', {});
  expect((await expectEqual()).rows.map(({ fixture }) => fixture?.name)).toEqual(['Grace', 'Ada']);
  const both = { collection: 'others', first: '42', count: 2, areTogether: true };
  expect(await imported('others.json')).toMatchObject({ ok: true, value: { records: 2, added: both } });
  for (const { host } of [a, b]) {
    await eventually(() => hostValue(host, 'records.get', { collection: 'others', id: '50' }));
  }
});

test('records without keys get keys that are free at all instances', async () => {
  const text = '[{"name":"New","status":"active"},{"name":"Newer","status":"active"}]';
  const preview = async (fileName: string) => (await hostValue(a.host, 'import.preview', { text, fileName })).id;
  const apply = (id: number) => a.host.call('import.apply', { id, collections: ['users'], settings: false });
  const id = await preview('users.json');
  await hostValue(b.host, 'records.put', {
    collection: 'users',
    record: { userId: '43', name: 'Of b', status: 'active' },
    base: null,
  });
  await level();
  expect(await apply(id)).toMatchObject({ ok: true, value: { records: 2 } });
  const { rows } = await expectEqual();
  expect(rows.map(({ id, fixture }) => [id, fixture?.name])).toEqual([
    ['7', 'Grace'],
    ['42', 'Ada'],
    ['43', 'Of b'],
    ['44', 'Newer'],
    ['45', 'New'],
  ]);
  await hostValue(b.host, 'history.undo', {});
  expect((await expectEqual()).rows.map(({ fixture }) => fixture?.name)).toEqual(['Grace', 'Ada', 'Of b']);
});

test('the moment of one instance becomes the live state of all', async () => {
  await patch(b, '42', { name: 'Before' });
  await level();
  const { last } = await hostValue(a.host, 'timeline.get', {});
  await patch(a, '42', { name: 'After' });
  await patch(b, '7', { name: 'After' });
  await level();
  expect(await hostValue(a.host, 'timeline.restore', { moment: last })).toEqual({ records: 2 });
  const { rows } = await expectEqual();
  expect(rows.map(({ live }) => live?.name)).toEqual(['Grace', 'Before']);
});

test('a preview changes nothing at any instance', async () => {
  const of = { ids: ['42'] };
  await hostValue(a.host, 'records.change', { ...users, of, change: { kind: 'delete' }, as: 'preview' });
  expect(a.host.share()?.revision).toBe(0);
});

test('an undo leaves what clients of another instance have written', async () => {
  await hostValue(a.host, 'records.change', { ...users, of: { ids: ['42', '7'] }, change: rename, as: 'all' });
  await patch(b, '42', { status: 'inactive' });
  await hostValue(b.host, 'history.undo', {});
  const { rows } = await expectEqual();
  const live = (id: string) => rows.find((row) => row.id === id)?.live;
  expect(live('42')).toMatchObject({ name: 'Same', status: 'inactive' });
  expect(live('7')).toMatchObject({ name: 'Grace' });
});

test('an edit and its undo are seen by clients that write at the same time: no write is lost', async () => {
  for (let round = 0; round < 20; round++) {
    const tag = (await b.send({ target: '/api/users/42' })).header('ETag') ?? '';
    const [edited, written] = await Promise.all([
      a.host.call('records.patch', { ...users, id: '42', patch: { name: `Edit ${round}` } }),
      b.send({
        ...{ method: 'PATCH', target: '/api/users/42', body: `{"age":${round}}` },
        headers: [json, ['If-Match', tag]],
      }),
    ]);
    expect(edited.ok).toBe(true);
    await level();
    const { live } = await hostValue(b.host, 'records.get', { ...users, id: '42' });
    expect(live).toMatchObject({ name: `Edit ${round}`, ...(written.status === 200 && { age: round }) });
    if (round % 2) await hostValue(a.host, 'state.reset', {});
    await level();
  }
});

test('Keep is undone at all instances after a record of a higher version was removed', async () => {
  for (const name of ['One', 'Two', 'Three']) {
    const body = JSON.stringify({ userId: '50', name, status: 'active' });
    await a.send({ method: 'PUT', target: '/api/users/50', headers: [json], body });
  }
  await a.send({ method: 'DELETE', target: '/api/users/50' });
  await patch(a, '42', { name: 'Kept' });
  await hostValue(a.host, 'state.keep', {});
  await level();
  expect(await hostValue(b.host, 'history.undo', {})).toEqual({ label: expect.stringContaining('keep') });
  const { rows } = await expectEqual();
  expect(rows.map(({ live, fixture }) => [live?.name, fixture?.name])).toEqual([
    ['Grace', 'Grace'],
    ['Kept', 'Ada'],
  ]);
});

test('scenarios go back and forth at all instances', async () => {
  const scenario = { name: 'New', description: '', rules: [] };
  await hostValue(a.host, 'scenarios.put', { scenario });
  await hostValue(b.host, 'records.patch', { ...users, id: '42', patch: { name: 'Edited' } });
  await level();
  const { entries } = await hostValue(b.host, 'history.list', {});
  expect(entries.map(({ label }) => label)).toEqual(['change of name in record 42 of users', 'new scenario New']);
  expect(await hostValue(b.host, 'history.goTo', { id: null })).toEqual({ steps: 2 });
  await level();
  for (const { host } of [a, b]) {
    expect((await hostValue(host, 'workspace.get', {})).scenarios.map(({ name }) => name)).not.toContain('New');
  }
  await hostValue(a.host, 'history.redo', {});
  await expectEqual();
  expect((await hostValue(b.host, 'workspace.get', {})).scenarios.map(({ name }) => name)).toContain('New');
});

test("another console's edit is undone only by name", async () => {
  const edit = { ...users, id: '42', patch: { name: 'Edited' } };
  expect(await a.host.call('records.patch', edit, { console: 'one' })).toMatchObject({ ok: true });
  await level();
  const refused = await b.host.call('history.undo', {}, { console: 'other' });
  expect(refused).toMatchObject({ ok: false, problem: { type: '/problems/edit-conflict' } });
  const [last] = (await hostValue(b.host, 'history.list', {})).entries;
  expect(await b.host.call('history.undo', { edit: last?.id }, { console: 'other' })).toMatchObject({ ok: true });
  expect((await expectEqual()).redo).toBe('change of name in record 42 of users');
});

test('of two undos at once, each takes back an edit of its own', async () => {
  for (const name of ['one', 'two', 'three']) {
    await hostValue(a.host, 'records.patch', { ...users, id: '42', patch: { name } });
  }
  await level();
  await Promise.all([a, b].map(({ host }) => hostValue(host, 'history.undo', {})));
  const { rows } = await expectEqual();
  expect(rows.find(({ id }) => id === '42')?.live).toMatchObject({ name: 'one' });
});

test('the history of an instance that joins begins with the next edit', async () => {
  await hostValue(a.host, 'records.patch', { ...users, id: '42', patch: { name: 'one' } });
  await using c = await startInstance(redis.url);
  await level(c);
  expect(await hostValue(c.host, 'history.undo', {})).toEqual({ label: null });
  await hostValue(c.host, 'records.patch', { ...users, id: '42', patch: { name: 'two' } });
  await level(c);
  expect(await hostValue(c.host, 'history.undo', {})).toEqual({ label: 'change of name in record 42 of users' });
  await level(c);
  expect((await stateOf(a)).undo).toBe('change of name in record 42 of users');
  expect((await stateOf(c)).undo).toBe(null);
});

test('5,000 records are changed while clients write', async () => {
  const records = Array.from({ length: 5000 }, (_, n) => ({ userId: `${n}`, name: `User ${n}`, status: 'active' }));
  const workspace = { ...smallWorkspace, collections: { users: { key: 'userId', records } } };
  await using engine = await startRedis();
  await using one = await startInstance(engine.url, workspace);
  await using other = await startInstance(engine.url, workspace);
  const of = { ids: records.map(({ userId }) => userId) };
  const changing = hostValue(one.host, 'records.change', { ...users, of, change: rename, as: 'all' });
  for (let n = 0; n < 10; n++) await patch(other, `${n}`, { status: 'inactive' });
  expect(await changing).toMatchObject({ records: 5000 });
  await eventually(() => expect(other.host.share()?.revision).toBe(one.host.share()?.revision));
  for (const id of ['0', '9', '4999']) {
    const rows = await Promise.all([one, other].map(({ host }) => hostValue(host, 'records.get', { ...users, id })));
    expect(rows[1]).toEqual(rows[0]);
    expect(rows[0]?.live).toMatchObject({ name: 'Same', status: id === '4999' ? 'active' : 'inactive' });
  }
});

test('the first edit of a mock is in the history of an instance that was cut off meanwhile', async () => {
  const proxy = await startProxy(redis.port);
  onTestFinished(() => proxy.close());
  await using cut = await startInstance(`redis://127.0.0.1:${proxy.port}`);
  proxy.drop();
  await hostValue(a.host, 'records.put', { ...users, record: { userId: '42', name: 'Edited', status: 'active' } });
  proxy.heal();
  await level(cut);
  expect((await stateOf(cut)).undo).toBe((await stateOf(a)).undo);
  await hostValue(cut.host, 'history.undo', {});
  expect((await expectEqual()).rows.find(({ id }) => id === '42')?.fixture?.name).not.toBe('Edited');
});
