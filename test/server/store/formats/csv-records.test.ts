import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { readCsvRecords } from '../../../../server/store/formats/csv-records.ts';

const values = (text: string, schema: JsonObject | null = null) =>
  finish(readCsvRecords(text, () => schema)).values.map(({ value }) => value);

test('a column without a schema has the type of all its cells', () => {
  const text = 'id,n,ok,tags,zip,mixed\na1,1.5,true,"[1,2]",007,1\na2,-3,false,"{""b"":null}",12,x\n';
  expect(values(text)).toEqual([
    { id: 'a1', n: 1.5, ok: true, tags: [1, 2], zip: '007', mixed: '1' },
    { id: 'a2', n: -3, ok: false, tags: { b: null }, zip: '12', mixed: 'x' },
  ]);
});

test.each(['1e3', '+1', '1.0', '0x10', 'Infinity', 'NaN', '12345678901234567890', '-0', ' 1'])(
  'reads %s as text, because JSON would write the number differently',
  (cell) => {
    expect(values(`id,n\n1,${cell}`)).toEqual([{ id: 1, n: cell }]);
  },
);

test('an empty cell omits its member; a quoted one is an empty text', () => {
  expect(values('id,a,b\n1,,""\n2,5,x')).toEqual([
    { id: 1, b: '' },
    { id: 2, a: 5, b: 'x' },
  ]);
});

test('a schema decides about the types', () => {
  const schema = {
    properties: { id: { type: 'string' }, n: { type: 'integer' }, list: { type: 'array' }, ok: { type: 'boolean' } },
  };
  expect(values('id,n,list,ok,free\n1,2,[],true,3', schema)).toEqual([{ id: '1', n: 2, list: [], ok: true, free: 3 }]);
});

test('the schema is asked for by the names of the columns', () => {
  const asked: unknown[] = [];
  const { columns } = finish(
    readCsvRecords('id,null,""\n1,2,3', (names) => {
      asked.push(names);
      return null;
    }),
  );
  expect([columns, asked]).toEqual([['id', 'null', ''], [['id', 'null', '']]]);
});

test('null without quotes is null, except in a column of strings', () => {
  const schema = {
    properties: {
      s: { type: 'string' },
      list: { type: ['string'] },
      t: { type: ['string', 'null'] },
      n: { type: 'number' },
    },
  };
  const text = 'id,s,list,t,n,free\n1,null,null,null,null,null\n2,,,"null",2,3';
  expect(values(text, schema)).toEqual([
    { id: 1, s: 'null', list: 'null', t: null, n: null, free: null },
    { id: 2, t: 'null', n: 2, free: 3 },
  ]);
});

test.each([
  ['number', 'x', 'a number, not "x"'],
  ['integer', 'true', 'a number, not "true"'],
  [['null', 'number'], '', 'a number, not ""'],
  ['boolean', '1', 'true or false, not "1"'],
  ['object', '1', 'JSON, not "1"'],
  ['array', '[', 'JSON, not "["'],
])('a cell of the type %j cannot be %j', (type, cell, reason) => {
  const { refused } = finish(readCsvRecords(`id,a\n1,"${cell}"`, () => ({ properties: { a: { type } } })));
  expect(refused).toMatchObject([{ line: 2, member: 'a', reason: `a must be ${reason}` }]);
});

test('refuses everything after a header that cannot be read', () => {
  for (const text of ['id,"n"x\n1,2\n"3"x,4', '"id"x\n"never closed']) {
    const { values, refused, columns } = finish(readCsvRecords(text, () => null));
    expect([values, refused.map(({ line }) => line), columns]).toEqual([[], [1], []]);
  }
  expect(finish(readCsvRecords('\n', () => null))).toEqual({ values: [], refused: [], columns: [] });
});

test('refused rows are in the order of the file', () => {
  const schema = { properties: { n: { type: 'number' } } };
  const { refused } = finish(readCsvRecords('id,n\n1,two\n"3"x,4\n5,six', () => schema));
  expect(refused.map(({ line }) => line)).toEqual([2, 3, 4]);
});

test('a refused row lists ten faults and counts the others', () => {
  const names = Array.from({ length: 12 }, (_, index) => `n${index}`);
  const schema = { properties: Object.fromEntries(names.map((name) => [name, { type: 'number' }])) };
  const refusedOf = (count: number) => {
    const cells = names.map((_, index) => (index < count ? 'x' : '1'));
    return finish(readCsvRecords(`${names}\n${cells}`, () => schema)).refused[0];
  };
  const listed = (count: number) => names.slice(1, count).map((member) => ({ member, reason: expect.any(String) }));
  const first = { line: 2, member: 'n0', reason: 'n0 must be a number, not "x"', value: expect.anything() };
  expect(refusedOf(1)).toEqual(first);
  expect(refusedOf(10)).toEqual({ ...first, others: listed(10) });
  expect(refusedOf(12)).toEqual({ ...first, others: listed(10), unlisted: 2 });
});

test('refuses an invalid row with its line and reads the others', () => {
  const schema = { properties: { n: { type: 'number' } } };
  const { values, refused } = finish(readCsvRecords('id,n\n1,2\n2,two\n3\n4,4', () => schema));
  expect(values).toEqual([
    { line: 2, value: { id: 1, n: 2 } },
    { line: 5, value: { id: 4, n: 4 } },
  ]);
  expect(refused).toEqual([
    { line: 3, member: 'n', reason: 'n must be a number, not "two"', value: { id: 2, n: 'two' } },
    { line: 4, reason: 'the row has 1 cell, the header has 2', value: { id: 3 } },
  ]);
});

test.each([
  ['id,,n\n1,2,3', 'a column has no name'],
  ['id,n,n\n1,2,3', 'two columns are called "n"'],
])('refuses the header of %j', (text, reason) => {
  expect(finish(readCsvRecords(text, () => null))).toEqual({ values: [], refused: [{ line: 1, reason }], columns: [] });
});

test('a column may have any name', () => {
  expect(JSON.stringify(values('id,__proto__,constructor\n1,2,3'))).toBe('[{"id":1,"__proto__":2,"constructor":3}]');
});

test('a type that is no text is none', () => {
  const schema = { properties: { n: { type: [5, 'number'] }, s: { type: [5, 'string'] } } };
  expect(values('id,n,s\n1,2,null', schema)).toEqual([{ id: 1, n: 2, s: 'null' }]);
  expect(finish(readCsvRecords('id,n\n1,x', () => schema)).refused).toMatchObject([{ member: 'n' }]);
});

test('reading a table of many columns pauses after a few rows', () => {
  const columns = Array.from({ length: 100 }, (_, index) => `c${index}`).join(',');
  const pauses = (rows: number) => [...readCsvRecords(`${columns}\n`.repeat(rows + 1), () => null)].length;
  const more = pauses(140) - pauses(20);
  expect(more).toBeGreaterThanOrEqual(3);
  expect(more).toBeLessThan(20);
});
