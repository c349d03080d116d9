import { expect, test } from 'vitest';
import { connected, transports } from './connected.ts';

test.each(transports)('%s: changes many records in one step', async (_name, connect) => {
  await using console = await connected(connect);
  const of = { query: 'sort=name' };
  const path = ['status'];
  const input = { collection: 'users', of, as: 'all' } as const;
  expect(await console.value('records.change', { ...input, change: { kind: 'set', path, value: 'inactive' } })).toEqual(
    { records: 1, created: 0, same: 1, refused: 0, refusals: [] },
  );
  expect(await console.call('records.change', { ...input, change: { kind: 'unset', path } })).toMatchObject({
    ok: false,
    problem: {
      type: '/problems/records-refused',
      refused: 2,
      errors: [
        { row: 1, id: '42' },
        { row: 2, id: '7' },
      ],
    },
  });
  const cells = [
    { path: ['name'], value: 'Niece' },
    { path, value: 'active' },
  ];
  const rows = [
    { id: '7', cells: [{ path: ['name'], value: 'G.' }] },
    { id: null, cells },
  ];
  expect(await console.value('records.paste', { collection: 'users', rows, as: 'all' })).toMatchObject({ created: 1 });
  expect(await console.value('records.check', { collection: 'users', record: { name: 'x' } })).toMatchObject({
    faults: [{ pointer: '' }],
  });
  const generation = { collection: 'users', count: 3, seed: 1 } as const;
  const { first } = await console.value('records.generate', { ...generation, as: 'preview' });
  expect(first.map(({ userId }) => userId)).toEqual(['44', '45', '46']);
  expect(await console.value('records.generate', { ...generation, as: 'add' })).toEqual({
    records: 3,
    first,
    added: { collection: 'users', first: '44', count: 3, areTogether: true },
  });
  expect(await console.value('history.undo', {})).toEqual({ label: 'generation of 3 records of users' });
  expect(await console.value('history.undo', {})).toEqual({ label: 'paste into 2 records of users' });
  expect(await console.value('history.undo', {})).toEqual({ label: 'change of status in record 42 of users' });
  await console.value('jobs.cancel', { kind: 'edit' });
});

test.each(transports)('%s: refuses records that have changed since the edit began', async (_name, connect) => {
  await using console = await connected(connect);
  const seen = async (id: string) => (await console.value('records.get', { collection: 'users', id })).live ?? {};
  const base = { '7': await seen('7'), '42': await seen('42') };
  await console.value('records.patch', { collection: 'users', id: '42', patch: { name: 'Countess' } });
  const of = { ids: ['7', '42'] };
  const input = { collection: 'users', of, as: 'all', base } as const;
  const change = (path: string, value: string) =>
    console.call('records.change', { ...input, change: { kind: 'set', path: [path], value } });
  const refused = { ok: false, problem: { type: '/problems/records-refused', errors: [{ row: 2, id: '42' }] } };
  expect(await change('name', 'Mine')).toMatchObject(refused);
  expect(await change('status', 'inactive')).toMatchObject({ ok: true });
  const rows = [{ id: '42', cells: [{ path: ['name'], value: 'Mine' }] }];
  const paste = { collection: 'users', rows, as: 'all', base } as const;
  expect(await console.call('records.paste', paste)).toMatchObject({ ok: false });
  expect(await console.call('records.remove', { collection: 'users', id: '42', base: base['42'] })).toMatchObject({
    ok: false,
    problem: { type: '/problems/edit-conflict', theirs: { name: 'Countess' } },
  });
});

test.each(transports)('%s: history.goTo moves to any entry of the history in one step', async (_name, connect) => {
  await using console = await connected(connect);
  await console.value('users.setStatus', { userId: '42', status: 'inactive' });
  await console.value('settings.set', { settings: { pageSize: 5 } });
  await console.value('scenarios.remove', { name: 'Nobody is active' });
  await console.value('history.undo', {});
  const { entries } = await console.value('history.list', {});
  expect(entries).toMatchObject([
    { id: 3, label: 'delete of scenario Nobody is active', records: 0, isDone: false },
    { id: 2, label: 'change of page size', records: 0, isDone: true },
    { id: 1, label: 'change of record 42 of users to inactive', records: 1, isDone: true },
  ]);
  expect(await console.value('history.goTo', { id: null })).toEqual({ steps: 2 });
  expect(await console.value('workspace.get', {})).toMatchObject({
    workspace: { settings: { pageSize: 20 } },
    history: { undo: null, redo: 'change of record 42 of users to inactive' },
  });
  expect(await console.value('history.goTo', { id: 3 })).toEqual({ steps: 3 });
  expect((await console.value('workspace.get', {})).scenarios.map(({ name }) => name)).toEqual(['Default']);
  expect(await console.call('history.goTo', { id: 9 })).toMatchObject({ ok: false, problem: { status: 409 } });
});
