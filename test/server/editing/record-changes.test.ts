import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CommandInput } from '../../../server/contract/command.ts';
import type { Json } from '../../../server/domain/json/json.ts';
import { eventually } from '../../support/eventually.ts';
import { rounds } from '../../support/rounds.ts';
import { hostValue, type TemporaryHost, temporaryHost } from '../../support/temporary-host.ts';

type Change = CommandInput<'records.change'>['change'];

const userSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0 } },
};

/** Users with the ids 1 to n, each a year older than the one before. */
function manyUsers(count: number, schema: Json = userSchema) {
  const records = Array.from({ length: count }, (_, index) => ({
    userId: String(index + 1),
    name: `User ${index + 1}`,
    age: index,
  }));
  return {
    format: 'mock-api-console',
    version: 1,
    name: 'Many',
    collections: { users: { key: 'userId', schema, records } },
  } as const;
}

const change = (
  host: TemporaryHost,
  input: Omit<CommandInput<'records.change'>, 'collection' | 'as'>,
  as: 'all' | 'rest' | 'preview' = 'all',
) => hostValue(host.host, 'records.change', { collection: 'users', as, ...input });

async function rows({ host }: TemporaryHost, query = '') {
  return (await hostValue(host, 'records.page', { collection: 'users', query, offset: 0, limit: 1000 })).rows;
}

const set = (path: string[], value: Json): Change => ({ kind: 'set', path, value });

test('sets a member of many records on both levels, undone as one edit', async () => {
  await using temporary = await temporaryHost(manyUsers(5));
  const before = await rows(temporary);
  expect(await change(temporary, { of: { ids: ['2', '4', '2'] }, change: set(['age'], 40) })).toEqual({
    records: 2,
    created: 0,
    same: 0,
    refused: 0,
    refusals: [],
  });
  expect((await rows(temporary)).map(({ live, fixture }) => [live?.age, fixture?.age])).toEqual([
    [0, 0],
    [40, 40],
    [2, 2],
    [40, 40],
    [4, 4],
  ]);
  expect(await hostValue(temporary.host, 'history.undo', {})).toEqual({ label: 'change of age in 2 records of users' });
  expect((await rows(temporary)).map(({ live }) => live)).toEqual(before.map(({ live }) => live));
});

test('changes all records that match a query and a search', async () => {
  await using temporary = await temporaryHost(manyUsers(30));
  const of = { query: 'age_greater_than=9', search: 'user 2' };
  expect(await change(temporary, { of, change: set(['name'], 'Same') })).toMatchObject({ records: 10 });
  expect(await rows(temporary, 'name=Same')).toHaveLength(10);
  expect(await change(temporary, { of: { query: 'name=Same' }, change: set(['name'], 'Same') })).toMatchObject({
    records: 0,
    same: 10,
  });
});

test('an invalid record refuses the whole change unless it may be skipped', async () => {
  await using temporary = await temporaryHost(manyUsers(3, { ...userSchema, required: ['age'] }));
  const { host } = temporary;
  await hostValue(host, 'records.put', { collection: 'users', record: { userId: '9', name: 'No more', age: 1 } });
  const rest = [
    { id: '1', cells: [{ path: ['age'], value: 50 }] },
    { id: '2', cells: [{ path: ['age'], value: -1 }] },
    { id: '7', cells: [{ path: ['age'], value: 1 }] },
    { id: '3', cells: [{ path: ['userId'], value: '4' }] },
    { id: '9', cells: [{ path: ['age'] }] },
  ];
  const refusals = [
    { row: 2, id: '2', reason: 'age must be at least 0.' },
    { row: 3, id: '7', reason: 'There is no record 7.' },
    { row: 4, id: '3', reason: 'The key userId cannot be changed from "3".' },
    { row: 5, id: '9', reason: 'The record must have the member age.' },
  ];
  const paste = (as: 'preview' | 'all' | 'rest') => host.call('records.paste', { collection: 'users', rows: rest, as });
  expect(await paste('preview')).toMatchObject({ ok: true, value: { records: 1, refused: 4, refusals } });
  expect(await paste('all')).toMatchObject({
    ok: false,
    problem: {
      type: '/problems/records-refused',
      detail: '4 of 5 records cannot be changed like this, so none was. 2: age must be at least 0.',
      refused: 4,
    },
  });
  expect((await rows(temporary))[0]?.live?.age).toBe(0);
  expect(await paste('rest')).toMatchObject({ ok: true, value: { records: 1, refused: 4 } });
  expect((await rows(temporary))[0]?.live?.age).toBe(50);
});

test('pasted rows without an id become new records with their own or free keys', async () => {
  await using temporary = await temporaryHost(manyUsers(2));
  const named = (name: string, userId?: string) => ({
    id: null,
    cells: [
      ...(userId === undefined ? [] : [{ path: ['userId'], value: userId }]),
      { path: ['name'], value: name },
      { path: ['address', 'city'], value: 'Rome' },
    ],
  });
  const pasted = [named('A'), named('B'), named('C', '1'), named('D', '20'), named('E', '20')];
  const outcome = await hostValue(temporary.host, 'records.paste', { collection: 'users', rows: pasted, as: 'rest' });
  expect(outcome).toMatchObject({
    records: 3,
    created: 3,
    refusals: [
      { row: 3, id: '1', reason: 'The key 1 is taken already.' },
      { row: 5, id: '20', reason: 'The key 20 appears twice.' },
    ],
  });
  expect((await rows(temporary)).slice(2).map(({ fixture }) => fixture)).toEqual([
    { userId: '3', name: 'A', address: { city: 'Rome' } },
    { userId: '4', name: 'B', address: { city: 'Rome' } },
    { userId: '20', name: 'D', address: { city: 'Rome' } },
  ]);
  await hostValue(temporary.host, 'history.undo', {});
  expect(await rows(temporary)).toHaveLength(2);
});

