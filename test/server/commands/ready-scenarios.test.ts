import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Json } from '../../../server/domain/json/json.ts';
import { usualScenarios } from '../../../server/domain/scenario/ready-scenarios.ts';
import { startMock } from '../../support/running-mock.ts';
import { hostValue, temporaryHost } from '../../support/temporary-host.ts';

const workspace = (collections: Json, settings: Json = {}): Json => ({
  format: 'mock-api-console',
  version: 1,
  name: 'Own data',
  settings,
  collections,
});

const orders = { orders: { records: [{ id: 7, total: 12 }] } };

test('the sample has every ready-made scenario already, each as it is offered', async () => {
  const sample = await readFile(new URL('../../../assets/sample.workspace.json', import.meta.url), 'utf8');
  await using temporary = await temporaryHost(JSON.parse(sample));
  const offered = await hostValue(temporary.host, 'scenarios.ready', {});
  expect(offered.map(({ name }) => name)).toEqual(usualScenarios().map(({ name }) => name));
  expect(new Set(offered.map(({ state, note, unfit }) => `${state} ${note} ${unfit}`))).toEqual(
    new Set(['same null null']),
  );
});

test('several ready-made scenarios are added by one edit, which one undo takes back', async () => {
  await using temporary = await temporaryHost();
  const names = async () => (await hostValue(temporary.host, 'workspace.get', {})).scenarios.map(({ name }) => name);
  const chosen = ['Slow backend', 'No user is found'];
  expect(await hostValue(temporary.host, 'scenarios.addReady', { names: chosen })).toEqual({ names: chosen });
  expect(await names()).toEqual(['Default', 'Nobody is active', ...chosen]);
  const offered = await hostValue(temporary.host, 'scenarios.ready', {});
  expect(offered.filter(({ state }) => state === 'same').map(({ name }) => name)).toEqual([...chosen].reverse());
  expect(await temporary.host.call('scenarios.addReady', { names: chosen })).toMatchObject({
    problem: { type: '/problems/conflict' },
  });
  await hostValue(temporary.host, 'history.undo', {});
  expect(await names()).toEqual(['Default', 'Nobody is active']);
});

test('an edited scenario of the same name is reported, and replaced where it is wanted', async () => {
  await using temporary = await temporaryHost();
  await hostValue(temporary.host, 'scenarios.put', {
    scenario: { name: 'Slow backend', description: 'Mine', rules: [] },
  });
  const stateOf = async () =>
    (await hostValue(temporary.host, 'scenarios.ready', {})).find(({ name }) => name === 'Slow backend')?.state;
  expect(await stateOf()).toBe('replaces');
  await hostValue(temporary.host, 'scenarios.addReady', { names: ['Slow backend'] });
  expect(await stateOf()).toBe('same');
});

test('a scenario that somebody else has made under the name of an offered one since is not replaced', async () => {
  await using temporary = await temporaryHost();
  const { host } = temporary;
  const theirs = { name: 'Slow backend', description: 'Theirs', rules: [] };
  const offer = async () => {
    const offered = await hostValue(host, 'scenarios.ready', {});
    return offered.find(({ name }) => name === 'Slow backend')?.base ?? null;
  };
  const add = (base: typeof theirs | null) =>
    host.call('scenarios.addReady', {
      names: ['No user is found', 'Slow backend'],
      bases: { 'No user is found': null, 'Slow backend': base },
    });
  expect(await offer()).toBeNull();
  await hostValue(host, 'scenarios.put', { scenario: theirs });
  expect(await add(null)).toMatchObject({
    problem: { type: '/problems/edit-conflict', detail: expect.stringContaining('"Slow backend" already'), theirs },
  });
  expect(await offer()).toEqual(theirs);
  await hostValue(host, 'scenarios.put', { scenario: { ...theirs, seed: 7 } });
  expect(await add(theirs)).toMatchObject({ problem: { type: '/problems/edit-conflict' } });
  expect(await add({ ...theirs, ...{ seed: 7 } })).toMatchObject({ ok: true });
});

test('scenarios that name user 42 are about another user where that one is missing', async () => {
  const users = { key: 'userId', records: [{ userId: 'u-9', name: 'Grace', status: 'active' }] };
  await using temporary = await temporaryHost(workspace({ users }));
  const offered = await hostValue(temporary.host, 'scenarios.ready', {});
  expect(offered[1]).toMatchObject({
    name: 'User u-9 not found',
    note: 'About user u-9, because there is no user 42.',
    unfit: null,
  });
  expect(offered[1]?.description).not.toContain('42');
});

