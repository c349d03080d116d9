import { expect, test } from 'vitest';
import type { CommandInput } from '../../../server/contract/command.ts';
import type { JsonObject } from '../../../server/domain/json/json.ts';
import { hostValue, type TemporaryHost, temporaryHost } from '../../support/temporary-host.ts';

type PreviewInput = CommandInput<'import.preview'>;

const things = [
  { id: 1, name: 'Lamp', colour: 'red' },
  { id: 2, name: 'Desk', colour: 'blue' },
  { id: 3, name: 'Chair', colour: 'red' },
];
const workspace = {
  format: 'mock-api-console',
  version: 1,
  collections: { things: { records: things } },
};

async function preview({ host }: TemporaryHost, text: string, fileName: string, rest: Partial<PreviewInput> = {}) {
  return hostValue(host, 'import.preview', { text, fileName, ...rest });
}

async function fixturesIn({ host }: TemporaryHost, collection: string) {
  const { rows } = await hostValue(host, 'records.page', { collection, offset: 0, limit: 100 });
  return rows.map(({ live, fixture }) => [fixture, live]);
}

async function collectionNames({ host }: TemporaryHost) {
  return (await hostValue(host, 'workspace.get', {})).collections.map(({ name, key }) => [name, key]);
}

/** The same two records, one new and one changed, in each format. */
const given = [
  { id: 2, name: 'Table' },
  { id: 4, name: 'Shelf' },
];
const formats: Readonly<Record<string, string>> = {
  'things.csv': 'id,name\n2,Table\n4,Shelf\n',
  'things.ndjson': given.map((record) => JSON.stringify(record)).join('\n'),
  'things.json': JSON.stringify(given),
  'db.json': JSON.stringify({ things: given }),
  'shop.json': JSON.stringify({ ...workspace, collections: { things: { records: given } } }),
  'api.json': JSON.stringify({
    openapi: '3.1.0',
    paths: {
      '/things': {
        get: {
          responses: {
            200: {
              content: {
                'application/json': {
                  schema: { type: 'array', items: { properties: { id: { type: 'integer' } } } },
                  example: given,
                },
              },
            },
          },
        },
      },
      '/things/{id}': {
        get: {
          responses: {
            200: { content: { 'application/json': { schema: { properties: { id: { type: 'integer' } } } } } },
          },
        },
      },
    },
  }),
  'session.har': JSON.stringify({
    log: {
      entries: [
        {
          request: { method: 'GET', url: 'http://localhost/api/things' },
          response: { status: 200, content: { mimeType: 'application/json', text: JSON.stringify(given) } },
        },
      ],
    },
  }),
};
const merged: readonly JsonObject[] = [
  { id: 1, name: 'Lamp', colour: 'red' },
  { id: 2, name: 'Table', colour: 'blue' },
  { id: 3, name: 'Chair', colour: 'red' },
  { id: 4, name: 'Shelf' },
];
const replaced = merged.map((record) => given.find(({ id }) => id === record.id) ?? record);

test.each(Object.entries(formats))(
  '%s merges, replaces or replaces all, and undo restores everything',
  async (fileName, text) => {
    await using temporary = await temporaryHost(workspace);
    const { host } = temporary;
    const before = await fixturesIn(temporary, 'things');
    for (const [mode, records, counts] of [
      ['merge', merged, { fresh: 1, changed: 1, kept: 2, removed: 0 }],
      ['replace', replaced, { fresh: 1, changed: 1, kept: 2, removed: 0 }],
      ['replace-all', given, { fresh: 1, changed: 1, kept: 0, removed: 2 }],
    ] as const) {
      const { id, collections } = await preview(temporary, text, fileName, {
        choices: [{ collection: 'things', mode }],
      });
      expect(collections).toMatchObject([{ name: 'things', key: 'id', keys: [], mode, ...counts }]);
      const { records: changes } = await hostValue(host, 'import.apply', { id, collections: ['things'] });
      expect(changes).toBe(counts.fresh + counts.changed + counts.removed);
      expect(await fixturesIn(temporary, 'things')).toEqual(records.map((record) => [record, record]));
      await hostValue(host, 'history.undo', {});
      expect(await fixturesIn(temporary, 'things')).toEqual(before);
    }
  },
);

