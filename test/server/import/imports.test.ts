import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { CommandOutput } from '../../../server/contract/command.ts';
import type { ConsoleEvent } from '../../../server/contract/event.ts';
import type { ImportPreview } from '../../../server/contract/schema/import.ts';
import type { Json } from '../../../server/domain/json/json.ts';
import { eventually } from '../../support/eventually.ts';
import { type TemporaryHost, temporaryHost } from '../../support/temporary-host.ts';

const orders = [
  { id: 1, product: 1 },
  { id: 2, product: 1 },
];

async function preview(
  { host }: TemporaryHost,
  text: string,
  fileName = 'file.json',
  into?: string,
): Promise<ImportPreview> {
  const reply = await host.call('import.preview', { text, fileName, ...(into !== undefined && { into }) });
  if (!reply.ok) throw new Error(reply.problem.detail);
  return reply.value as ImportPreview;
}

/** Imports all collections of a file. */
async function importText(temporary: TemporaryHost, text: string, fileName?: string): Promise<unknown> {
  const { id, collections } = await preview(temporary, text, fileName);
  const reply = await temporary.host.call('import.apply', { id, collections: collections.map(({ name }) => name) });
  if (!reply.ok) throw new Error(reply.problem.detail);
  return reply.value;
}

async function namesOf({ host }: TemporaryHost): Promise<readonly string[]> {
  const reply = await host.call('workspace.get', {});
  if (!reply.ok) throw new Error(reply.problem.detail);
  return (reply.value as CommandOutput<'workspace.get'>).collections.map(({ name }) => name);
}

const jsonServer = JSON.stringify({
  orders,
  users: [{ userId: '8' }, { userId: '9', name: 'Nell', status: 'active' }],
  theme: { dark: true },
});
const nothing = {
  paths: [] as string[],
  sort: null,
  time: null,
  fresh: 0,
  changed: 0,
  same: 0,
  refused: 0,
  refusals: [],
  places: 'record',
  removed: 0,
  kept: 0,
  isNamed: true,
  mode: 'replace',
};
const refusal = {
  line: 1,
  member: 'name',
  reason: 'the record must have the member name',
  others: [{ member: 'status', reason: 'the record must have the member status' }],
};
const collectionOf = (name: string, key: string) => ({ name, source: name, key, keys: [] });
const seen = {
  id: expect.any(Number),
  collections: [
    {
      ...nothing,
      ...collectionOf('orders', 'id'),
      paths: ['/orders', '/orders/{id}'],
      state: 'new',
      keys: [{ name: 'id', reason: null }],
      fresh: 2,
    },
    {
      ...nothing,
      ...collectionOf('users', 'userId'),
      state: 'exists',
      fresh: 1,
      kept: 2,
      refused: 1,
      refusals: [refusal],
    },
  ],
  notes: [
    '"theme" was not used: it is an object, not an array of records.',
    'This is a json-server file. With the setting "dialect": "json-server-0.17" the mock has the parameters and lists of json-server 0.17.',
  ],
  settings: null,
};

test('a preview describes the import and changes nothing', async () => {
  await using temporary = await temporaryHost();
  expect(await preview(temporary, jsonServer)).toEqual(seen);
  expect(await namesOf(temporary)).toEqual(['users', 'products']);
  expect(await temporary.host.call('records.get', { collection: 'users', id: '9' })).toMatchObject({ ok: false });
});

test('imported records are served and saved; invalid ones are skipped', async () => {
  await using temporary = await temporaryHost();
  const { host, file } = temporary;
  const events: ConsoleEvent[] = [];
  host.subscribe((batch) => events.push(...batch));
  expect(await importText(temporary, jsonServer)).toEqual({
    records: 3,
    first: { collection: 'orders', id: '1' },
    added: { collection: 'orders', first: '1', count: 2, areTogether: true },
  });
  expect(events.at(-1)).toMatchObject({ type: 'state', state: { history: { undo: 'import of file.json' } } });
  expect(await host.call('records.page', { collection: 'orders', offset: 0, limit: 10 })).toMatchObject({
    value: { total: 2, rows: [{ fixture: orders[0], live: orders[0] }, {}] },
  });
  await eventually(async () => {
    const saved = JSON.parse(await readFile(file, 'utf8'));
    expect(saved.collections.orders.records).toEqual(orders);
    expect(saved.collections.users.records.map(({ userId }: { userId: string }) => userId)).toEqual(['7', '42', '9']);
  });
});