test.each(['User 42 not found', 'No user is found'])('"%s" responds in the words of the service', async (name) => {
  const users = { key: 'userId', records: [{ userId: '42', name: 'Ada', status: 'active' }] };
  await using mock = await startMock(workspace({ users }));
  const bodyOf = async (id: string) => (await mock.send({ target: `/users/${id}` })).json();
  const unknown = { message: 'User 1 was not found.', status: 'inactive' };
  expect(await bodyOf('1')).toEqual(unknown);
  await hostValue(mock.host, 'scenarios.addReady', { names: [name] });
  await hostValue(mock.host, 'scenario.activate', { name });
  expect(await bodyOf('42')).toEqual({ ...unknown, message: 'User 42 was not found.' });
  expect((await mock.send({ target: '/api/users/42' })).status).toBe(404);
});

test('without users, scenarios of the service are about the first collection and those of users are unfit', async () => {
  await using mock = await startMock(workspace(orders));
  const offered = await hostValue(mock.host, 'scenarios.ready', {});
  expect(offered.filter(({ unfit }) => unfit !== null).map(({ name, unfit }) => [name, unfit])).toEqual(
    ['User 42 found', 'User 42 not found', 'No user is found'].map((name) => [
      name,
      'The workspace has no collection "users".',
    ]),
  );
  expect(offered.find(({ name }) => name === 'Service unavailable')).toMatchObject({
    description: expect.stringContaining('The service of orders responds with 503'),
    note: 'About orders, because the workspace has no collection "users".',
  });
  expect(await mock.host.call('scenarios.addReady', { names: ['No user is found'] })).toMatchObject({
    problem: { detail: '"No user is found" cannot be added. The workspace has no collection "users".' },
  });
  await hostValue(mock.host, 'scenarios.addReady', { names: ['Service unavailable'] });
  await hostValue(mock.host, 'scenario.activate', { name: 'Service unavailable' });
  expect((await mock.send({ target: '/api/orders/7' })).status).toBe(503);
  expect((await mock.send({ target: '/api/orders' })).status).toBe(503);
});

test('where collections have paths of their own, writes and lists there fail as well', async () => {
  const paths = ['/v2/orders', '/v2/orders/{id}'];
  await using mock = await startMock(workspace({ orders: { ...orders.orders, paths } }));
  await hostValue(mock.host, 'scenarios.addReady', { names: ['Writes fail', 'Service unavailable'] });
  await hostValue(mock.host, 'scenario.activate', { name: 'Writes fail' });
  expect((await mock.send({ method: 'DELETE', target: '/v2/orders/7' })).status).toBe(500);
  expect((await mock.send({ target: '/v2/orders/7' })).status).toBe(200);
  await hostValue(mock.host, 'scenario.activate', { name: 'Service unavailable' });
  expect((await mock.send({ target: '/v2/orders/7' })).status).toBe(503);
});

test('a file without collections can have the scenarios that concern every request', async () => {
  await using temporary = await temporaryHost(workspace({}));
  const offered = await hostValue(temporary.host, 'scenarios.ready', {});
  expect(offered.filter(({ unfit }) => unfit === null).map(({ name }) => name)).toContain('Connection reset');
  expect(offered.find(({ name }) => name === 'Writes fail')?.unfit).toBe('The workspace has no collection.');
});

test.each<[string, Json, string]>([
  ['at paths of their own', ['/users', '/users/{id}'], '/users'],
  ['below /api', [], '/api/users'],
])(
  'without the user service, users %s can be unknown, but are not refused for their status',
  async (_, paths, list) => {
    const records: Json = [{ id: 7, status: 'inactive' }, { id: 8 }];
    await using mock = await startMock(workspace({ ...orders, users: { records, paths } }, { userService: false }));
    const offered = await hostValue(mock.host, 'scenarios.ready', {});
    expect(offered.filter(({ unfit }) => unfit !== null)).toMatchObject([
      { name: 'User 7 found', unfit: expect.stringContaining(`GET ${list}/7 reads the record whatever its status`) },
    ]);
    expect(offered.find(({ name }) => name === 'Service unavailable')?.note).toBeNull();
    const statuses = () => Promise.all([7, 8].map(async (id) => (await mock.send({ target: `${list}/${id}` })).status));
    expect(await statuses()).toEqual([200, 200]);
    await hostValue(mock.host, 'scenarios.addReady', { names: ['User 7 not found', 'No user is found'] });
    await hostValue(mock.host, 'scenario.activate', { name: 'User 7 not found' });
    expect(await statuses()).toEqual([404, 200]);
    await hostValue(mock.host, 'scenario.activate', { name: 'No user is found' });
    expect(await statuses()).toEqual([404, 404]);
  },
);

test('an empty collection of users has nobody to be found', async () => {
  await using temporary = await temporaryHost(workspace({ users: { key: 'userId', records: [] } }));
  const [first] = await hostValue(temporary.host, 'scenarios.ready', {});
  expect(first?.unfit).toBe('The collection users has no record.');
});

test('an unknown name is refused with the known ones', async () => {
  await using temporary = await temporaryHost();
  expect(await temporary.host.call('scenarios.addReady', { names: ['Nothing'] })).toMatchObject({
    problem: { type: '/problems/unknown-scenario', expected: expect.arrayContaining(['Slow backend']) },
  });
});
