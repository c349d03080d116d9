import { expect, test } from 'vitest';
import { hostValue, temporaryHost } from '../../support/temporary-host.ts';

const properties = { id: { type: 'integer' }, n: { type: 'integer' }, kind: { enum: ['red', 'blue'] } };
const record = { id: 1, n: 1, kind: 'red', size: 'L' };
const workspace = {
  format: 'mock-api-console',
  version: 1,
  collections: { things: { schema: { properties, required: ['size'] }, records: [record] } },
};

async function refusedRows(text: string, fileName: string) {
  await using temporary = await temporaryHost(workspace);
  const { id } = await hostValue(temporary.host, 'import.preview', { text, fileName });
  const page = { id, collection: 'things', kind: 'refused', offset: 0, limit: 10 } as const;
  const { rows } = await hostValue(temporary.host, 'import.rows', page);
  return rows.map((row) => [
    row.line,
    row.id,
    row.faults.map(({ member, reason }) => `${member ?? 'whole'}: ${reason}`),
  ]);
}

test('names the key of a refused CSV row as it was read, and every fault of the row', async () => {
  expect(await refusedRows('id,n,kind\n1,x,green\nabc,2,red\n3,4\n,5,blue\n1,y,red\n', 'things.csv')).toEqual([
    [2, '1', ['n: n must be a number, not "x"', 'kind: kind must be one of red, blue']],
    [3, 'abc', ['id: id must be a number, not "abc"', 'size: the record must have the member size']],
    [4, '3', ['whole: the row has 2 cells, the header has 3']],
    [5, null, ['id: there is no usable key "id"', 'size: the record must have the member size']],
    [6, '1', ['n: n must be a number, not "y"']],
  ]);
});

test('names the key of a refused JSON record as it was read, and every fault of the record', async () => {
  const records = [
    { id: { a: 1 }, n: 1, kind: 'green', size: 'L' },
    { id: '1', n: 1, kind: 'green', size: 'L' },
    { id: 2, n: 1, kind: 'red', size: 'L' },
    { id: 2, n: 1.5, kind: 'red', size: 'L' },
  ];
  expect(await refusedRows(JSON.stringify(records), 'things.json')).toEqual([
    [1, '{"a":1}', ['id: there is no usable key "id"', 'kind: kind must be one of red, blue']],
    [2, '1', ['id: the key is "1" here and 1 in the workspace', 'kind: kind must be one of red, blue']],
    [4, '2', ['id: the key "2" is taken already; see record 3', 'n: n must be a whole number']],
  ]);
});

test('replace all keeps the record of a CSV row that is refused', async () => {
  await using temporary = await temporaryHost(workspace);
  const { collections } = await hostValue(temporary.host, 'import.preview', {
    text: 'id,n,kind,size\n1,x,red,L\n2,2,red,L\n',
    fileName: 'things.csv',
    choices: [{ collection: 'things', mode: 'replace-all' }],
  });
  expect(collections).toMatchObject([{ fresh: 1, removed: 0, refused: 1 }]);
});
