import { expect, test } from 'vitest';
import { clientOf } from '../support/http-client.ts';
import { connected, mockUrl, transports } from './connected.ts';

/** A client of the mock API, which changes the live state alone. */
async function mockClient({ value }: Awaited<ReturnType<typeof connected>>, session?: string) {
  await value('server.start', {});
  const send = clientOf(Number(new URL(await mockUrl(value)).port));
  const headers: [string, string][] = session === undefined ? [] : [['X-Mock-Session', session]];
  return {
    patch: (id: string, name: string) =>
      send({
        method: 'PATCH',
        target: `/api/users/${id}`,
        headers: [...headers, ['Content-Type', 'application/json']],
        body: JSON.stringify({ name }),
      }),
    remove: (target: string) => send({ method: 'DELETE', target, headers }),
  };
}

const conflict = { ok: false, problem: { type: '/problems/edit-conflict' } };

test.each(transports)('%s: compares the live state, and resets or keeps records one by one', async (_name, connect) => {
  await using console = await connected(connect);
  const { patch, remove } = await mockClient(console);
  await patch('42', 'Countess');
  await patch('7', 'Admiral');
  await remove('/api/products/1');
  const first = await console.value('state.compare', { limit: 2 });
  expect(first).toMatchObject({
    counts: [
      { collection: 'users', added: 0, removed: 0, changed: 2 },
      { collection: 'products', added: 0, removed: 1, changed: 0 },
    ],
    total: 3,
    next: 2,
  });
  expect((await console.value('state.compare', { offset: 2, limit: 2 })).records).toMatchObject([
    { collection: 'products', id: '1', kind: 'removed' },
  ]);
  const kinds = ['removed'] as const;
  expect(await console.value('state.compare', { kinds: [...kinds] })).toMatchObject({ total: 1, next: null });
  expect(await console.value('state.diff', { collection: 'users', limit: 1 })).toMatchObject({
    records: [{ differs: ['/name'] }],
    total: 2,
  });

  const listed = (id: string) => {
    const found = first.records.find((one) => one.id === id);
    return [{ collection: 'users', id, live: found?.live ?? null, fixture: found?.fixture ?? null }];
  };
  await patch('42', 'Queen');
  expect(await console.call('state.keep', { records: listed('42') })).toMatchObject(conflict);
  expect(await console.call('state.reset', { records: listed('42') })).toMatchObject(conflict);
  expect(await console.value('state.keep', { records: listed('7') })).toEqual({ records: 1 });
  expect(await console.value('state.reset', { kinds: [...kinds] })).toEqual({ records: 1 });
  expect(await console.value('state.compare', {})).toMatchObject({ total: 1, records: [{ id: '42' }] });
  expect(await console.call('state.keep', { records: listed('7'), collection: 'users' })).toMatchObject({
    ok: false,
    problem: { type: '/problems/bad-request' },
  });
  for (const name of ['state.compare', 'state.diff', 'state.keep', 'state.reset'] as const) {
    expect(await console.call(name, { collection: 'lamps' })).toMatchObject({ ok: false });
    expect(await console.call(name, { session: 'nobody' })).toMatchObject({
      ok: false,
      problem: { type: '/problems/unknown-session' },
    });
  }
  await console.value('history.undo', {});
  await console.value('history.undo', {});
  expect(await console.value('state.compare', {})).toMatchObject({ total: 3 });
});

test.each(transports)('%s: compares, resets and keeps the live state of a session', async (_name, connect) => {
  await using console = await connected(connect);
  const session = 'worker';
  const { patch } = await mockClient(console, session);
  await patch('42', 'Eve');
  await patch('7', 'Eve');
  const { sessions } = await console.value('sessions.list', {});
  expect(sessions).toMatchObject([{ name: session, changed: 2 }]);
  expect(await console.value('state.compare', { session, id: '42' })).toMatchObject({
    total: 1,
    records: [{ kind: 'changed', id: '42' }],
  });
  expect(await console.value('state.compare', {})).toMatchObject({ total: 0 });
  expect(await console.value('state.keep', { session, id: '42' })).toEqual({ records: 1 });
  expect(await console.value('records.get', { collection: 'users', id: '42' })).toMatchObject({
    fixture: { name: 'Eve' },
  });
  expect(await console.value('state.reset', { session })).toEqual({ records: 1 });
  expect(await console.value('sessions.list', {})).toMatchObject({ sessions: [{ name: session, changed: 0 }] });
});

test.each(transports)('%s: saves, compares, renames, restores and removes snapshots', async (_name, connect) => {
  await using console = await connected(connect);
  const { patch } = await mockClient(console);
  const live = async (id: string) => (await console.value('records.get', { collection: 'users', id })).live;
  await patch('42', 'Countess');
  await console.value('snapshots.save', { name: 'Ada' });
  await patch('42', 'Queen');
  await patch('7', 'Admiral');
  await console.value('snapshots.save', { name: 'Both' });
  expect((await console.value('snapshots.list', {})).snapshots.map(({ name }) => name)).toEqual(['Ada', 'Both']);
  const compared = await console.value('state.compare', { snapshot: 'Ada' });
  expect(compared).toMatchObject({ total: 2, records: expect.arrayContaining([expect.objectContaining({ id: '7' })]) });

  expect(await console.call('snapshots.rename', { name: 'Ada', to: 'Both' })).toMatchObject({
    ok: false,
    problem: { type: '/problems/conflict' },
  });
  await console.value('snapshots.rename', { name: 'Ada', to: 'Lovelace' });
  const records = compared.records
    .filter(({ id }) => id === '7')
    .map(({ collection, id, live: version, fixture }) => ({ collection, id, live: version, fixture }));
  expect(await console.value('snapshots.restore', { name: 'Lovelace', records })).toEqual({ records: 1 });
  expect([await live('42'), await live('7')]).toMatchObject([{ name: 'Queen' }, { name: 'Grace' }]);
  expect(await console.call('snapshots.restore', { name: 'Both', records })).toMatchObject(conflict);
  expect(await console.value('snapshots.restore', { name: 'Lovelace' })).toEqual({ records: 1 });
  expect(await live('42')).toMatchObject({ name: 'Countess' });
  expect(await console.value('history.undo', {})).toEqual({ label: 'restore of snapshot Lovelace' });
  await console.value('snapshots.remove', { name: 'Both' });
  expect(await console.value('history.undo', {})).toEqual({ label: 'delete of snapshot Both' });
  expect((await console.value('snapshots.list', {})).snapshots.map(({ name }) => name)).toEqual(['Lovelace', 'Both']);
  for (const name of ['snapshots.restore', 'snapshots.remove'] as const) {
    expect(await console.call(name, { name: 'Ada' })).toMatchObject({ ok: false, problem: { status: 404 } });
  }
  expect(await console.call('snapshots.rename', { name: 'Ada', to: 'A' })).toMatchObject({ ok: false });
  expect(await console.call('state.compare', { snapshot: 'Ada' })).toMatchObject({ ok: false });
});
