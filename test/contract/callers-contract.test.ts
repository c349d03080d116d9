import { expect, test } from 'vitest';
import { connected, transports } from './connected.ts';

const one = { console: 'window-1' };
const other = { console: 'window-2' };

test.each(transports)('%s: a call that is repeated with its key has one effect', async (_name, connect) => {
  await using console = await connected(connect);
  const add = (key: string) =>
    console.call('records.put', { collection: 'products', record: { name: 'Chair' } }, { ...one, key });
  const [first, second] = await Promise.all([add('k1'), add('k1')]);
  expect(first).toMatchObject({ ok: true });
  expect(second).toEqual(first);
  expect(await add('k1')).toEqual(first);
  expect(await add('k2')).not.toEqual(first);
  expect((await console.value('workspace.get', {})).collections[1]?.count).toBe(3);
  const reused = await console.call('records.put', { collection: 'products', record: { name: 'Desk' } }, { key: 'k1' });
  expect(reused).toMatchObject({ ok: false, problem: { type: '/problems/key-reused', status: 422 } });
});

test.each(transports)('%s: an undo that is repeated with its key takes back one edit', async (_name, connect) => {
  await using console = await connected(connect);
  for (const status of ['inactive', 'active']) await console.call('users.setStatus', { userId: '42', status }, one);
  const undo = (key: string) => console.call('history.undo', {}, { ...one, key });
  const first = await undo('k1');
  expect(first).toEqual({ ok: true, value: { label: 'change of record 42 of users to active' } });
  expect(await undo('k1')).toEqual(first);
  expect(await undo('k2')).toEqual({ ok: true, value: { label: 'change of record 42 of users to inactive' } });
});

test.each(transports)('%s: a console undoes the edit of another only by its id', async (_name, connect) => {
  await using console = await connected(connect);
  const undo = (input: object, caller?: object) => console.call('history.undo', input, caller);
  await console.call('users.setStatus', { userId: '42', status: 'inactive' }, one);
  const [entry] = (await console.value('history.list', {})).entries;
  expect(entry).toMatchObject({ label: 'change of record 42 of users to inactive', by: 'window-1' });
  const edit = { id: entry?.id, label: 'change of record 42 of users to inactive', by: 'window-1' };
  expect(await undo({}, other)).toMatchObject({
    ok: false,
    problem: { type: '/problems/edit-conflict', edits: [edit] },
  });
  expect(await undo({ edit: 99 }, one)).toMatchObject({ ok: false, problem: { edits: [edit] } });
  expect(await console.call('history.goTo', { id: null }, other)).toMatchObject({
    ok: false,
    problem: { edits: [edit] },
  });
  expect(await undo({ edit: entry?.id }, other)).toEqual({
    ok: true,
    value: { label: 'change of record 42 of users to inactive' },
  });
  expect(await console.call('history.redo', {}, other)).toMatchObject({ ok: false });
  expect(await console.call('history.goTo', { id: entry?.id, others: true }, other)).toMatchObject({ ok: true });
  expect(await undo({})).toMatchObject({ ok: true });
});

test.each(transports)('%s: a malformed caller is refused', async (_name, connect) => {
  await using console = await connected(connect);
  const reply = await console.call('workspace.get', {}, { key: 'with a space' });
  expect(reply).toMatchObject({ ok: false, problem: { type: '/problems/bad-request' } });
});