test('imports only the named collections, and only once', async () => {
  await using temporary = await temporaryHost();
  const { id } = await preview(temporary, jsonServer);
  expect(await temporary.host.call('import.apply', { id, collections: ['users'] })).toEqual({
    ok: true,
    value: {
      records: 1,
      first: { collection: 'users', id: '9' },
      added: { collection: 'users', first: '9', count: 1, areTogether: true },
    },
  });
  expect(await namesOf(temporary)).toEqual(['users', 'products']);
  expect(await temporary.host.call('import.apply', { id, collections: ['orders'] })).toMatchObject({
    ok: false,
    problem: { type: '/problems/job-cancelled' },
  });
});

test("distinguishes new, changed and equal records by the collection's key", async () => {
  await using temporary = await temporaryHost();
  const csv =
    'userId,name,status\n7,Grace,inactive\n42,Ada L.,active\n43,Charles,active\n43,Twice,active\n,Nobody,active\n44,Odd,gone\n45\n';
  expect(await preview(temporary, csv, 'people.csv', 'users')).toMatchObject({
    collections: [
      {
        name: 'users',
        state: 'exists',
        fresh: 1,
        changed: 1,
        same: 1,
        refused: 4,
        places: 'line',
        isNamed: false,
        refusals: [
          { line: 5, reason: 'the key "43" is taken already; see line 4' },
          { line: 6, reason: 'there is no usable key "userId"' },
          { line: 7, reason: 'status must be one of active, inactive' },
          { line: 8, reason: 'the row has 1 cell, the header has 3' },
        ],
      },
    ],
  });
});

test('a CSV changes its columns alone; an empty cell removes the member', async () => {
  await using temporary = await temporaryHost({
    format: 'mock-api-console',
    version: 1,
    collections: { things: { records: [{ id: 1, a: 1, b: 2, c: 3 }] } },
  });
  await importText(temporary, 'id,a,b,d\n1,5,,6\n', 'things.csv');
  const fixture = async () => {
    const reply = await temporary.host.call('records.get', { collection: 'things', id: '1' });
    return reply.ok ? (reply.value as CommandOutput<'records.get'>).fixture : reply.problem;
  };
  expect(await fixture()).toEqual({ id: 1, a: 5, c: 3, d: 6 });
  await importText(temporary, '[{"id":1,"b":2}]', 'things.json');
  expect(await fixture()).toEqual({ id: 1, b: 2 });
});

test('a cancelled import leaves nothing behind', async () => {
  await using temporary = await temporaryHost();
  const { host } = temporary;
  const rows = Array.from({ length: 20_000 }, (_, index) => `${index},User ${index},active`);
  const { id, collections } = await preview(temporary, ['userId,name,status', ...rows].join('\n'), 'users.csv');
  expect(collections).toMatchObject([{ fresh: 19_998, changed: 2 }]);
  const shares: number[] = [];
  let cancelled: Promise<unknown> | undefined;
  host.subscribe((events) => {
    for (const event of events) {
      const share = event.type === 'state' ? event.state.jobs?.[0]?.share : undefined;
      if (share === undefined) continue;
      shares.push(share);
      cancelled ??= host.call('jobs.cancel', { kind: 'import' });
    }
  });
  expect(await host.call('import.apply', { id, collections: ['users'] })).toMatchObject({
    ok: false,
    problem: { type: '/problems/job-cancelled' },
  });
  await cancelled;
  expect(shares.length).toBeGreaterThan(0);
  const page = await host.call('records.page', { collection: 'users', offset: 0, limit: 10 });
  expect(page).toMatchObject({
    value: {
      total: 2,
      rows: [
        { fixture: { userId: '7', name: 'Grace' }, live: { userId: '7', name: 'Grace' } },
        { fixture: { userId: '42', name: 'Ada' }, live: { userId: '42', name: 'Ada' } },
      ],
    },
  });
  expect(await host.call('history.undo', {})).toMatchObject({ value: { label: null } });
});

test('a preview that another one replaces is refused', async () => {
  await using temporary = await temporaryHost();
  const first = temporary.host.call('import.preview', { text: 'id\n1', fileName: 'a.csv' });
  const second = temporary.host.call('import.preview', { text: 'id\n1\n2', fileName: 'b.csv' });
  expect(await first).toMatchObject({ ok: false, problem: { type: '/problems/job-cancelled' } });
  expect(await second).toMatchObject({ value: { collections: [{ name: 'b', fresh: 2 }] } });
});

