import { expect, test } from 'vitest';
import type { CommandOutput } from '../../server/contract/command.ts';
import { temporaryHost } from './temporary-host.ts';

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
