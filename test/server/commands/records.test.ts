import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { CommandOutput } from '../../../server/contract/command.ts';
import { hostValue, temporaryHost } from '../../support/temporary-host.ts';

test('collections.fields lists fields, their kinds and frequent values', async () => {
  await using temporary = await temporaryHost();
  const reply = await temporary.host.call('collections.fields', { collection: 'products' });
  if (!reply.ok) throw new Error(reply.problem.detail);
  const { definition, fields } = reply.value as CommandOutput<'collections.fields'>;
  expect(definition).toEqual({ name: 'products', key: 'id', sort: null, time: null, schema: null });
  expect(fields).toEqual([
    { path: ['id'], kinds: ['number'], values: [1] },
    { path: ['name'], kinds: ['string'], values: ['Lamp'] },
    { path: ['price'], kinds: ['number'], values: [20] },
  ]);
});

test('an undone new record leaves no field behind and no gap in the keys', async () => {
  await using temporary = await temporaryHost();
  const { host } = temporary;
  const collection = 'products';
  const add = (record: object) => hostValue(host, 'records.put', { collection, record: { ...record } });
  const before = await hostValue(host, 'collections.fields', { collection });
  await add({ id: 'lamp', nick: 'L' });
  await hostValue(host, 'history.undo', {});
  expect(await hostValue(host, 'collections.fields', { collection })).toEqual(before);
  expect(await host.call('records.page', { collection, query: 'nick=L', offset: 0, limit: 1 })).toMatchObject({
    problem: { type: '/problems/unknown-field' },
  });
  expect((await add({ name: 'Desk' })).id).toBe('2');
});

test('records.check names each fault of a value with its JSON pointer', async () => {
  const schema = {
    type: 'object',
    required: ['id', 'name'],
    additionalProperties: false,
    properties: { id: {}, name: {}, price: { type: 'number', minimum: 0 } },
  };
  await using temporary = await temporaryHost({
    format: 'mock-api-console',
    version: 1,
    name: 'Checked',
    collections: { products: { schema, records: [] } },
  });
  const faultsOf = async (record: object) =>
    (await hostValue(temporary.host, 'records.check', { collection: 'products', record: { ...record } })).faults;
  expect(await faultsOf({ id: 1, name: 'Lamp', price: 1 })).toEqual([]);
  expect(await faultsOf({ name: 'New' })).toEqual([]);
  expect(await faultsOf({ id: 1, price: -1, 'a/b': 1 })).toEqual([
    { pointer: '', detail: 'must have the member name' },
    { pointer: '/a~1b', detail: 'must not have the member a/b' },
    { pointer: '/price', detail: 'must be at least 0' },
  ]);
});

test('an edit keeps the JSON type of the key, as a request does', async () => {
  await using temporary = await temporaryHost();
  const edit = (id: unknown) =>
    temporary.host.call('records.put', { collection: 'products', record: { id, name: 'Lamp', price: 30 } });
  expect(await edit('1')).toMatchObject({
    ok: false,
    problem: {
      type: '/problems/invalid-record',
      detail: 'The key id cannot be changed from "1".',
      errors: [{ pointer: '/id', detail: 'is the key' }],
    },
  });
  expect(await edit(1)).toMatchObject({ ok: true, value: { id: '1' } });
  expect(await edit({})).toMatchObject({
    ok: false,
    problem: { errors: [{ pointer: '/id', detail: 'cannot be a key' }] },
  });
});

test('a member named __proto__ survives every edit, the file and a rule', async () => {
  await using temporary = await temporaryHost();
  const { host } = temporary;
  const parsed = (text: string) => JSON.parse(text);
  const collection = 'products';
  await hostValue(host, 'records.put', { collection, record: parsed('{"id":2,"__proto__":{"a":1}}') });
  await hostValue(host, 'records.patch', { collection, id: '1', patch: parsed('{"__proto__":{"b":2}}') });
  const change = { kind: 'set' as const, path: ['__proto__', 'c'], value: 3 };
  await hostValue(host, 'records.change', { collection, of: { ids: ['2'] }, change, as: 'all' });
  const rule = parsed('{"when":{},"then":{"kind":"answer","status":200,"body":{"__proto__":[4]}}}');
  await hostValue(host, 'scenarios.put', { scenario: { name: 'Prototypes', description: '', rules: [rule] } });
  await using reopened = await temporary.reopen();
  const records = await hostValue(reopened.host, 'records.page', { collection, offset: 0, limit: 10 });
  expect(JSON.stringify(records.rows.map(({ live }) => live))).toBe(
    '[{"id":1,"name":"Lamp","price":20,"__proto__":{"b":2}},{"id":2,"__proto__":{"a":1,"c":3}}]',
  );
  expect(await readFile(temporary.file, 'utf8')).toContain('"body":{"__proto__":[4]}');
});
