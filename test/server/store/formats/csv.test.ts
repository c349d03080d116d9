import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import { bareNull, csvLine, readCsvRows } from '../../../../server/store/formats/csv.ts';
import { noProgress } from '../../../../server/store/formats/read-records.ts';

const read = (text: string) => finish(readCsvRows(text, noProgress));

const cells = (text: string) => read(text).rows.map(({ cells }) => cells);

test.each([
  [
    'rows end with CRLF, LF or the end of the file',
    'a,b\r\nc,d\ne,f',
    [
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
    ],
  ],
  ['quoted cells hold separators, line breaks and doubled quotes', '"a,b","c\r\nd","e""f"', [['a,b', 'c\r\nd', 'e"f']]],
  ['an empty cell is null, a quoted empty cell an empty text', 'a,,""', [['a', null, '']]],
  [
    'a separator at the end is followed by an empty cell',
    'a,\nb,',
    [
      ['a', null],
      ['b', null],
    ],
  ],
  ['spaces belong to the cell', ' a , b ', [[' a ', ' b ']]],
  [
    'lines without anything are left out',
    '\na,b\n\n\nc,d\n\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a semicolon that the header has more of is the separator',
    'a;b,c;d\n1;2,5;3',
    [
      ['a', 'b,c', 'd'],
      ['1', '2,5', '3'],
    ],
  ],
  [
    'so is a tab',
    'a\tb\n1\t2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'only the header counts for that',
    'a,b\n1;2;3,4\r5;6;7,8',
    [
      ['a', 'b'],
      ['1;2;3', '4'],
      ['5;6;7', '8'],
    ],
  ],
  [
    'a header may end with CR',
    'a,b\r1;2;3,4',
    [
      ['a', 'b'],
      ['1;2;3', '4'],
    ],
  ],
  [
    'of as many separators, the comma counts',
    'a,b;c\n1,2;3',
    [
      ['a', 'b;c'],
      ['1', '2;3'],
    ],
  ],
  [
    'separators inside quotes do not count for that',
    '"a;b;c",d\n1,2',
    [
      ['a;b;c', 'd'],
      ['1', '2'],
    ],
  ],
])('%s', (_, text, expected) => {
  expect(cells(text)).toEqual(expected);
  expect(read(text).refused).toEqual([]);
});

test('a row has the number of its first line', () => {
  expect(read('a,b\n"x\ny",1\n\n"p\r\nq",2').rows.map(({ line }) => line)).toEqual([1, 2, 5]);
});

test('a quoted line break is one line, however it is spelled', () => {
  expect(read('a,b\n"x\ry",1\n"x\r\ny",2\nc,d').rows.map(({ line }) => line)).toEqual([1, 2, 4, 6]);
});

test('a row has at most 10,000 cells', () => {
  const [whole, longer] = [9999, 10_000].map((count) => read(`${','.repeat(count)}\na,b`));
  expect(whole?.rows.map(({ cells }) => cells.length)).toEqual([10_000, 2]);
  expect(longer).toMatchObject({
    rows: [{ line: 2, cells: ['a', 'b'] }],
    refused: [{ line: 1, reason: 'the row has more than 10000 cells' }],
  });
});

test('reading pauses after every 16,384 characters and reports its progress', () => {
  const shares: number[] = [];
  const pauses = [...readCsvRows('a,b\n'.repeat(10_000), (share) => shares.push(share))];
  expect(shares).toEqual([0.4096, 0.8192]);
  expect(pauses).toHaveLength(2);
});

test('refuses an invalid line and reads the lines after it', () => {
  const { rows, refused } = read('a,b\n"x"y,1\nc,d\n"never,closed\n');
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  expect(refused).toEqual([
    { line: 2, reason: 'something stands between a closing quotation mark and the next cell' },
    { line: 4, reason: 'a quotation mark is never closed' },
  ]);
});

test('reads back any quoted table', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', ',', ';', '"', '\n', '\r', 'é', ' ') });
  const table = fc
    .integer({ min: 2, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }));
  fc.assert(
    fc.property(table, fc.constantFrom('\n', '\r\n'), (rows, lineBreak) => {
      const header = rows[0]?.map((_, index) => `"${index}"`).join(',');
      const lines = rows.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(','));
      expect(cells([header, ...lines].join(lineBreak)).slice(1)).toEqual(rows);
    }),
  );
});

test('csvLine writes cells that read back unchanged', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', '"', ',', ';', '\t', '\r', '\n', "'", 'é', ' ', '=', '\ufeff', '+'),
  });
  const cell = fc.oneof(text, fc.constantFrom('null', bareNull, null));
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2 }), (row) => {
      const header = csvLine(row.map((_, index) => `column ${index}`));
      expect(cells(header + csvLine(row))[1]).toEqual(row);
    }),
  );
});

test('csvLine writes numbers and booleans as they are', () => {
  expect(csvLine([1, 2.5, -3, true])).toBe('1,2.5,-3,true\r\n');
});

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1+1',
  '\ufeff=1',
  ' =1',
  '\u200b =1',
  '"=1',
  "'=1",
])('csvLine puts an apostrophe before %j, and reading takes it away', (text) => {
  const line = csvLine([text, '']);

  expect(line).toMatch(/^"?'/);
  expect(cells(`a,b\r\n${line}`)[1]).toEqual([text, '']);
});

test.each(['a=1', "it's", "'quoted'", '[-1]', '#1'])('csvLine writes %j as it is', (text) => {
  expect(csvLine([text])).toBe(`${text}\r\n`);
});

const large = 8 * 2 ** 20;

test.each([
  ['letters', 'x'.repeat(large)],
  ['separators', ','.repeat(large)],
  ['pairs of quotes', '""'.repeat(large / 2)],
  ['one quoted cell', `"${'""'.repeat(large / 2)}"`],
  ['an open quote', `"${'x'.repeat(large)}`],
  ['spaces', `${' '.repeat(large)}x`],
])('reads one line of 8 MiB: %s', (_name, line) => {
  const { rows, refused } = read(line);

  expect(rows.length + refused.length).toBe(1);
});