test.each(Object.entries(formats))('%s goes to another collection, existing or new', async (fileName, text) => {
  await using temporary = await temporaryHost(workspace);
  const { host } = temporary;
  const choices = [{ collection: 'things', into: 'furniture', key: 'name' }];
  const { id, collections } = await preview(temporary, text, fileName, { choices });
  expect(collections).toMatchObject([{ name: 'furniture', source: 'things', state: 'new', key: 'name', fresh: 2 }]);
  await hostValue(host, 'import.apply', { id, collections: ['furniture'] });
  expect(await collectionNames(temporary)).toEqual([
    ['things', 'id'],
    ['furniture', 'name'],
  ]);
  expect(await hostValue(host, 'records.get', { collection: 'furniture', id: 'Shelf' })).toMatchObject({
    live: given[1],
  });
  await hostValue(host, 'history.undo', {});
  expect(await collectionNames(temporary)).toEqual([['things', 'id']]);
});

test('offers the members that could be the key, and says what speaks against each', async () => {
  await using temporary = await temporaryHost(workspace);
  const text = 'no,article,kind,mail\n1,a,x,p\n2,,x,q\n3,,y,p\n';
  const { collections, notes } = await preview(temporary, text, 'goods.csv');
  expect(collections).toMatchObject([
    {
      key: 'id',
      keys: [
        { name: 'id', reason: null },
        { name: 'no', reason: null },
        { name: 'article', reason: '2 records have no "article"' },
      ],
    },
  ]);
  expect(notes).toEqual(['No member of goods looks like a key, so its records get "id", 1 to 3.']);
});

test('a new key is written unless a member is chosen, and can be chosen again', async () => {
  await using temporary = await temporaryHost(workspace);
  const text = 'no,kind\n7,x\n8,x\n';
  for (const [choices, first] of [
    [[], { id: 1, no: 7, kind: 'x' }],
    [[{ collection: 'goods', key: 'no' }], { no: 7, kind: 'x' }],
    [[{ collection: 'goods', key: 'id' }], { id: 1, no: 7, kind: 'x' }],
  ] as const) {
    const { id, collections } = await preview(temporary, text, 'goods.csv', { choices: [...choices] });
    expect(collections[0]?.keys.map(({ name, reason }) => [name, reason])).toEqual([
      ['id', null],
      ['no', null],
    ]);
    const { rows } = await hostValue(temporary.host, 'import.rows', {
      ...{ id, collection: 'goods', kind: 'new', offset: 0, limit: 1 },
    });
    expect(rows[0]?.after).toEqual(first);
  }
});

test.each<[string, PreviewInput['choices'], string]>([
  [
    'a key that records lack',
    [{ collection: 'goods', key: 'article' }],
    '"article" cannot be the key: 2 records have no "article".',
  ],
  [
    'a key that records share',
    [{ collection: 'goods', key: 'kind' }],
    'cannot be the key: 1 record has the "kind" of another',
  ],
  [
    'a key of an existing collection',
    [{ collection: 'goods', into: 'things', key: 'no' }],
    'The key of things is "id"',
  ],
  ['an unknown list', [{ collection: 'bads', mode: 'merge' }], 'The file has no collection "bads"; it has goods.'],
  ['a name that is none', [{ collection: 'goods', into: 'a/b' }], '"a/b" cannot be the name of a collection'],
])('refuses %s without effect', async (_, choices, detail) => {
  await using temporary = await temporaryHost(workspace);
  const { host } = temporary;
  const text = 'no,article,kind\n1,a,x\n2,,x\n3,,y\n';
  const { id } = await preview(temporary, text, 'goods.csv');
  const refused = await host.call('import.preview', { text, fileName: 'goods.csv', choices });
  expect(refused).toMatchObject({ ok: false, problem: { type: '/problems/bad-request' } });
  expect(!refused.ok && refused.problem.detail).toContain(detail);
  expect(await collectionNames(temporary)).toEqual([['things', 'id']]);
  expect(await hostValue(host, 'import.apply', { id, collections: ['goods'] })).toEqual({
    records: 3,
    first: { collection: 'goods', id: '1' },
    added: { collection: 'goods', first: '1', count: 3, areTogether: true },
  });
});

