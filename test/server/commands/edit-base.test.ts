import { expect, test } from 'vitest';
import { defaultSettings } from '../../../server/domain/model/settings.ts';
import { hostValue, temporaryHost } from '../../support/temporary-host.ts';

const ada = { userId: '42', name: 'Ada', status: 'active' };
const conflict = (theirs: unknown) => ({
  ok: false,
  problem: { type: '/problems/edit-conflict', status: 409, theirs },
});

test('records.put refuses an edit that began from an older record, and names the present one', async () => {
  await using temporary = await temporaryHost();
  const put = (record: object, base?: object | null) =>
    temporary.host.call('records.put', { collection: 'users', record, ...(base !== undefined && { base }) });
  const grace = { ...ada, name: 'Grace' };
  expect(await put(grace, ada)).toMatchObject({ ok: true, value: { live: grace } });
  expect(await put({ ...ada, status: 'inactive' }, ada)).toMatchObject(conflict(grace));
  expect(await put(grace, ada)).toMatchObject({ ok: true });
  expect(await put(ada)).toMatchObject({ ok: true });
});

test('records.put with the base null creates a record and replaces none', async () => {
  await using temporary = await temporaryHost();
  const put = (record: object, base: object | null) =>
    temporary.host.call('records.put', { collection: 'users', record, base });
  expect(await put({ ...ada, name: 'Other' }, null)).toMatchObject(conflict(ada));
  expect(await put({ ...ada, userId: '43' }, null)).toMatchObject({ ok: true, value: { id: '43' } });
  await hostValue(temporary.host, 'records.remove', { collection: 'users', id: '42' });
  expect(await put({ ...ada, name: 'Other' }, ada)).toMatchObject(conflict(null));
});

test('records.patch compares only the members that it names', async () => {
  await using temporary = await temporaryHost();
  const patch = (change: object, base: object) =>
    temporary.host.call('records.patch', { collection: 'users', id: '42', patch: change, base });
  await hostValue(temporary.host, 'records.patch', { collection: 'users', id: '42', patch: { name: 'Grace' } });
  expect(await patch({ status: 'inactive' }, { status: 'active' })).toMatchObject({ ok: true });
  expect(await patch({ name: 'Augusta' }, { name: 'Ada' })).toMatchObject(
    conflict({ userId: '42', name: 'Grace', status: 'inactive' }),
  );
  expect(await patch({ name: 'Grace' }, { name: 'Ada' })).toMatchObject({ ok: true });
  expect(await patch({ plan: { kind: 'pro' } }, {})).toMatchObject({ ok: true });
  expect(await patch({ plan: { kind: 'free' } }, {})).toMatchObject({ ok: false });
  expect(await patch({ plan: { seats: 1 } }, { plan: { kind: 'free' } })).toMatchObject({ ok: true });
});

test('a write of a client counts as a change of the record', async () => {
  await using temporary = await temporaryHost();
  await hostValue(temporary.host, 'server.start', {});
  const body = JSON.stringify({ status: 'inactive' });
  const headers: [string, string][] = [['Content-Type', 'application/merge-patch+json']];
  const sent = await hostValue(temporary.host, 'requests.send', {
    method: 'PATCH',
    target: '/api/users/42',
    headers,
    body,
  });
  expect(sent.response?.status).toBe(200);
  const record = { ...ada, name: 'Grace' };
  const reply = await temporary.host.call('records.put', { collection: 'users', record, base: ada });
  expect(reply).toMatchObject(conflict({ ...ada, status: 'inactive' }));
});

test('users.setStatus refuses a base that is neither the present status nor followed by the wanted one', async () => {
  await using temporary = await temporaryHost();
  const set = (status: string, base: string) => temporary.host.call('users.setStatus', { userId: '42', status, base });
  expect(await set('inactive', 'active')).toMatchObject({ ok: true });
  expect(await set('inactive', 'active')).toMatchObject({ ok: true });
  expect(await set('active', 'pending')).toMatchObject(conflict({ ...ada, status: 'inactive' }));
});

test('scenarios.put refuses an edit that began from an older scenario', async () => {
  await using temporary = await temporaryHost();
  const put = (scenario: object, base: object | null) =>
    temporary.host.call('scenarios.put', { scenario, base: base && { ...base } });
  const begun = { name: 'Slow', description: '', rules: [] };
  const described = { ...begun, description: 'Every response is late.' };
  expect(await put(begun, null)).toMatchObject({ ok: true });
  expect(await put({ ...begun, seed: 4 }, null)).toMatchObject(conflict(begun));
  expect(await put(described, begun)).toMatchObject({ ok: true });
  expect(await put({ ...begun, seed: 4 }, begun)).toMatchObject(conflict(described));
  expect(await put({ ...described, seed: 4 }, described)).toMatchObject({ ok: true });
});

test('expectations.add refuses an edit that began from an older expectation', async () => {
  await using temporary = await temporaryHost();
  const begun = { name: 'reads', path: '/a', count: { atLeast: 1 } };
  const edit = (expectation: object, base: object) =>
    temporary.host.call('expectations.add', { expectation, replaces: { name: 'reads' }, base });
  await hostValue(temporary.host, 'expectations.add', { expectation: { name: 'reads', path: '/a' } });
  const theirs = { ...begun, path: '/b' };
  expect(await edit({ path: '/b' }, begun)).toMatchObject({ ok: true });
  expect(await edit({ path: '/c' }, begun)).toMatchObject(conflict(theirs));
  expect(await edit({ path: '/b' }, begun)).toMatchObject({ ok: true });
  expect((await hostValue(temporary.host, 'expectations.list', {})).results).toMatchObject([{ expectation: theirs }]);
  await hostValue(temporary.host, 'expectations.clear', {});
  expect(await edit({ path: '/c' }, theirs)).toMatchObject(conflict(null));
  await hostValue(temporary.host, 'expectations.add', { expectation: { ...theirs, session: 'one' } });
  expect(await edit({ path: '/c' }, theirs)).toMatchObject(conflict(null));
});

test('settings.set, workspace.rename and saved.put refuse an edit of a value that has changed', async () => {
  await using temporary = await temporaryHost();
  const { host } = temporary;
  const size = (pageSize: number, base: number) =>
    host.call('settings.set', { settings: { pageSize }, base: { pageSize: base } });
  expect(await size(10, 20)).toMatchObject({ ok: true });
  expect(await size(30, 20)).toMatchObject(conflict({ pageSize: 10 }));
  expect(
    await host.call('settings.set', {
      settings: { maxPageSize: 500 },
      base: { maxPageSize: defaultSettings.maxPageSize },
    }),
  ).toMatchObject({ ok: true });

  const rename = (name: string, base: string) => host.call('workspace.rename', { name, base });
  expect(await rename('Shop', 'Test workspace')).toMatchObject({ ok: true });
  expect(await rename('Store', 'Test workspace')).toMatchObject(conflict('Shop'));

  const request = { name: 'Read', note: '', method: 'GET', target: '/users', headers: [], body: null };
  const save = (note: string, base: object | null) => host.call('saved.put', { request: { ...request, note }, base });
  expect(await save('', null)).toMatchObject({ ok: true });
  expect(await save('mine', null)).toMatchObject(conflict(request));
  expect(await save('mine', request)).toMatchObject({ ok: true });
});
