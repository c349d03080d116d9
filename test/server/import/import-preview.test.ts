import { expect, test } from 'vitest';
import { hostValue, temporaryHost } from '../../support/temporary-host.ts';

test('a preview says whether changed records are replaced or merged', async () => {
  await using temporary = await temporaryHost();
  const modeOf = async (text: string, fileName: string) =>
    (await hostValue(temporary.host, 'import.preview', { text, fileName })).collections.map(({ name, mode }) => [
      name,
      mode,
    ]);
  expect(await modeOf('[{"userId":"7"}]', 'users.json')).toEqual([['users', 'replace']]);
  expect(await modeOf('{"userId":"7"}\n{"userId":"8"}\n', 'users.ndjson')).toEqual([['users', 'replace']]);
  expect(await modeOf('userId,name\n7,Grace\n', 'users.csv')).toEqual([['users', 'merge']]);
});

test.each(['json', 'ndjson', 'csv'] as const)('the %s export of an empty collection imports again', async (format) => {
  const empty = { format: 'mock-api-console', version: 1, collections: { things: { records: [] } } };
  await using temporary = await temporaryHost(empty);
  const { text } = await hostValue(temporary.host, 'records.export', { collection: 'things', of: 'live', format });
  await using other = await temporaryHost();
  const { id, collections } = await hostValue(other.host, 'import.preview', { text, fileName: `things.${format}` });
  expect(collections).toMatchObject([{ name: 'things', state: 'new', fresh: 0 }]);
  expect(await hostValue(other.host, 'import.apply', { id, collections: ['things'] })).toEqual({
    records: 0,
    first: null,
    added: null,
  });
  const state = await hostValue(other.host, 'workspace.get', {});
  expect(state.collections.map(({ name }) => name)).toEqual(['users', 'products', 'things']);
});

test('a host over an OpenAPI document serves its examples and notes unusable parts', async () => {
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
    expect.stringMatching(/^In memory: workspace\.json was imported \(OpenAPI\)/),
    expect.stringContaining('pets two (/id must be a whole number)'),
  ]);
  expect(await temporary.host.call('workspace.get', {})).toMatchObject({
    value: {
      workspace: { name: 'Pets', readOnly: expect.stringContaining('was imported (OpenAPI)') },
      collections: [{ name: 'pets', count: 1 }],
    },
  });
});

test('a preview says that the encoding of its file was a guess', async () => {
  await using temporary = await temporaryHost();
  const file = { text: 'userId,name\n7,Müller\n', fileName: 'users.csv' };
  const notesOf = async (more: object) =>
    (await hostValue(temporary.host, 'import.preview', { ...file, ...more })).notes;
  expect(await notesOf({ encoding: 'windows-1252' })).toEqual([
    'The file is not UTF-8 and was read as Windows-1252; check its accented letters.',
  ]);
  expect(await notesOf({})).toEqual([]);
});
