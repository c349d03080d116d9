import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createHost } from '../../../server/host.ts';
import { copyAsKilled } from '../../support/copy-as-killed.ts';
import { startMock } from '../../support/running-mock.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { hostValue, smallWorkspace, temporaryHost } from '../../support/temporary-host.ts';

async function startWithSnapshot() {
  const mock = await startMock(smallWorkspace);
  const write = (body: string, headers: readonly (readonly [string, string])[] = []) =>
    mock.send({ method: 'PATCH', target: '/api/users/42', headers, body });
  const nameOf = async (headers: readonly (readonly [string, string])[] = []) => {
    const { name } = (await mock.send({ target: '/api/users/42', headers })).json() as { name: string };
    return name;
  };
  await write('{"name":"Kept"}');
  await mock.send({ method: 'DELETE', target: '/api/products/1' });
  await hostValue(mock.host, 'snapshots.save', { name: 'Half way' });
  return { mock, write, nameOf, [Symbol.asyncDispose]: () => mock[Symbol.asyncDispose]() };
}

test('restoring a snapshot restores the live state as one edit', async () => {
  await using started = await startWithSnapshot();
  const { mock, write, nameOf } = started;
  await write('{"name":"Later"}');
  await mock.send({ method: 'PUT', target: '/api/products/1', body: '{"name":"Again"}' });
  await mock.send({ method: 'PUT', target: '/api/products/2', body: '{"name":"New"}' });
  const tag = (await mock.send({ target: '/api/users/7' })).header('ETag');

  expect(await hostValue(mock.host, 'snapshots.restore', { name: 'Half way' })).toEqual({ records: 3 });
  expect(await nameOf()).toBe('Kept');
  expect((await mock.send({ target: '/api/products' })).header('X-Total-Count')).toBe('0');
  expect((await mock.send({ target: '/api/users/7' })).header('ETag')).toBe(tag);
  expect(await hostValue(mock.host, 'snapshots.restore', { name: 'Half way' })).toEqual({ records: 0 });

  expect(await hostValue(mock.host, 'history.undo', {})).toEqual({ label: 'restore of snapshot Half way' });
  expect(await nameOf()).toBe('Later');
  expect((await mock.send({ target: '/api/products' })).header('X-Total-Count')).toBe('2');
});

test('snapshots are listed, replaced by name, and removed', async () => {
  await using started = await startWithSnapshot();
  const { mock, write, nameOf } = started;
  const state = async () => (await hostValue(mock.host, 'workspace.get', {})).snapshots;
  expect(await state()).toEqual([{ name: 'Half way', records: 2, saved: expect.any(Number) }]);
  await hostValue(mock.host, 'state.reset', {});
  await hostValue(mock.host, 'snapshots.save', { name: 'Empty' });
  await write('{"name":"Other"}');
  await hostValue(mock.host, 'snapshots.save', { name: 'Half way' });
  expect(await hostValue(mock.host, 'snapshots.list', {})).toMatchObject({
    snapshots: [
      { name: 'Empty', records: 0 },
      { name: 'Half way', records: 1 },
    ],
  });
  await hostValue(mock.host, 'snapshots.restore', { name: 'Empty' });
  expect(await nameOf()).toBe('Ada');
  await hostValue(mock.host, 'snapshots.remove', { name: 'Empty' });
  expect(await state()).toMatchObject([{ name: 'Half way' }]);
  expect(await hostValue(mock.host, 'history.undo', {})).toEqual({ label: 'delete of snapshot Empty' });
  expect(await state()).toMatchObject([{ name: 'Empty' }, { name: 'Half way' }]);
});

