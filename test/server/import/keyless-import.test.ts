import { expect, test } from 'vitest';
import type { Json } from '../../../server/domain/json/json.ts';
import { hostValue, temporaryHost } from '../../support/temporary-host.ts';

const workspaceOf = (records: Json, schema?: Json) => ({
  format: 'mock-api-console',
  version: 1,
  collections: { things: { ...(schema !== undefined && { schema }), records } },
});
const things = [
  { id: 1, name: 'A', sku: 'a-1' },
  { id: 7, name: 'B', sku: 'b-1' },
];

async function open(text: string, fileName: string, records: Json = things) {
  const temporary = await temporaryHost(workspaceOf(records));
  const { host } = temporary;
  const preview = await hostValue(host, 'import.preview', { text, fileName });
  return {
    host,
    preview,
    apply: () => hostValue(host, 'import.apply', { id: preview.id, collections: ['things'] }),
    fixtures: async () => {
      const { rows } = await hostValue(host, 'records.page', { collection: 'things', offset: 0, limit: 100 });
      return rows.map(({ fixture }) => fixture);
    },
    [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose](),
  };
}

test.each([
  ['CSV', 'name,size\nC,1\nD,2\n', 'things.csv'],
  ['CSV with an empty column for it', 'id,name,size\n,C,1\n,D,2\n', 'things.csv'],
  ['JSON', '[{"name":"C","size":1},{"name":"D","size":2}]', 'things.json'],
  ['NDJSON', '{"name":"C","size":1}\n{"name":"D","size":2}\n', 'things.ndjson'],
  ['a json-server file', '{"things":[{"name":"C","size":1},{"name":"D","size":2}]}', 'db.json'],
])('records of %s without any key are new and get the next keys, as the preview says', async (_, text, fileName) => {
  await using console = await open(text, fileName);
  expect(console.preview).toMatchObject({
    collections: [{ name: 'things', fresh: 2, changed: 0, refused: 0 }],
    notes: expect.arrayContaining(['No record of the file has "id": 2 new records of things get 8 to 9.']),
  });
  expect(await console.apply()).toMatchObject({
    records: 2,
    first: { collection: 'things', id: '8' },
    added: { first: '8', count: 2 },
  });
  expect(await console.fixtures()).toEqual([...things, { id: 8, name: 'C', size: 1 }, { id: 9, name: 'D', size: 2 }]);
  await hostValue(console.host, 'history.undo', {});
  expect(await console.fixtures()).toEqual(things);
});

test('a key that somebody takes after the preview makes way for the next, and nothing is overwritten', async () => {
  await using console = await open('name,size\nC,1\nD,2\nE,3\n', 'things.csv');
  for (const name of ['mine', 'mine too']) {
    await hostValue(console.host, 'records.put', { collection: 'things', record: { name }, base: null });
  }
  expect(await console.apply()).toMatchObject({ first: { id: '11' }, added: { first: '10', count: 3 } });
  const records = await console.fixtures();
  expect(new Map(records.map((record) => [record?.id, record?.name]))).toEqual(
    new Map<unknown, unknown>([
      [1, 'A'],
      [7, 'B'],
      [8, 'mine'],
      [9, 'mine too'],
      [10, 'E'],
      [11, 'C'],
      [12, 'D'],
    ]),
  );
  await hostValue(console.host, 'history.undo', {});
  expect(await console.fixtures()).toMatchObject([...things, { name: 'mine' }, { name: 'mine too' }]);
});

test('a member that the collection knows is no key, though it could be one elsewhere', async () => {
  await using console = await open('name,sku\nC,c-1\nD,d-1\n', 'things.csv');
  expect(console.preview).toMatchObject({ collections: [{ fresh: 2, refused: 0 }] });
});

test.each([
  ['a key under another name', 'thingId,name\n8,C\n9,D\n'],
  ['a key in some records', 'id,name\n8,C\n,D\n'],
])('%s is no wish for new keys', async (_, text) => {
  await using console = await open(text, 'things.csv');
  const [planned] = console.preview.collections;
  expect(planned?.refusals.at(-1)).toEqual({ line: 3, member: 'id', reason: 'there is no usable key "id"' });
  expect(console.preview.notes).toEqual([]);
});

