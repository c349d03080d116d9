import { expect, test } from 'vitest';
import type { ConsoleEvent } from '../../../server/contract/event.ts';
import { startMock } from '../../support/running-mock.ts';
import { hostValue, smallWorkspace, temporaryHost } from '../../support/temporary-host.ts';

const inSession = [['X-Mock-Session', 'one']] as const;
const patch = { method: 'PATCH', target: '/api/users/42', headers: inSession, body: '{"name":"In session"}' };

test('sessions.list gives scenario and changes; sessions.drop removes a session', async () => {
  await using mock = await startMock(smallWorkspace);
  const list = async () => (await hostValue(mock.host, 'sessions.list', {})).sessions;
  expect(await list()).toEqual([]);
  await mock.send(patch);
  await hostValue(mock.host, 'scenario.activate', { name: 'Nobody is active', session: 'two' });
  expect(await list()).toMatchObject([
    { name: 'two', scenario: 'Nobody is active', changed: 0 },
    { name: 'one', scenario: 'Default', changed: 1 },
  ]);
  expect(await hostValue(mock.host, 'sessions.reset', { name: 'one' })).toEqual({ records: 1 });
  expect(await list()).toMatchObject([{ name: 'one', changed: 0 }, { name: 'two' }]);
  await hostValue(mock.host, 'sessions.drop', { name: 'two' });
  expect(await list()).toMatchObject([{ name: 'one' }]);
  expect((await hostValue(mock.host, 'workspace.get', {})).scenario).toBe('Default');
});

test('the feed reports sessions', async () => {
  await using temporary = await temporaryHost();
  const events: ConsoleEvent[] = [];
  temporary.host.subscribe((batch) => events.push(...batch));
  await hostValue(temporary.host, 'sessions.reset', { name: 'one' });
  await hostValue(temporary.host, 'sessions.drop', { name: 'one' });
  expect(
    events.map((event) => (event.type === 'state' ? event.state.sessions?.map(({ name }) => name) : null)),
  ).toEqual([['one'], []]);
});

test('the feed reports the changes of a session when an undone import removes their collection', async () => {
  await using mock = await startMock(smallWorkspace);
  const { id } = await hostValue(mock.host, 'import.preview', { text: '[{"id":1}]', fileName: 'pets.json' });
  await hostValue(mock.host, 'import.apply', { id, collections: ['pets'] });
  await mock.send({ ...patch, target: '/api/pets/1' });
  const changes: unknown[] = [];
  mock.host.subscribe((events) => {
    for (const event of events)
      if (event.type === 'state' && event.state.sessions) changes.push(event.state.sessions[0]?.changed);
  });
  await hostValue(mock.host, 'history.undo', {});
  expect(changes.at(-1)).toBe(0);
  await hostValue(mock.host, 'history.redo', {});
  expect(changes.at(-1)).toBe(1);
});

test.each([
  ['sessions.drop', { name: 'none' }, 'unknown-session'],
  ['state.reset', { session: 'none' }, 'unknown-session'],
  ['state.diff', { session: 'none' }, 'unknown-session'],
  ['snapshots.save', { name: 'a', session: 'none' }, 'unknown-session'],
  ['snapshots.restore', { name: 'none' }, 'unknown-snapshot'],
  ['snapshots.remove', { name: 'none' }, 'unknown-snapshot'],
  ['scenario.activate', { name: 'none', session: 'one' }, 'unknown-scenario'],
  ['sessions.reset', { name: 'a\nb' }, 'bad-request'],
])('%s of what is not there is refused', async (name, input, code) => {
  await using temporary = await temporaryHost();
  expect(await temporary.host.call(name, input)).toMatchObject({ ok: false, problem: { type: `/problems/${code}` } });
});

test('state.reset and state.diff reach a session, its collection or its record', async () => {
  await using mock = await startMock(smallWorkspace);
  await mock.send(patch);
  await mock.send({ ...patch, target: '/api/products/1' });
  const differs = async (more: { readonly collection?: string; readonly id?: string }) => {
    const { records } = await hostValue(mock.host, 'state.diff', { session: 'one', ...more });
    return records.map(({ collection, id }) => `${collection} ${id}`);
  };
  expect(await differs({})).toEqual(['users 42', 'products 1']);
  expect(await differs({ collection: 'users' })).toEqual(['users 42']);
  expect(await differs({ collection: 'users', id: '7' })).toEqual([]);
  expect(await hostValue(mock.host, 'state.diff', {})).toEqual({ records: [], total: 0 });
  expect(await hostValue(mock.host, 'state.reset', { session: 'one', collection: 'users', id: '42' })).toEqual({
    records: 1,
  });
  expect(await differs({})).toEqual(['products 1']);
  expect((await hostValue(mock.host, 'workspace.get', {})).history).toEqual({ undo: null, redo: null });
});

test('state.diff gives both levels of a record and the pointers that differ', async () => {
  await using mock = await startMock(smallWorkspace);
  await mock.send({ method: 'PATCH', target: '/api/users/42', body: '{"name":"Changed","a/b":{"c":1}}' });
  await mock.send({ method: 'DELETE', target: '/api/users/7' });
  const { records, total } = await hostValue(mock.host, 'state.diff', {});
  expect(total).toBe(2);
  expect(records).toEqual([
    {
      collection: 'users',
      id: '42',
      fixture: { userId: '42', name: 'Ada', status: 'active' },
      live: { userId: '42', name: 'Changed', status: 'active', 'a/b': { c: 1 } },
      version: 2,
      differs: ['/name', '/a~1b'],
    },
    {
      collection: 'users',
      id: '7',
      fixture: { userId: '7', name: 'Grace', status: 'inactive' },
      live: null,
      version: null,
      differs: [''],
    },
  ]);
  expect((await hostValue(mock.host, 'state.diff', { limit: 1 })).records).toHaveLength(1);
});
