import { expect, test } from 'vitest';
import type { CommandInput } from '../../../server/contract/command.ts';
import { startMock } from '../../support/running-mock.ts';
import { hostValue, smallWorkspace } from '../../support/temporary-host.ts';

type Compare = CommandInput<'state.compare'>;
type Settle = CommandInput<'state.reset'>;

/** A mock with one record changed, one removed and one added, for everybody or in a session. */
async function startChanged(session?: string) {
  const mock = await startMock(smallWorkspace);
  const headers = session === undefined ? [] : [['X-Mock-Session', session] as const];
  const inState = session === undefined ? {} : { session };
  const send = (method: string, target: string, body?: string) => mock.send({ method, target, headers, body });
  await send('PATCH', '/api/users/42', '{"name":"Changed"}');
  await send('DELETE', '/api/users/7');
  await send('POST', '/api/products', '{"id":"9","name":"New"}');
  const compare = async (more: Compare = {}) => hostValue(mock.host, 'state.compare', { ...inState, ...more });
  const listed = async (more: Compare = {}) =>
    (await compare(more)).records.map(({ collection, id, live, fixture }) => ({ collection, id, live, fixture }));
  const kinds = async (more: Compare = {}) =>
    Object.fromEntries((await compare(more)).records.map(({ id, kind }) => [id, kind]));
  const call = (name: 'state.reset' | 'state.keep', input: Settle) =>
    mock.host.call(name, { ...inState, ...input }, { console: 'tab' });
  const step = (name: 'history.undo' | 'history.redo') => hostValue(mock.host, name, {});
  const fixtures = async () =>
    JSON.parse((await hostValue(mock.host, 'workspace.export', {})).text).collections.users.records;
  return {
    ...{ mock, send, compare, listed, kinds, call, step, fixtures },
    [Symbol.asyncDispose]: () => mock[Symbol.asyncDispose](),
  };
}

const states = [
  ['the shared live state', undefined],
  ['a session', 'one'],
] as const;

test.each(states)(
  'in %s, listed records are reset or kept, the others stay, and undo takes it back',
  async (_, name) => {
    await using started = await startChanged(name);
    const { call, listed, kinds, step, fixtures, send } = started;
    const all = await listed();
    expect(all.map(({ id }) => id)).toEqual(['42', '7', '9']);
    expect(await call('state.reset', { records: all.slice(0, 1) })).toEqual({ ok: true, value: { records: 1 } });
    expect(await kinds()).toEqual({ '7': 'removed', '9': 'added' });
    expect((await send('GET', '/users/42')).json()).toMatchObject({ name: 'Ada' });
    await step('history.undo');
    expect(await kinds()).toEqual({ '42': 'changed', '7': 'removed', '9': 'added' });
    await step('history.redo');
    expect(await kinds()).toEqual({ '7': 'removed', '9': 'added' });

    expect(await call('state.keep', { records: all.slice(1, 2) })).toMatchObject({ value: { records: 1 } });
    expect(await kinds()).toEqual({ '9': 'added' });
    expect(await fixtures()).toHaveLength(1);
    await step('history.undo');
    expect(await kinds()).toEqual({ '7': 'removed', '9': 'added' });
    expect(await fixtures()).toHaveLength(2);
    await step('history.redo');
    expect(await call('state.keep', {})).toMatchObject({ value: { records: 1 } });
    expect(await kinds()).toEqual({});
  },
);

test.each(states)(
  'in %s, a record that has changed since it was listed is a conflict without effect',
  async (_, name) => {
    await using started = await startChanged(name);
    const { call, listed, kinds, send, mock } = started;
    const all = await listed();
    await send('PATCH', '/api/users/42', '{"name":"Later"}');
    const before = await kinds();
    for (const command of ['state.reset', 'state.keep'] as const) {
      expect(await call(command, { records: all })).toMatchObject({
        problem: { type: '/problems/edit-conflict', records: [{ collection: 'users', id: '42' }] },
      });
    }
    expect(await kinds()).toEqual(before);
    const { history } = await hostValue(mock.host, 'workspace.get', {});
    expect(history).toEqual({ undo: null, redo: null });

    // An edit of the fixture makes the list stale too.
    const fresh = await listed();
    await mock.host.call('records.patch', { collection: 'users', id: '7', patch: { name: 'Edited' } });
    expect(await call('state.keep', { records: fresh })).toMatchObject({
      problem: { records: [{ collection: 'users', id: '7' }] },
    });
  },
);

