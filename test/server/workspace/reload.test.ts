import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { hostValue, smallWorkspace, temporaryHost } from '../../support/temporary-host.ts';

const users = { collection: 'users', offset: 0, limit: 10 };

test('a reload keeps the active scenario, the log and expectations; the rest comes from the file', async () => {
  await using opened = await temporaryHost(smallWorkspace);
  const { host, file } = opened;
  await hostValue(host, 'server.start', {});
  const before = host.server();
  await hostValue(host, 'scenario.activate', { name: 'Nobody is active' });
  await hostValue(host, 'scenario.activate', { name: 'Default', session: 'one' });
  await hostValue(host, 'expectations.add', { expectation: { method: 'DELETE', path: '/api/users/7' } });
  await hostValue(host, 'requests.send', { method: 'DELETE', target: '/api/users/7', headers: [], body: null });
  const [request] = (await hostValue(host, 'requests.list', {})).entries;
  await hostValue(host, 'requests.mark', { id: request?.id ?? 0, pinned: true });
  await hostValue(host, 'snapshots.save', { name: 'Early' });
  await hostValue(host, 'users.setStatus', { userId: '42', status: 'inactive' });
  expect((await hostValue(host, 'records.page', { ...users, only: 'changed' })).total).toBe(1);

  expect(await host.save()).toMatchObject({ ok: true });
  await writeFile(file, (await readFile(file, 'utf8')).replace('"Ada"', '"Ada L."'));
  await hostValue(host, 'workspace.reload', {});

  const state = await hostValue(host, 'workspace.get', {});
  expect(state).toMatchObject({ scenario: 'Nobody is active', sessions: [], snapshots: [{ name: 'Early' }] });
  expect(state.history).toMatchObject({ undo: null, redo: null });
  expect(host.server()).toEqual(before);
  expect((await hostValue(host, 'requests.list', {})).entries).toMatchObject([{ id: request?.id, pinned: true }]);
  expect((await hostValue(host, 'expectations.list', {})).results).toMatchObject([{ outcome: 'met' }]);
  expect((await hostValue(host, 'records.page', { ...users, only: 'changed' })).total).toBe(0);
  const { rows } = await hostValue(host, 'records.page', users);
  expect(rows.map(({ live }) => live)).toEqual([
    { userId: '7', name: 'Grace', status: 'inactive' },
    { userId: '42', name: 'Ada L.', status: 'inactive' },
  ]);
});

test('a reload activates the first scenario of a file that lacks the active one', async () => {
  await using opened = await temporaryHost(smallWorkspace);
  const { host, file } = opened;
  await hostValue(host, 'scenario.activate', { name: 'Nobody is active' });
  await writeFile(file, JSON.stringify({ ...smallWorkspace, scenarios: [] }));
  await hostValue(host, 'workspace.reload', {});
  expect((await hostValue(host, 'workspace.get', {})).scenario).toBe('Default');
});
