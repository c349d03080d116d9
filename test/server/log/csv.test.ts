import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine } from '../../../server/log/csv.ts';

/** Reads one record of RFC 4180. */
function parseLine(line: string): string[] {
  const cells: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r\n)/gy;
  for (let match = cell.exec(line); match !== null; match = cell.exec(line)) {
    cells.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'));
    if (match[3] === '\r\n') break;
  }
  expect(cell.lastIndex).toBe(line.length);
  return cells;
}

test('every line reads back as its cells', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', "'", 'é', ' ') });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), (cells) => {
      const read = parseLine(csvLine(cells)).map((cell, index) =>
        /^[\r\n]/.test(cells[index] ?? '') ? cell.slice(1) : cell,
      );

      expect(read).toEqual(cells);
    }),
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1'])(
  'escapes %j, which a spreadsheet would take for a formula',
  (text) => {
    expect(parseLine(csvLine([text]))).toEqual([`'${text}`]);
  },
);

test('writes numbers as numbers', () => {
  expect(csvLine([1, 2.5, -3])).toBe('1,2.5,-3\r\n');
});