test('replace all removes what clients have created, keeps refused records, and undo brings everything back', async () => {
  await using temporary = await temporaryHost(workspace);
  const { host } = temporary;
  const created = { id: 9, name: 'Client' };
  await hostValue(host, 'records.put', { collection: 'things', record: created, in: 'live' });
  const before = await fixturesIn(temporary, 'things');
  const text = JSON.stringify([{ id: 1, name: 'Lamp' }, { id: '2' }]);
  const choices = [{ collection: 'things', mode: 'replace-all' as const }];
  const { id, collections } = await preview(temporary, text, 'things.json', { choices });
  expect(collections).toMatchObject([{ changed: 1, removed: 2, refused: 1 }]);
  await hostValue(host, 'import.apply', { id, collections: ['things'] });
  const lamp = { id: 1, name: 'Lamp' };
  expect(await fixturesIn(temporary, 'things')).toEqual([
    [lamp, lamp],
    [things[1], things[1]],
  ]);
  await hostValue(host, 'history.undo', {});
  expect(await fixturesIn(temporary, 'things')).toEqual(before);
});

test('two lists of a file cannot go to one collection', async () => {
  await using temporary = await temporaryHost(workspace);
  const refused = await temporary.host.call('import.preview', {
    text: JSON.stringify({ a: [{ id: 1 }], b: [{ id: 2 }] }),
    fileName: 'db.json',
    choices: [{ collection: 'b', into: 'a' }],
  });
  expect(refused).toMatchObject({ ok: false, problem: { detail: 'a and b cannot both go to a.' } });
});

test('pages through the rows of each kind, before and after', async () => {
  await using temporary = await temporaryHost(workspace);
  const { host } = temporary;
  const text = 'id,name\n1,Lamp\n2,Table\n4,Shelf\n5,Rug\n4,Twice\n';
  const { id } = await preview(temporary, text, 'things.csv', {
    choices: [{ collection: 'things', mode: 'replace-all' }],
  });
  const page = (kind: CommandInput<'import.rows'>['kind'], offset = 0, limit = 10) =>
    hostValue(host, 'import.rows', { id, collection: 'things', kind, offset, limit });
  expect(await page('changed')).toEqual({
    total: 2,
    rows: [
      expect.objectContaining({ line: 2, id: '1', differs: ['/colour'] }),
      {
        line: 3,
        id: '2',
        before: things[1],
        after: { id: 2, name: 'Table' },
        differs: ['/name', '/colour'],
        faults: [],
        unlisted: 0,
      },
    ],
  });
  expect(await page('new', 1, 1)).toMatchObject({
    total: 2,
    rows: [{ id: '5', before: null, after: { name: 'Rug' } }],
  });
  expect(await page('removed')).toMatchObject({
    total: 1,
    rows: [{ line: null, id: '3', before: things[2], after: null }],
  });
  expect(await page('refused')).toMatchObject({
    total: 1,
    rows: [{ line: 6, id: '4', faults: [{ member: 'id', reason: 'the key "4" is taken already; see line 4' }] }],
  });
  await preview(temporary, text, 'things.csv');
  expect(await host.call('import.rows', { id, collection: 'things', kind: 'new', offset: 0, limit: 1 })).toMatchObject({
    problem: { type: '/problems/job-cancelled' },
  });
});

test('lists ten faults of a record and counts the others', async () => {
  const required = Array.from({ length: 14 }, (_, index) => `member${index}`);
  await using temporary = await temporaryHost({
    ...workspace,
    collections: {
      things: { schema: { required, properties: { id: { type: 'integer' }, n: { type: 'integer' } } }, records: [] },
    },
  });
  const { collections } = await preview(temporary, '[{"id":1,"n":"x"}]', 'things.json');
  const [refusal] = collections[0]?.refusals ?? [];
  expect([refusal?.others?.length, refusal?.unlisted]).toEqual([9, 5]);
  const csv = await preview(temporary, 'id,n\na,b\n', 'things.csv');
  const [row] = csv.collections[0]?.refusals ?? [];
  expect([row?.line, row?.reason, row?.others?.[0]?.reason, row?.others?.length, row?.unlisted]).toEqual([
    2,
    'id must be a number, not "a"',
    'n must be a number, not "b"',
    9,
    6,
  ]);
});