test('a snapshot that another one has saved meanwhile is not replaced', async () => {
  await using started = await startWithSnapshot();
  const { mock } = started;
  const save = (name: string, base: number | null) => mock.host.call('snapshots.save', { name, base });
  const savedOf = async (name: string) =>
    (await hostValue(mock.host, 'snapshots.list', {})).snapshots.find((snapshot) => snapshot.name === name)?.saved;
  const first = (await savedOf('Half way')) ?? 0;
  expect(await save('Half way', null)).toMatchObject({
    ok: false,
    problem: {
      type: '/problems/edit-conflict',
      detail: 'There is a snapshot "Half way" already. Nothing was saved.',
      theirs: first,
    },
  });
  expect(await save('Half way', first - 1)).toMatchObject({ problem: { type: '/problems/edit-conflict' } });
  expect(await savedOf('Half way')).toBe(first);
  expect(await save('Half way', first)).toMatchObject({ ok: true });
  expect(await save('New', null)).toMatchObject({ ok: true });
  await hostValue(mock.host, 'snapshots.remove', { name: 'New' });
  // Nothing is lost when the snapshot to replace is gone.
  expect(await save('New', first)).toMatchObject({ ok: true });
});

test('a snapshot can be restored into a session and saved from one', async () => {
  await using started = await startWithSnapshot();
  const { mock, write, nameOf } = started;
  await write('{"name":"Later"}');
  const headers = [['X-Mock-Session', 'one']] as const;
  expect(await hostValue(mock.host, 'snapshots.restore', { name: 'Half way', session: 'one' })).toEqual({ records: 2 });
  expect([await nameOf(headers), await nameOf()]).toEqual(['Kept', 'Later']);
  await write('{"name":"From one"}', headers);
  await hostValue(mock.host, 'snapshots.save', { name: 'Of one', session: 'one' });
  await hostValue(mock.host, 'snapshots.restore', { name: 'Of one' });
  expect(await nameOf()).toBe('From one');
});

test('snapshots survive a restart and a kill right after the reply, as do a rename, a deletion and their undo', async () => {
  await using started = await startWithSnapshot();
  const { mock, nameOf } = started;
  const names = async (host = mock.host) =>
    (await hostValue(host, 'snapshots.list', {})).snapshots.map(({ name }) => name);
  /** The snapshots that a program finds which starts over the files as they are now. */
  const afterKill = async () => {
    const folder = await temporaryFolder();
    copyAsKilled(dirname(mock.host.file), folder);
    const killed = await createHost({ workspace: join(folder, basename(mock.host.file)), onFault: fail });
    if (!killed.ok) throw new Error(killed.problem.detail);
    const found = await names(killed.value);
    await killed.value.close();
    return found;
  };
  expect(await afterKill()).toEqual(['Half way']);
  await hostValue(mock.host, 'snapshots.save', { name: 'Later' });
  await hostValue(mock.host, 'snapshots.rename', { name: 'Half way', to: 'Early' });
  expect(await afterKill()).toEqual(['Early', 'Later']);
  await hostValue(mock.host, 'snapshots.remove', { name: 'Later' });
  expect(await afterKill()).toEqual(['Early']);
  await hostValue(mock.host, 'history.undo', {});
  expect(await afterKill()).toEqual(['Early', 'Later']);
  await mock.restart();
  expect(await names()).toEqual(['Early', 'Later']);
  expect(await nameOf()).toBe('Ada');
  expect(await hostValue(mock.host, 'snapshots.restore', { name: 'Early' })).toEqual({ records: 2 });
  expect(await nameOf()).toBe('Kept');
  await hostValue(mock.host, 'workspace.reload', {});
  expect(await names()).toEqual(['Early', 'Later']);
  for (const name of ['Early', 'Later']) await hostValue(mock.host, 'snapshots.remove', { name });
  expect((await readdir(dirname(mock.host.file))).filter((name) => name.includes('snapshots'))).toEqual([]);
});

