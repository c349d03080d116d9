import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../server/domain/json/json.ts';
import { SchemaChecker } from '../../../server/workspace/schema-checker.ts';
import { hostValue, temporaryHost } from '../../support/temporary-host.ts';

const workspace = (schema: Json, records: Json = [], key = 'id') =>
  ({
    format: 'mock-api-console',
    version: 1,
    name: 'Made',
    collections: { things: { key, schema, records } },
  }) as const;

async function generate(of: Json, count: number, seed: number) {
  await using temporary = await temporaryHost(of);
  const added = await hostValue(temporary.host, 'records.generate', { collection: 'things', count, seed, as: 'add' });
  const { rows } = await hostValue(temporary.host, 'records.page', { collection: 'things', offset: 0, limit: 1000 });
  return { added, records: rows.map(({ fixture }) => fixture ?? {}) };
}

const schema = {
  type: 'object',
  required: ['id', 'code', 'score', 'tags', 'when'],
  additionalProperties: false,
  properties: {
    id: { type: 'string', format: 'uuid' },
    code: { type: 'string', pattern: '^[A-Z]{3}-\\d{2}$' },
    score: { type: 'number', minimum: 1, exclusiveMaximum: 5, multipleOf: 0.25 },
    kind: { enum: ['a', 'b', null] },
    tags: { type: 'array', items: { enum: ['x', 'y', 'z'] }, uniqueItems: true, minItems: 1, maxItems: 3 },
    when: { type: 'string', format: 'date-time' },
    until: { type: ['string', 'null'], format: 'date' },
    mail: { type: 'string', format: 'email' },
    title: { type: 'string', minLength: 12, maxLength: 15 },
    tree: { $ref: '#/$defs/node' },
    either: { oneOf: [{ type: 'integer', minimum: 10, maximum: 12 }, { const: 'none' }] },
  },
  $defs: {
    node: { type: 'object', required: ['n'], properties: { n: { type: 'integer' }, next: { $ref: '#/$defs/node' } } },
  },
} as const satisfies Json;

test('generated records fit the schema, have unique keys, and repeat for a seed', async () => {
  const once = await generate(workspace(schema), 60, 7);
  expect(once.added).toMatchObject({ records: 60 });
  expect(once.added.first).toHaveLength(20);
  expect(new Set(once.records.map(({ id }) => id)).size).toBe(60);
  const definition = { name: 'things', key: 'id', sort: null, time: null, schema };
  const checker = new SchemaChecker();
  for (const record of once.records) expect(checker.check(definition, record)).toEqual([]);
  expect(new Set(once.records.flatMap((record) => Object.keys(record)))).toEqual(
    new Set(Object.keys(schema.properties)),
  );
  expect((await generate(workspace(schema), 60, 7)).records).toEqual(once.records);
  expect((await generate(workspace(schema), 60, 8)).records).not.toEqual(once.records);
});

test('generated values resemble existing ones, and keys continue', async () => {
  const records = [
    { id: 7, name: 'Ada Lovelace', price: 10.25, seen: '2024-01-01', of: { userId: 'u1' }, list: [1, 2] },
    { id: 9, name: 'Grace Hopper', price: 19.75, seen: '2024-01-31', of: { userId: 'u2' }, list: [] },
  ];
  const made = (await generate(workspace(null, records), 30, 1)).records.slice(2) as (typeof records)[number][];
  expect(made.map(({ id }) => id)).toEqual(Array.from({ length: 30 }, (_, index) => 10 + index));
  for (const { name, price, seen, of, list } of made) {
    expect(name).toMatch(/^(Ada|Grace) (Lovelace|Hopper)$/);
    expect(price >= 10.25 && price <= 19.75 && String(price).length <= 5).toBe(true);
    expect(seen >= '2024-01-01' && seen <= '2024-01-31').toBe(true);
    expect(['u1', 'u2']).toContain(of.userId);
    for (const one of list) expect([1, 2]).toContain(one);
  }
});

test('a preview shows the first records and adds none', async () => {
  await using temporary = await temporaryHost(workspace(schema));
  const input = { collection: 'things', count: 3000, seed: 3 };
  const preview = await hostValue(temporary.host, 'records.generate', { ...input, as: 'preview' });
  const page = () => hostValue(temporary.host, 'records.page', { collection: 'things', offset: 0, limit: 20 });
  expect(preview).toMatchObject({ records: 3000 });
  expect((await page()).total).toBe(0);
  const added = await hostValue(temporary.host, 'records.generate', { ...input, as: 'add' });
  expect(added.first).toEqual(preview.first);
  expect((await page()).total).toBe(3000);
  expect(await hostValue(temporary.host, 'history.undo', {})).toEqual({
    label: 'generation of 3,000 records of things',
  });
  expect((await page()).total).toBe(0);
});

test('generating again with the same seed after an undo gives the same records', async () => {
  await using temporary = await temporaryHost(workspace(null, [{ id: 1, name: 'Ada' }]));
  const { host } = temporary;
  const input = { collection: 'things', count: 3, seed: 3, as: 'add' } as const;
  const { first } = await hostValue(host, 'records.generate', input);
  expect(first.map(({ id }) => id)).toEqual([2, 3, 4]);
  await hostValue(host, 'history.undo', {});
  expect((await hostValue(host, 'records.generate', input)).first).toEqual(first);
});

test('a schema that no attempt fits is refused with the reason', async () => {
  await using temporary = await temporaryHost(
    workspace({ properties: { a: { type: 'string', not: {} } }, required: ['a'] }),
  );
  const input = { collection: 'things', count: 2, seed: 3, as: 'add' };
  expect(await temporary.host.call('records.generate', input)).toMatchObject({
    ok: false,
    problem: { type: '/problems/invalid-record', detail: expect.stringContaining('a must NOT be valid') },
  });
});

test('every collection of the sample gets records of its own kind', async () => {
  const sample: JsonObject = JSON.parse(readFileSync('assets/sample.workspace.json', 'utf8'));
  await using temporary = await temporaryHost(sample);
  const { collections } = await hostValue(temporary.host, 'workspace.get', {});
  const seeds = fc.sample(fc.nat(), { numRuns: 3, seed: 1 });
  for (const { name, count } of collections) {
    for (const [round, seed] of seeds.entries()) {
      await hostValue(temporary.host, 'records.generate', { collection: name, count: 40, seed, as: 'add' });
      const page = await hostValue(temporary.host, 'records.page', { collection: name, offset: 0, limit: 1 });
      expect(page.total).toBe(count + 40 * (round + 1));
    }
  }
});
