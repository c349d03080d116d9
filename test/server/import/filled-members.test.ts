import { expect, test } from 'vitest';
import type { Json } from '../../../server/domain/json/json.ts';
import { hostValue, temporaryHost } from '../../support/temporary-host.ts';

const properties = { id: { type: 'integer' }, status: { enum: ['on', 'off'], default: 'on' }, size: { default: 'L' } };
const workspaceWith = (required: readonly string[], records: Json = [{ id: 1, status: 'off' }]) => ({
  format: 'mock-api-console',
  version: 1,
  collections: { things: { schema: { properties, required }, records } },
});

/** What an import says beforehand, and the records afterwards. */
async function imported(workspace: Json, text: string, fileName: string) {
  await using temporary = await temporaryHost(workspace);
  const { host } = temporary;
  const { id, notes, collections } = await hostValue(host, 'import.preview', { text, fileName });
  await hostValue(host, 'import.apply', { id, collections: ['things'] });
  const { rows } = await hostValue(host, 'records.page', { collection: 'things', offset: 0, limit: 10 });
  return { notes, refused: collections[0]?.refused, records: rows.map(({ fixture }) => fixture) };
}

test('a new record gets the default of a required member that it lacks, and the preview says so', async () => {
  expect(await imported(workspaceWith(['status']), 'id\n1\n2\n3\n', 'things.csv')).toEqual({
    notes: ['2 new records of things without "status" get the default of the schema: "on".'],
    refused: 0,
    records: [
      { id: 1, status: 'off' },
      { id: 2, status: 'on' },
      { id: 3, status: 'on' },
    ],
  });
});

test('a member that is there, or not required, stays as the file has it', async () => {
  const text = JSON.stringify([{ id: 2, status: 'off' }]);
  expect(await imported(workspaceWith(['status']), text, 'things.json')).toMatchObject({
    notes: [],
    records: [{}, { id: 2, status: 'off' }],
  });
});

test('an existing record that is replaced gets no default: the file could mean to leave it out', async () => {
  expect(await imported(workspaceWith(['status']), '[{ "id": 1 }, { "id": 2 }]', 'things.json')).toEqual({
    notes: ['1 new record of things without "status" gets the default of the schema: "on".'],
    refused: 1,
    records: [
      { id: 1, status: 'off' },
      { id: 2, status: 'on' },
    ],
  });
});

test('a refused record is not counted', async () => {
  expect(await imported(workspaceWith(['status', 'size', 'name']), 'id\n2\n', 'things.csv')).toMatchObject({
    notes: [],
    refused: 1,
  });
});

test('a default does not stand for the key', async () => {
  const keyed = { properties: { id: { type: 'integer', default: 5 } }, required: ['id'] };
  const workspace = {
    format: 'mock-api-console',
    version: 1,
    collections: { things: { key: 'id', schema: keyed, records: [{ id: 1 }] } },
  };
  expect(await imported(workspace, '[{ "name": "Ada" }]', 'things.json')).toMatchObject({
    notes: ['No record of the file has "id": 1 new record of things gets 2.'],
    records: [{ id: 1 }, { id: 2, name: 'Ada' }],
  });
});
