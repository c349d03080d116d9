import { expect, test } from 'vitest';
import type { CommandOutput } from '../../../server/contract/command.ts';
import { hostValue, temporaryHost } from '../../support/temporary-host.ts';

test('a collection tells its fields, their kinds and what they commonly hold', async () => {
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

test('a value is checked against the schema, each fault at the member that it is about', async () => {
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
    { pointer: '', detail: "must have required property 'name'" },
    { pointer: '/a~1b', detail: 'must not have the member a/b' },
    { pointer: '/price', detail: 'must be >= 0' },
  ]);
});

test('an edit keeps the JSON type of the key, as a request has to', async () => {
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