test('only records of the named kinds are settled, and records exclude a reach', async () => {
  await using started = await startChanged();
  const { call, kinds, listed } = started;
  expect(await call('state.reset', { kinds: ['removed', 'added'] })).toMatchObject({ value: { records: 2 } });
  expect(await kinds()).toEqual({ '42': 'changed' });
  const refused = [{ records: await listed(), id: '42' }, { records: [] }];
  for (const input of refused) {
    expect(await call('state.reset', input)).toMatchObject({ problem: { type: '/problems/bad-request' } });
  }
  const records = [{ collection: 'none', id: '1', live: 1, fixture: 1 }];
  expect(await call('state.reset', { records })).toMatchObject({ problem: { type: '/problems/unknown-collection' } });
  expect(await kinds()).toEqual({ '42': 'changed' });
});

test('a kept change of a session leaves the shared live record that clients have changed', async () => {
  await using started = await startChanged('one');
  const { call, mock, step } = started;
  const nameOf = async () => ((await mock.send({ target: '/api/users/42' })).json() as { name: string }).name;
  await call('state.keep', { collection: 'users', id: '42' });
  expect(await nameOf()).toBe('Changed');
  await step('history.undo');
  expect(await nameOf()).toBe('Ada');
  await mock.send({ method: 'PATCH', target: '/api/users/42', body: '{"name":"Shared"}' });
  await call('state.keep', { collection: 'users', id: '42' });
  expect(await nameOf()).toBe('Shared');
  expect((await hostValue(mock.host, 'state.compare', {})).records).toMatchObject([
    { id: '42', members: [{ path: '/name', before: 'Changed', after: 'Shared' }] },
  ]);
});

test('no step of a session gives out a tag for other content', async () => {
  await using started = await startChanged('one');
  const { call, send, step } = started;
  const seen = new Map<string, string>();
  const look = async () => {
    const { body, header } = await send('GET', '/api/users/42');
    const tag = header('ETag') ?? '';
    expect(seen.get(tag) ?? body.toString()).toBe(body.toString());
    seen.set(tag, body.toString());
  };
  await look();
  for (const command of ['state.keep', 'state.reset'] as const) {
    await send('PATCH', '/api/users/42', `{"name":"${command}"}`);
    await look();
    await call(command, {});
    await look();
    for (const name of ['history.undo', 'history.redo', 'history.undo'] as const) {
      await step(name);
      await look();
    }
  }
  expect(seen.size).toBeGreaterThan(4);
});

test('many records are settled in slices as one edit, which cancel takes back', async () => {
  const records = Array.from({ length: 3000 }, (_, index) => ({ id: String(index), n: 0 }));
  const many = { ...smallWorkspace, collections: { ...smallWorkspace.collections, many: { key: 'id', records } } };
  await using mock = await startMock(many);
  const changes = records.slice(0, 1000).map(({ id }) => ({ collection: 'many', id, patch: { n: 1 } }));
  await hostValue(mock.host, 'records.prepare', { changes });
  const total = async () => (await hostValue(mock.host, 'state.compare', { limit: 1 })).total;
  const keeping = mock.host.call('state.keep', {});
  const resetting = mock.host.call('state.reset', { kinds: ['changed'] });
  await hostValue(mock.host, 'jobs.cancel', { kind: 'edit' });
  expect(await keeping).toMatchObject({ problem: { type: '/problems/job-cancelled' } });
  expect(await resetting).toMatchObject({ value: { records: 1000 } });
  expect(await total()).toBe(0);
  await hostValue(mock.host, 'history.undo', {});
  expect(await total()).toBe(1000);
});

test('a console can undo its reset of a session; resets of test code leave no trace', async () => {
  await using started = await startChanged('one');
  const { kinds, mock, step, send } = started;
  expect(await mock.host.call('sessions.reset', { name: 'one' }, { console: 'tab' })).toMatchObject({
    value: { records: 3 },
  });
  expect(await kinds()).toEqual({});
  expect(await step('history.undo')).toEqual({ label: 'reset of 3 records in session one' });
  expect(await kinds()).toEqual({ '42': 'changed', '7': 'removed', '9': 'added' });
  await step('history.redo');
  await send('PATCH', '/api/users/42', '{"name":"By a client since"}');
  await step('history.undo');
  expect((await send('GET', '/users/42')).json()).toMatchObject({ name: 'By a client since' });
  await hostValue(mock.host, 'sessions.reset', { name: 'one' });
  expect((await hostValue(mock.host, 'workspace.get', {})).history.undo).toBeNull();
});