test('deletes, duplicates, resets and promotes many records, each as one edit', async () => {
  await using temporary = await temporaryHost(manyUsers(4));
  const { host } = temporary;
  expect(await change(temporary, { of: { ids: ['1', '3'] }, change: { kind: 'duplicate' } })).toMatchObject({
    created: 2,
  });
  expect((await rows(temporary)).slice(4).map(({ live }) => live)).toEqual([
    { userId: '5', name: 'User 1', age: 0 },
    { userId: '6', name: 'User 3', age: 2 },
  ]);
  expect(await change(temporary, { of: {}, change: { kind: 'delete' } })).toMatchObject({ records: 6 });
  expect(await rows(temporary)).toEqual([]);
  await hostValue(host, 'history.undo', {});
  expect(await rows(temporary)).toHaveLength(6);

  await hostValue(host, 'server.start', {});
  const { server } = await hostValue(host, 'workspace.get', {});
  const url = server.state === 'listening' ? server.url : '';
  for (const id of ['1', '2']) {
    const body = JSON.stringify({ name: 'Client' });
    await fetch(`${url}/api/users/${id}`, { method: 'PATCH', headers: { 'content-type': 'application/json' }, body });
  }
  const names = async () => (await rows(temporary)).slice(0, 2).map(({ live, fixture }) => [live?.name, fixture?.name]);
  expect(await change(temporary, { of: { only: 'changed' }, change: { kind: 'keep' } })).toMatchObject({ records: 2 });
  expect(await names()).toEqual([
    ['Client', 'Client'],
    ['Client', 'Client'],
  ]);
  await hostValue(host, 'history.undo', {});
  expect(await change(temporary, { of: { ids: ['1', '2', '3'] }, change: { kind: 'reset' } })).toMatchObject({
    records: 2,
    same: 1,
  });
  expect(await names()).toEqual([
    ['User 1', 'User 1'],
    ['User 2', 'User 2'],
  ]);
  expect(await hostValue(host, 'history.undo', {})).toEqual({ label: 'reset of 2 records of users' });
  expect((await names())[0]).toEqual(['Client', 'User 1']);
});

test('undo of any bulk change restores the same file and live state', async () => {
  await using temporary = await temporaryHost(manyUsers(6, null));
  const { host } = temporary;
  const text = async () => (await hostValue(host, 'workspace.export', {})).text;
  const member = fc.oneof(fc.constantFrom('userId', 'name', 'age', '__proto__', 'toString', 'a.b', ''), fc.string());
  const path = fc.array(member, { minLength: 1, maxLength: 3 });
  const anyChange: fc.Arbitrary<Change> = fc.oneof(
    fc.record({ kind: fc.constant('set' as const), path, value: fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json> }),
    fc.record({ kind: fc.constant('unset' as const), path }),
    fc.record({ kind: fc.constantFrom('delete' as const, 'duplicate' as const) }),
  );
  const ids = fc.uniqueArray(fc.constantFrom('1', '2', '3', '4', '5', '6', '77'), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(ids, anyChange, async (chosen, wanted) => {
      const before = [await text(), JSON.stringify((await rows(temporary)).map(({ live }) => live))];
      const input = { collection: 'users', of: { ids: chosen }, change: wanted, as: 'rest' };
      const reply = await host.call('records.change', input);
      if (reply.ok && (reply.value as { records: number }).records > 0) await hostValue(host, 'history.undo', {});
      expect([await text(), JSON.stringify((await rows(temporary)).map(({ live }) => live))]).toEqual(before);
    }),
    { numRuns: rounds(60) },
  );
});

test('a long change reports its progress; a cancelled one leaves nothing', async () => {
  await using temporary = await temporaryHost(manyUsers(20_000));
  const { host, file } = temporary;
  const shares: number[] = [];
  host.subscribe((events) => {
    for (const event of events) {
      const share = event.type === 'state' ? event.state.jobs?.[0]?.share : undefined;
      if (share === undefined) continue;
      shares.push(share);
      if (share > 0.6) void host.call('jobs.cancel', { kind: 'edit' });
    }
  });
  const reply = await host.call('records.change', {
    collection: 'users',
    of: {},
    change: set(['name'], 'Nobody'),
    as: 'all',
  });
  expect(shares.length).toBeGreaterThan(0);
  if (reply.ok) throw new Error('The change was over before it could be cancelled');
  expect(reply).toMatchObject({ ok: false, problem: { type: '/problems/job-cancelled' } });
  expect(
    (await hostValue(host, 'records.page', { collection: 'users', query: 'name=Nobody', offset: 0, limit: 1 })).total,
  ).toBe(0);
  expect(await hostValue(host, 'workspace.get', {})).toMatchObject({ history: { undo: null }, jobs: [] });
  expect(await readFile(file, 'utf8')).not.toContain('Nobody');
});

test('refuses a second bulk change while one is under way', async () => {
  await using temporary = await temporaryHost(manyUsers(5000));
  const first = temporary.host.call('records.change', {
    collection: 'users',
    of: {},
    change: set(['age'], 1),
    as: 'all',
  });
  const second = await temporary.host.call('records.change', {
    collection: 'users',
    of: {},
    change: set(['age'], 2),
    as: 'all',
  });
  expect(second).toMatchObject({ ok: false, problem: { type: '/problems/conflict' } });
  expect(await first).toMatchObject({ ok: true });
  await eventually(async () => expect(await readFile(temporary.file, 'utf8')).toContain('"age":1'));
});
