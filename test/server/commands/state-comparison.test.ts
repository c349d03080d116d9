import { expect, test } from 'vitest';
import { startMock } from '../../support/running-mock.ts';
import { hostValue, smallWorkspace } from '../../support/temporary-host.ts';

const inOne = [['X-Mock-Session', 'one']] as const;

/** A mock whose user 42 was renamed to Second, after a snapshot under the name First, and in session "one" to Own. */
async function startRenamed() {
  const mock = await startMock(smallWorkspace);
  const rename = (name: string, headers: readonly (readonly [string, string])[] = []) =>
    mock.send({ method: 'PATCH', target: '/api/users/42', headers, body: JSON.stringify({ name }) });
  await rename('First');
  await hostValue(mock.host, 'snapshots.save', { name: 'First' });
  await rename('Second');
  await rename('Own', inOne);
  return mock;
}

test('state.compare lists how a live state differs from the fixtures or a snapshot, with both versions', async () => {
  await using mock = await startRenamed();
  await mock.send({ method: 'DELETE', target: '/api/products/1' });

  const renamed = { collection: 'users', id: '42', kind: 'changed', live: 3, fixture: 1 };
  const removed = { collection: 'products', id: '1', kind: 'removed', live: null, fixture: 1 };
  const name = (before: string, after: string) => [{ op: 'replace', path: '/name', before, after }];
  expect(await hostValue(mock.host, 'state.compare', {})).toMatchObject({
    counts: [
      { collection: 'users', added: 0, removed: 0, changed: 1 },
      { collection: 'products', added: 0, removed: 1, changed: 0 },
    ],
    total: 2,
    records: [{ ...renamed, members: name('Ada', 'Second') }, removed],
    next: null,
  });
  expect(await hostValue(mock.host, 'state.compare', { kinds: ['changed', 'removed'], limit: 1 })).toMatchObject({
    total: 2,
    records: [{ id: '42' }],
    next: 1,
  });
  expect(await hostValue(mock.host, 'state.compare', { snapshot: 'First' })).toMatchObject({
    total: 2,
    records: [{ ...renamed, members: name('First', 'Second') }, removed],
  });
  expect(await hostValue(mock.host, 'state.compare', { session: 'one' })).toMatchObject({
    records: [{ id: '42', members: name('Ada', 'Own') }],
  });
  expect(await hostValue(mock.host, 'state.compare', { session: 'one', snapshot: 'First' })).toMatchObject({
    total: 1,
    records: [{ id: '42', members: name('First', 'Own') }],
  });
  for (const [input, code] of [
    [{ session: 'none' }, 'unknown-session'],
    [{ snapshot: 'none' }, 'unknown-snapshot'],
    [{ collection: 'none' }, 'unknown-collection'],
    [{ kinds: [] }, 'bad-request'],
  ] as const) {
    expect(await mock.host.call('state.compare', input)).toMatchObject({ problem: { type: `/problems/${code}` } });
  }
});

test('a changed record names the request or the edit that changed it last, and one of a session neither', async () => {
  await using mock = await startRenamed();
  await mock.send({ target: '/users/42' });
  const cause = async (input: { readonly session?: string } = {}) =>
    (await hostValue(mock.host, 'state.compare', input)).records.map((record) => record.cause);
  expect(await cause()).toMatchObject([{ request: 2, label: null, changes: 1 }]);
  expect(await cause({ session: 'one' })).toEqual([null]);
  await hostValue(mock.host, 'snapshots.restore', { name: 'First' });
  expect(await cause()).toMatchObject([{ request: null, label: 'restore of snapshot First' }]);
});
