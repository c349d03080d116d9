import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startMock } from '../../support/running-mock.ts';
import { hostValue, smallWorkspace, temporaryHost } from '../../support/temporary-host.ts';

const users = { collection: 'users' } as const;
const nina = { userId: '1', name: 'Nina', status: 'active' } as const;

test('an edit in the live state leaves the fixture, and can be reset, kept and undone', async () => {
  await using temporary = await temporaryHost();
  const { host, file } = temporary;
  const put = await hostValue(host, 'records.put', { ...users, record: nina, in: 'live' });
  expect(put).toMatchObject({ id: '1', live: nina, fixture: null });
  const patched = await hostValue(host, 'records.patch', {
    ...users,
    id: '42',
    patch: { name: 'Augusta' },
    in: 'live',
  });
  expect(patched).toMatchObject({ live: { name: 'Augusta' }, fixture: { name: 'Ada' } });
  await hostValue(host, 'records.remove', { ...users, id: '7', in: 'live' });
  expect(await hostValue(host, 'state.diff', {})).toMatchObject({ total: 3 });
  expect(await hostValue(host, 'history.undo', {})).toEqual({ label: 'live change of record 7 of users' });
  expect(await hostValue(host, 'records.get', { ...users, id: '7' })).toMatchObject({ live: { name: 'Grace' } });
  await hostValue(host, 'state.reset', { ...users, id: '1' });
  expect(await hostValue(host, 'state.keep', {})).toEqual({ records: 1 });
  await host.save();
  expect(await readFile(file, 'utf8')).toMatch(/Grace(?!.*Nina).*Augusta/s);
});

test('a record prepared in a session is seen by its clients alone', async () => {
  await using mock = await startMock(smallWorkspace);
  const { host, send } = mock;
  const session = 'one';
  await hostValue(host, 'records.put', { ...users, record: nina, in: 'live', session });
  await hostValue(host, 'records.patch', { ...users, id: '42', patch: { status: 'inactive' }, session });
  await hostValue(host, 'records.remove', { ...users, id: '7', session });
  const headers = [['X-Mock-Session', session]] as const;
  const statuses = async (lines: typeof headers | []) => {
    const targets = ['/users/1', '/users/42', '/api/users/7', '/api/users/42'];
    return Promise.all(targets.map(async (target) => (await send({ target, headers: lines })).status));
  };
  expect(await statuses(headers)).toEqual([200, 404, 404, 200]);
  expect(await statuses([])).toEqual([404, 200, 200, 200]);
  expect(await hostValue(host, 'state.diff', {})).toMatchObject({ total: 0 });
  expect(await hostValue(host, 'state.diff', { session })).toMatchObject({ total: 3 });
  expect(await hostValue(host, 'records.get', { ...users, id: '42', session })).toMatchObject({
    live: { status: 'inactive' },
    fixture: { status: 'active' },
  });
  const tags = [await send({ target: '/api/users/42', headers }), await send({ target: '/api/users/42' })];
  expect(tags[0]?.header('etag')).not.toBe(tags[1]?.header('etag'));
  await hostValue(host, 'sessions.reset', { name: session });
  expect(await statuses(headers)).toEqual([404, 200, 200, 200]);
});

test('records.prepare changes records of several collections, each after those before it', async () => {
  await using temporary = await temporaryHost();
  const changes = [
    { ...users, record: nina },
    { ...users, id: '1', patch: { status: 'inactive' } },
    { ...users, record: { name: 'First', status: 'active' } },
    { ...users, record: { name: 'Second', status: 'active' } },
    { collection: 'products', id: '1', remove: true },
  ] as const;
  const { records } = await hostValue(temporary.host, 'records.prepare', { changes: [...changes] });
  expect(records).toMatchObject([
    { id: '1', live: { name: 'Nina', status: 'inactive' } },
    { id: '1' },
    { id: '43', live: { userId: '43', name: 'First' } },
    { id: '44', live: { userId: '44', name: 'Second' } },
    { id: '1', live: null, fixture: { name: 'Lamp' } },
  ]);
  expect(await hostValue(temporary.host, 'history.undo', {})).toEqual({ label: 'live change of 5 records' });
  expect(await hostValue(temporary.host, 'state.diff', {})).toMatchObject({ total: 0 });
});

test.each([
  [{ ...users, record: { userId: '2', name: 'Nobody' } }, 'invalid-record'],
  [{ ...users, id: '99', patch: {} }, 'unknown-record'],
  [{ ...users, id: '42', patch: { userId: '43' } }, 'invalid-record'],
  [{ collection: 'none', id: '1', remove: true }, 'unknown-collection'],
] as const)('one change that is refused, %j, keeps all others from happening', async (wrong, code) => {
  await using temporary = await temporaryHost();
  for (const place of [{}, { session: 'one' }]) {
    const input = { changes: [{ ...users, record: nina }, wrong], ...place };
    expect(await temporary.host.call('records.prepare', input)).toMatchObject({
      ok: false,
      problem: { type: `/problems/${code}` },
    });
  }
  expect(await hostValue(temporary.host, 'state.diff', {})).toMatchObject({ total: 0 });
  // The session has not even begun.
  expect(await hostValue(temporary.host, 'sessions.list', {})).toEqual({ sessions: [] });
});

test('records.prepare refuses records with more values than are changed in milliseconds, and names the limit', async () => {
  await using temporary = await temporaryHost();
  const wide = Object.fromEntries(Array.from({ length: 9000 }, (_, index) => [`m${index}`, index]));
  const prepare = (count: number) => {
    const changes = Array.from({ length: count }, () => ({ ...users, id: '42', patch: wide }));
    return temporary.host.call('records.prepare', { changes });
  };
  expect(await prepare(3)).toMatchObject({
    ok: false,
    problem: { type: '/problems/records-refused', limit: 25_000, detail: expect.stringContaining('25000') },
  });
  expect(await hostValue(temporary.host, 'state.diff', {})).toMatchObject({ total: 0 });
  expect(await prepare(2)).toMatchObject({ ok: true });
});

test('an edit in the live state compares its base with the live record of its place', async () => {
  await using temporary = await temporaryHost();
  const { host } = temporary;
  const session = 'one';
  await hostValue(host, 'records.put', { ...users, record: nina, session });
  const again = { ...users, record: { ...nina, name: 'Other' }, base: null };
  expect(await host.call('records.put', { ...again, session })).toMatchObject({
    problem: { type: '/problems/edit-conflict', theirs: nina },
  });
  expect(await host.call('records.put', { ...again, in: 'live' })).toMatchObject({ ok: true });
  const stale = { ...users, id: '1', patch: { name: 'Third' }, base: { name: 'Nina' }, in: 'live' };
  expect(await host.call('records.patch', stale)).toMatchObject({ problem: { type: '/problems/edit-conflict' } });
});