test('changes in imported collections are reported', async () => {
  await using temporary = await temporaryHost();
  const { host } = temporary;
  await importText(temporary, jsonServer);
  const events: ConsoleEvent[] = [];
  host.subscribe((batch) => events.push(...batch));
  await host.call('records.patch', { collection: 'orders', id: '2', patch: { product: 3 } });
  expect(events).toContainEqual(expect.objectContaining({ type: 'records', collection: 'orders', ids: ['2'] }));
});

test('an import is undone and redone as one edit, with later edits of it', async () => {
  await using temporary = await temporaryHost();
  const { host } = temporary;
  await importText(temporary, JSON.stringify({ orders, things: [{ id: 1 }] }), 'both.json');
  await host.call('records.remove', { collection: 'orders', id: '1' });
  expect(await host.call('history.undo', {})).toMatchObject({ value: { label: 'delete of record 1 of orders' } });
  expect(await host.call('history.undo', {})).toMatchObject({ value: { label: 'import of both.json' } });
  expect(await namesOf(temporary)).toEqual(['users', 'products']);
  await host.call('history.redo', {});
  await host.call('history.redo', {});
  expect(await namesOf(temporary)).toEqual(['users', 'products', 'orders', 'things']);
  expect(await host.call('records.page', { collection: 'orders', offset: 0, limit: 10 })).toMatchObject({
    value: { total: 1, rows: [{ id: '2' }] },
  });
});

test('redoing an import tells the consoles of its records', async () => {
  await using temporary = await temporaryHost();
  const { host } = temporary;
  await importText(temporary, JSON.stringify({ orders }), 'orders.json');
  await host.call('history.undo', {});
  const events: ConsoleEvent[] = [];
  host.subscribe((batch) => events.push(...batch));
  await host.call('history.redo', {});
  expect(events).toContainEqual(expect.objectContaining({ type: 'records', collection: 'orders', ids: null }));
});

test.each<[string, string, readonly Json[]]>([
  ['things.json', '[\n\n]\n', [{ name: 'things', fresh: 0, state: 'new' }]],
  ['orders.csv', 'id,product\n1,1\n2,1\n', [{ name: 'orders', fresh: 2, state: 'new' }]],
  ['orders.ndjson', '{"id":1}\n{"id":2}\n', [{ name: 'orders', fresh: 2, state: 'new' }]],
  ['team.json', '[{"userId":"1"}]', [{ name: 'team', fresh: 1, state: 'new' }]],
  ['my team.json', '[{"userId":"1","name":"A","status":"active"}]', [{ name: 'my-team', fresh: 1, state: 'new' }]],
  [
    'shop.json',
    JSON.stringify({ format: 'mock-api-console', version: 1, collections: { pets: { key: 'name', records: [] } } }),
    [{ name: 'pets', fresh: 0, state: 'new' }],
  ],
  [
    'api.yaml',
    `openapi: 3.1.0
paths:
  /pets/{id}:
    get:
      responses:
        200:
          content: {application/json: {schema: {properties: {id: {type: integer}}}, example: {id: 5}}}
`,
    [{ name: 'pets', fresh: 1, state: 'new' }],
  ],
])('imports %s', async (fileName, text, collections) => {
  await using temporary = await temporaryHost();
  expect(await preview(temporary, text, fileName)).toMatchObject({ collections });
});

test.each<[string, string, string, string]>([
  ['a broken file', '{"users": [}', 'invalid-workspace', 'Line 1, column 12: expected a value'],
  [
    'a schema that cannot be used',
    '{"format":"mock-api-console","version":1,"collections":{"pets":{"schema":{"type":"thing"},"records":[]}}}',
    'invalid-workspace',
    'The schema of the collection pets cannot be used',
  ],
])('refuses %s and adds nothing', async (_, text, code, detail) => {
  await using temporary = await temporaryHost();
  const reply = await temporary.host.call('import.preview', { text, fileName: 'file.json' });
  expect(reply).toMatchObject({ ok: false, problem: { type: `/problems/${code}` } });
  expect(!reply.ok && reply.problem.detail).toContain(detail);
  expect(await namesOf(temporary)).toEqual(['users', 'products']);
});
