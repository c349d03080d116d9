import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { sampleText } from '../../../.scripts/sample.mjs';
import { usualScenarios } from '../../../server/domain/scenario/ready-scenarios.ts';
import { decodeWorkspace, encodeWorkspace, toBeWritten } from '../../../server/store/formats/workspace-format.ts';

const text = await readFile(new URL('../../../assets/sample.workspace.json', import.meta.url), 'utf8');
const decoded = decodeWorkspace(text);
if (!decoded.ok) throw new Error(decoded.problem.detail);
const sample = decoded.value;
const records = (name: string) => sample.collections.find(({ definition }) => definition.name === name)?.records ?? [];

test('the generator reproduces the sample workspace byte for byte', () => {
  expect(sampleText(usualScenarios())).toBe(text);
});

test('the sample has the layout of a saved file, so that the first edit changes one line', () => {
  expect([...encodeWorkspace(toBeWritten(sample))].join('')).toBe(text);
});

test('every record of the sample fits the schema of its collection', () => {
  const ajv = new Ajv2020({ validateFormats: false, strict: true, strictTypes: false });
  for (const { definition, records } of sample.collections) {
    const validate = ajv.compile(definition.schema ?? false);
    const faults = records.filter((record) => !validate(record));
    expect(faults, definition.name).toEqual([]);
  }
});

test('the sample has an active user 42, an inactive user 43 and others of both kinds', () => {
  const users = records('users');
  expect(users.find(({ userId }) => userId === '42')).toMatchObject({ name: 'Ada Lovelace', status: 'active' });
  expect(users.find(({ userId }) => userId === '43')).toMatchObject({ name: 'Charles Babbage', status: 'inactive' });
  const active = users.filter(({ status }) => status === 'active').length;
  expect(active / users.length).toBeGreaterThan(0.7);
  expect(active / users.length).toBeLessThan(0.9);
});

test('orders and events refer to existing users, and orders to existing products', () => {
  const userIds = new Set(records('users').map(({ userId }) => userId));
  const productIds = new Set(records('products').map(({ id }) => id));
  for (const { userId } of [...records('orders'), ...records('events')]) expect(userIds).toContain(userId);
  for (const { items } of records('orders')) {
    for (const { productId } of items as unknown as { productId: number }[]) expect(productIds).toContain(productId);
  }
});

test('the sample is small enough for an editor', () => {
  expect(Buffer.byteLength(text)).toBeLessThan(400_000);
});