test('a new record has to fit the schema also with a new key', async () => {
  const schema = { properties: { size: { type: 'integer' } }, required: ['size'] };
  await using temporary = await temporaryHost(workspaceOf([{ id: 1, size: 1 }], schema));
  const text = '[{"size":2},{"size":"L"}]';
  const { collections, notes } = await hostValue(temporary.host, 'import.preview', { text, fileName: 'things.json' });
  expect(collections).toMatchObject([{ fresh: 1, refused: 1, refusals: [{ line: 2, member: 'size' }] }]);
  expect(notes).toEqual(['No record of the file has "id": 1 new record of things gets 2.']);
});

test('replacing all removes the other records', async () => {
  await using temporary = await temporaryHost(workspaceOf(things));
  const { host } = temporary;
  const text = '[{"name":"C"},{"name":"D"}]';
  const choices = [{ collection: 'things', mode: 'replace-all' as const }];
  const preview = await hostValue(host, 'import.preview', { text, fileName: 'things.json', choices });
  expect(preview.collections).toMatchObject([{ fresh: 2, removed: 2 }]);
  const done = await hostValue(host, 'import.apply', { id: preview.id, collections: ['things'] });
  expect(done).toMatchObject({ records: 4, added: { first: '8', count: 2 } });
  const { rows } = await hostValue(host, 'records.page', { collection: 'things', offset: 0, limit: 100 });
  expect(rows.map(({ fixture }) => fixture)).toEqual([
    { id: 8, name: 'C' },
    { id: 9, name: 'D' },
  ]);
});

test('where the schema allows no further key, records without one are refused', async () => {
  const schema = { properties: { id: { enum: ['a', 'b'] } } };
  const records = [
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B' },
  ];
  await using temporary = await temporaryHost(workspaceOf(records, schema));
  const text = '[{"name":"C"}]';
  const { collections } = await hostValue(temporary.host, 'import.preview', { text, fileName: 'things.json' });
  const reason = 'there is no "id", and the schema allows no further one';
  expect(collections).toMatchObject([
    { fresh: 0, changed: 0, refused: 1, refusals: [{ line: 1, member: 'id', reason }] },
  ]);
});

test.each([
  ['a number', { type: 'integer', maximum: 9 }, [{ id: 7, name: 'A' }]],
  ['one of few', { enum: [7, 8, 9] }, [{ id: 7, name: 'A' }]],
])('a last key that is taken meanwhile, %s, refuses the import without any change', async (_, id, records) => {
  await using temporary = await temporaryHost(workspaceOf(records, { properties: { id } }));
  const { host } = temporary;
  const text = '[{"name":"C"},{"name":"D"}]';
  const preview = await hostValue(host, 'import.preview', { text, fileName: 'things.json' });
  expect(preview.collections).toMatchObject([{ fresh: 2 }]);
  await hostValue(host, 'records.put', { collection: 'things', record: { id: 9, name: 'mine' }, base: null });
  expect(await host.call('import.apply', { id: preview.id, collections: ['things'] })).toMatchObject({
    ok: false,
    problem: { type: '/problems/conflict', detail: expect.stringContaining('The key "9" of things was taken') },
  });
  const { rows } = await hostValue(host, 'records.page', { collection: 'things', offset: 0, limit: 100 });
  expect(rows.map(({ fixture }) => fixture)).toEqual([...records, { id: 9, name: 'mine' }]);
});

test('the records of a recording are not new each time', async () => {
  const body = JSON.stringify([{ name: 'A' }, { name: 'B' }]);
  const entry = {
    request: { method: 'GET', url: 'http://app.test/api/things?fields=name' },
    response: { status: 200, content: { mimeType: 'application/json', text: body } },
  };
  await using temporary = await temporaryHost(workspaceOf(things));
  const text = JSON.stringify({ log: { entries: [entry, entry, entry] } });
  const { collections } = await hostValue(temporary.host, 'import.preview', { text, fileName: 'app.har' });
  expect(collections).toMatchObject([{ name: 'things', fresh: 0 }]);
});

test('keys that are no sequence are told without a span', async () => {
  await using console = await open('[{"name":"C"},{"name":"D"}]', 'things.json', [{ id: 'a', name: 'A' }]);
  expect(console.preview.notes).toEqual(['No record of the file has "id": 2 new records of things get one each.']);
});
