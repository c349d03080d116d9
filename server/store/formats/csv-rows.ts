/**
 * CSV as RFC 4180 has it: quoted cells, doubled quotes, line breaks in quotes. Beside the comma, a semicolon or a tab may
 * stand between cells, as spreadsheets of many countries write them.
 */

import { pieceLength, type Work } from '../../domain/basics/work.ts';
import type { ReadProgress, RefusedLine } from './line-values.ts';

export interface CsvRow {
  /** Line of the file, from 1, on which the row begins. */
  readonly line: number;
  readonly cells: readonly CsvCell[];
}

/** Null for a cell in which nothing stands; a quoted empty cell is an empty text. */
export type CsvCell = string | typeof bareNull | null;

/** The word null without quotation marks, which may stand for the JSON value; quoted it is a text like any other. */
export const bareNull = Symbol('null');

const separators = [',', ';', '\t'] as const;
const plainCells = { ',': /[^,\r\n]*/y, ';': /[^;\r\n]*/y, '\t': /[^\t\r\n]*/y };
const quotedCell = /"([^"]*(?:""[^"]*)*)"/y;
const lineBreak = /\r\n|\n|\r/y;
const restOfLine = /[^\r\n]*/y;

/** All rows, the header included; lines on which nothing stands are left out. With a pause every few hundred rows. */
export function* readCsvRows(
  text: string,
  progress: ReadProgress,
): Work<{ readonly rows: readonly CsvRow[]; readonly refused: readonly RefusedLine[] }> {
  const separator = separatorOf(text);
  const rows: CsvRow[] = [];
  const refused: RefusedLine[] = [];
  let at = 0;
  let line = 1;

  function take(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = at;
    const match = expression.exec(text);
    if (match) at = expression.lastIndex;
    return match;
  }

  function takeCell(): CsvCell | undefined {
    if (text[at] !== '"') {
      const plain = take(plainCells[separator])?.[0] || null;
      return plain === 'null' ? bareNull : plain;
    }
    const cell = take(quotedCell)?.[1];
    line += (cell?.match(/\n|\r(?!\n)/g) ?? []).length;
    return cell?.replaceAll('""', '"');
  }

  /** The cells up to the end of the line, or why there is no such row. */
  function takeRow(): CsvCell[] | string {
    const cells: CsvCell[] = [];
    for (;;) {
      const cell = takeCell();
      if (cell === undefined) return 'a quotation mark is never closed';
      cells.push(cell);
      if (text[at] !== separator) break;
      at += 1;
    }
    return take(restOfLine)?.[0] === '' ? cells : 'something stands between a closing quotation mark and the next cell';
  }

  for (; at < text.length; line += 1) {
    const first = line;
    const row = takeRow();
    if (typeof row === 'string') refused.push({ line: first, reason: row });
    else if (row.length > 1 || row[0] !== null) rows.push({ line: first, cells: row });
    take(restOfLine);
    take(lineBreak);
    if (rows.length % pieceLength !== 0) continue;
    progress(at / text.length);
    yield;
  }
  return { rows, refused };
}

/** The one that the first line has most of. */
function separatorOf(text: string): (typeof separators)[number] {
  const header = /^(?:"[^"]*"|[^"\r\n])*/.exec(text)?.[0].replaceAll(/"[^"]*"/g, '') ?? '';
  const times = (separator: string) => header.split(separator).length;
  return separators.reduce((best, separator) => (times(separator) > times(best) ? separator : best));
}
