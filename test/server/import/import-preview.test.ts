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
  expect(await hostValue(other.host, 'import.apply', { id, collections: ['things'] })).toEqual({ records: 0 });
  const state = await hostValue(other.host, 'workspace.get', {});
  expect(state.collections.map(({ name }) => name)).toEqual(['users', 'products', 'things']);
});
