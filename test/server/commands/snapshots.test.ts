import { expect, test } from 'vitest';
import { startMock } from '../../support/running-mock.ts';
import { hostValue, smallWorkspace } from '../../support/temporary-host.ts';

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
