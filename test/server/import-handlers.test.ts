import { readFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import type { CommandOutput } from '../../server/contract/command.ts';
import type { ConsoleEvent } from '../../server/contract/event.ts';
import type { Json } from '../../server/domain/json/json.ts';
import { type TemporaryHost, temporaryHost } from './temporary-host.ts';

const orders = [
  { id: 1, product: 1 },
  { id: 2, product: 1 },
];

async function importText(
  { host }: TemporaryHost,
  text: string,
  as: 'preview' | 'add',
  fileName = 'file.json',
): Promise<CommandOutput<'workspace.import'>> {
  const reply = await host.call('workspace.import', { text, fileName, as });
  if (!reply.ok) throw new Error(reply.problem.detail);
  return reply.value as CommandOutput<'workspace.import'>;
}

async function namesOf({ host }: TemporaryHost): Promise<readonly string[]> {
  const reply = await host.call('workspace.get', {});
  if (!reply.ok) throw new Error(reply.problem.detail);
  return (reply.value as CommandOutput<'workspace.get'>).collections.map(({ name }) => name);
}

const jsonServer = JSON.stringify({ orders, users: [{ userId: '9' }], theme: { dark: true } });
const seen = {
  collections: [
    { name: 'orders', records: 2, state: 'new' },
    { name: 'users', records: 1, state: 'exists' },
  ],
  notes: ['"theme" was not used: it is an object with 1 member, not an array of records.'],
};

test('a preview says what a file would add, and adds nothing', async () => {
  await using temporary = await temporaryHost();
  expect(await importText(temporary, jsonServer, 'preview')).toEqual(seen);
  expect(await namesOf(temporary)).toEqual(['users', 'products']);
});

test('what is new is added, answered and saved; what exists stays as it is', async () => {
  await using temporary = await temporaryHost();
  const { host, file } = temporary;
  const events: ConsoleEvent[] = [];
  host.subscribe((batch) => events.push(...batch));
  expect(await importText(temporary, jsonServer, 'add')).toEqual(seen);
  expect(events.at(-1)).toMatchObject({ type: 'state', state: { history: { undo: 'import of file.json' } } });
  expect(await host.call('records.page', { collection: 'orders', offset: 0, limit: 10 })).toMatchObject({
    value: { total: 2, rows: [{ fixture: orders[0], live: orders[0] }, {}] },
  });
  expect(await host.call('records.get', { collection: 'users', id: '9' })).toMatchObject({ ok: false });
  await vi.waitFor(async () => {
    const saved = JSON.parse(await readFile(file, 'utf8'));
    expect(saved.collections.orders.records).toEqual(orders);
    expect(saved.collections.users.records.map(({ userId }: { userId: string }) => userId)).toEqual(['7', '42']);
  });
});

test('changes of what was added are heard of', async () => {
  await using temporary = await temporaryHost();
  const { host } = temporary;
  await importText(temporary, jsonServer, 'add');
  const events: ConsoleEvent[] = [];
  host.subscribe((batch) => events.push(...batch));
  await host.call('records.patch', { collection: 'orders', id: '2', patch: { product: 3 } });
  expect(events).toContainEqual(expect.objectContaining({ type: 'records', collection: 'orders', ids: ['2'] }));
});

test('an import is undone and done again as one, with what became of it', async () => {
  await using temporary = await temporaryHost();
  const { host } = temporary;
  await importText(temporary, JSON.stringify({ orders, things: [{ id: 1 }] }), 'add', 'both.json');
  await host.call('records.remove', { collection: 'orders', id: '1' });
  expect(await host.call('history.undo', {})).toMatchObject({ value: { label: 'delete of 1' } });
  expect(await host.call('history.undo', {})).toMatchObject({ value: { label: 'import of both.json' } });
  expect(await namesOf(temporary)).toEqual(['users', 'products']);
  await host.call('history.redo', {});
  await host.call('history.redo', {});
  expect(await namesOf(temporary)).toEqual(['users', 'products', 'orders', 'things']);
  expect(await host.call('records.page', { collection: 'orders', offset: 0, limit: 10 })).toMatchObject({
    value: { total: 1, rows: [{ id: '2' }] },
  });
});

test.each<[string, string, readonly Json[]]>([
  ['orders.csv', 'id,product\n1,1\n2,1\n', [{ name: 'orders', records: 2, state: 'new' }]],
  ['orders.ndjson', '{"id":1}\n{"id":2}\n', [{ name: 'orders', records: 2, state: 'new' }]],
  ['team.json', '[{"userId":"1"}]', [{ name: 'team', records: 1, state: 'new' }]],
  ['my team.json', '[{"userId":"1"}]', [{ name: 'users', records: 1, state: 'exists' }]],
  [
    'shop.json',
    JSON.stringify({ format: 'mock-api-console', version: 1, collections: { pets: { key: 'name', records: [] } } }),
    [{ name: 'pets', records: 0, state: 'new' }],
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
    [{ name: 'pets', records: 1, state: 'new' }],
  ],
])('%s can be imported', async (fileName, text, collections) => {
  await using temporary = await temporaryHost();
  expect(await importText(temporary, text, 'preview', fileName)).toMatchObject({ collections });
});

test.each<[string, string, string, string]>([
  ['nothing new', '{"users": [], "products": []}', 'conflict', 'The workspace has users, products already'],
  ['no collections', 'openapi: 3.1.0', 'conflict', 'The file has no collections.'],
  ['a broken file', '{"users": [}', 'invalid-workspace', 'Line 1, column 12: expected a value'],
  [
    'a schema that cannot be used',
    '{"format":"mock-api-console","version":1,"collections":{"pets":{"schema":{"type":"thing"},"records":[]}}}',
    'invalid-workspace',
    'The schema of the collection pets cannot be used',
  ],
])('%s is refused and adds nothing', async (_, text, code, detail) => {
  await using temporary = await temporaryHost();
  const reply = await temporary.host.call('workspace.import', { text, fileName: 'file.json', as: 'add' });
  expect(reply).toMatchObject({ ok: false, problem: { type: `/problems/${code}` } });
  expect(!reply.ok && reply.problem.detail).toContain(detail);
  expect(await namesOf(temporary)).toEqual(['users', 'products']);
});

test('a host over an OpenAPI document answers from its examples, and says what it could not use', async () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Pets' },
    paths: {
      '/pets/{id}': {
        get: {
          responses: {
            200: {
              content: {
                'application/json': {
                  schema: { properties: { id: { type: 'integer' } } },
                  examples: { rex: { value: { id: 1 } }, tom: { value: { id: 'two' } } },
                },
              },
            },
          },
        },
      },
    },
  };
  await using temporary = await temporaryHost(document);
  expect(temporary.host.notes).toEqual([
    expect.stringContaining('/pets at /api/pets'),
    expect.stringContaining('pets two (/id must be integer)'),
  ]);
  expect(await temporary.host.call('workspace.get', {})).toMatchObject({
    value: {
      workspace: { name: 'Pets', readOnly: expect.stringContaining('was imported (OpenAPI)') },
      collections: [{ name: 'pets', count: 1 }],
    },
  });
});