test('a rename or a save that cannot be carried out changes nothing', async () => {
  await using started = await startWithSnapshot();
  const { host } = started.mock;
  await hostValue(host, 'snapshots.save', { name: 'Other' });
  const before = await hostValue(host, 'snapshots.list', {});
  const { history } = await hostValue(host, 'workspace.get', {});
  for (const [command, input, code] of [
    ['snapshots.rename', { name: 'Other', to: 'Half way' }, 'conflict'],
    ['snapshots.rename', { name: 'none', to: 'Half way' }, 'unknown-snapshot'],
    ['snapshots.rename', { name: 'Other', to: '' }, 'bad-request'],
    ['snapshots.save', { name: 'x'.repeat(201) }, 'bad-request'],
  ] as const) {
    expect(await host.call(command, input)).toMatchObject({ problem: { type: `/problems/${code}` } });
  }
  expect(await hostValue(host, 'snapshots.list', {})).toEqual(before);
  expect((await hostValue(host, 'workspace.get', {})).history).toEqual(history);
});

test('snapshots are bounded in number and size, with a sentence that says what to do', async () => {
  await using temporary = await temporaryHost();
  const { host } = temporary;
  const save = (name: string) => host.call('snapshots.save', { name });
  for (let index = 0; index < 100; index++) expect(await save(`S ${index}`)).toEqual({ ok: true, value: null });
  expect(await save('One more')).toMatchObject({
    problem: { detail: 'There are 100 snapshots, and more cannot be kept. Delete one first.' },
  });
  expect(await save('S 5')).toMatchObject({ ok: true });
  const text = 'x'.repeat(16 * 2 ** 20);
  const large = Array.from({ length: 5 }, (_, id) => ({ collection: 'products', record: { id: `large ${id}`, text } }));
  await hostValue(host, 'records.prepare', { changes: large });
  expect(await save('S 5')).toMatchObject({
    problem: { type: '/problems/conflict', detail: expect.stringMatching(/takes 81 MB/) },
  });
});

test('listed records alone are restored, unless one has changed since', async () => {
  await using started = await startWithSnapshot();
  const { mock, write, nameOf } = started;
  await write('{"name":"Later"}');
  await mock.send({ method: 'PUT', target: '/api/products/1', body: '{"name":"Again"}' });
  const listed = async () =>
    (await hostValue(mock.host, 'state.compare', { snapshot: 'Half way' })).records.map(
      ({ collection, id, live, fixture }) => ({ collection, id, live, fixture }),
    );
  const [user, product] = await listed();
  if (!user || !product) throw new Error('Two records differ.');
  expect(await hostValue(mock.host, 'snapshots.restore', { name: 'Half way', records: [user] })).toEqual({
    records: 1,
  });
  expect([await nameOf(), (await listed()).length]).toEqual(['Kept', 1]);
  expect(await mock.host.call('snapshots.restore', { name: 'Half way', records: [user, product] })).toMatchObject({
    problem: { type: '/problems/edit-conflict' },
  });
  expect((await listed()).length).toBe(1);
  expect(await hostValue(mock.host, 'history.undo', {})).toEqual({
    label: 'restore of record 42 of users from snapshot Half way',
  });
  expect(await nameOf()).toBe('Later');
});

test('in memory, snapshots of the file are there, and new ones are never written', async () => {
  await using started = await startWithSnapshot();
  const path = `${started.mock.host.file}.snapshots`;
  const before = await readFile(path, 'utf8');
  const created = await createHost({
    workspace: started.mock.host.file,
    storage: 'memory',
    fixturesOnly: true,
    onFault: fail,
  });
  if (!created.ok) throw new Error(created.problem.detail);
  const host = created.value;
  expect(await hostValue(host, 'snapshots.restore', { name: 'Half way' })).toEqual({ records: 2 });
  await hostValue(host, 'snapshots.save', { name: 'Mine' });
  await hostValue(host, 'workspace.reload', {});
  expect((await hostValue(host, 'snapshots.list', {})).snapshots).toHaveLength(2);
  await host.close();
  expect(await readFile(path, 'utf8')).toBe(before);
});

function fail(fault: unknown): never {
  throw fault;
}
