import { expect, test } from 'vitest';
import type { CommandInput } from '../../../server/contract/command.ts';
import { hostValue, temporaryHost } from '../../support/temporary-host.ts';

type PreviewInput = CommandInput<'import.preview'>;

const workspace = {
  format: 'mock-api-console',
  version: 1,
  collections: { things: { records: [{ id: 1, name: 'Lamp', colour: 'red' }] } },
};

test.each([
  ['CSV of the open collection', 'export.csv', 'id,name,colour,extra\n4,Shelf,red,x\n', ['things', 'export', 'exists']],
  ['JSON of the open collection', 'export.json', '[{"id":4,"name":"Shelf"}]', ['things', 'export', 'exists']],
  ['a file whose name is none', 'my export.csv', 'id,name\n4,Shelf\n', ['things', 'my-export', 'exists']],
  ['a file named like a collection', 'orders.csv', 'id,name\n4,Shelf\n', ['orders', 'orders', 'exists']],
  ['records without its key', 'export.csv', 'nr,name,colour\n4,Shelf,red\n', ['export', 'export', 'new']],
  [
    'records without a key, all of whose members it knows',
    'new.csv',
    'name,colour\nShelf,red\n',
    ['things', 'new', 'exists'],
  ],
  ['records without a key, with others', 'export.csv', 'name,colour,vat\nShelf,red,3\n', ['export', 'export', 'new']],
  ['records with other members', 'export.csv', 'id,name,total,vat\n4,Shelf,2,3\n', ['export', 'export', 'new']],
  ['a list with a name', 'export.json', '{"parts":[{"id":4,"name":"Shelf"}]}', ['parts', 'parts', 'new']],
])('sends records that resemble the open collection to it: %s', async (_, fileName, text, expected) => {
  const collections = { ...workspace.collections, orders: { records: [{ id: 1 }] } };
  await using temporary = await temporaryHost({ ...workspace, collections });
  const found = async (rest: Partial<PreviewInput>) =>
    (await hostValue(temporary.host, 'import.preview', { text, fileName, open: 'things', ...rest })).collections.map(
      ({ name, source, state }) => [name, source, state],
    );
  expect(await found({})).toEqual([expected]);
  const [, source = ''] = expected;
  expect(await found({ choices: [{ collection: source, into: 'furniture' }] })).toEqual([['furniture', source, 'new']]);
});

test('a CSV file has the types of the open collection that takes it', async () => {
  const properties = { id: { type: 'string' }, name: { type: 'string' } };
  await using temporary = await temporaryHost({
    ...workspace,
    collections: { things: { schema: { properties }, records: [] } },
  });
  const { collections } = await hostValue(temporary.host, 'import.preview', {
    text: 'id,name\n4,5\n',
    fileName: 'export.csv',
    open: 'things',
  });
  expect(collections).toMatchObject([{ name: 'things', fresh: 1, refused: 0, mode: 'merge' }]);
});
