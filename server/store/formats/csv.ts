/**
 * CSV (RFC 4180): quoted cells, doubled quotes, line breaks in quotes. The reader also takes a semicolon or a tab as the
 * separator, which spreadsheets of many countries write.
 */
import type { Work } from '../../domain/basics/work.ts';
import type { ReadProgress, RefusedLine } from './read-records.ts';

export interface CsvRow {
  /** First line of the row in the file, from 1. */
  readonly line: number;
  readonly cells: readonly CsvCell[];
}

/** Null is an empty cell; a quoted empty cell is an empty text. */
export type CsvCell = string | typeof bareNull | null;

/** The unquoted word null, which stands for the JSON value; quoted, it is text. */
export const bareNull = Symbol('null');

/** Cells of a row; a longer row is hardly a table. */
const mostCells = 10_000;

/** Characters after which reading pauses. */
const pieceCharacters = 16_384;

const separators = [',', ';', '\t'] as const;
const plainCells = { ',': /[^,\r\n]*/y, ';': /[^;\r\n]*/y, '\t': /[^\t\r\n]*/y };
const lineBreak = /\r\n|\n|\r/y;
const restOfLine = /[^\r\n]*/y;

/** Reads all rows including the header and skips empty lines. Pauses every few hundred rows. */
export function* readCsvRows(
  text: string,
  progress: ReadProgress,
): Work<{ readonly rows: readonly CsvRow[]; readonly refused: readonly RefusedLine[] }> {
  const separator = separatorOf(text);
  const rows: CsvRow[] = [];
  const refused: RefusedLine[] = [];
  let at = 0;
  let line = 1;
  let paused = 0;

  function take(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = at;
    const match = expression.exec(text);
    if (match) at = expression.lastIndex;
    return match;
  }

  /** The content of a quoted cell. One expression for all of it would exhaust the stack on a million doubled quotes. */
  function takeQuoted(): string | undefined {
    let end = text.indexOf('"', at + 1);
    while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
    if (end < 0) return undefined;
    const cell = text.slice(at + 1, end);
    at = end + 1;
    return cell;
  }

  function takeCell(): CsvCell | undefined {
    if (text[at] !== '"') {
      const plain = take(plainCells[separator])?.[0] || null;
      return plain === 'null' ? bareNull : plain && withoutEscape(plain);
    }
    const cell = takeQuoted();
    line += (cell?.match(/\n|\r(?!\n)/g) ?? []).length;
    return cell && withoutEscape(cell.replaceAll('""', '"'));
  }

  /** The cells up to the end of the line, or the reason for refusing the row. */
  function takeRow(): CsvCell[] | string {
    const cells: CsvCell[] = [];
    for (;;) {
      const cell = takeCell();
      if (cell === undefined) return 'a quotation mark is never closed';
      cells.push(cell);
      if (cells.length > mostCells) return `the row has more than ${mostCells} cells`;
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
    if (at - paused < pieceCharacters) continue;
    paused = at;
    progress(at / text.length);
    yield;
  }
  return { rows, refused };
}

/** The most frequent separator of the first line. */
function separatorOf(text: string): (typeof separators)[number] {
  const times = { ',': 0, ';': 0, '\t': 0 };
  let isQuoted = false;
  for (const [character] of text.matchAll(/[",;\t\r\n]/g)) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '\r' || character === '\n') break;
    else times[character as keyof typeof times] += 1;
  }
  return separators.reduce((best, separator) => (times[separator] > times[best] ? separator : best));
}

/**
 * One line with its line break. Quotes a cell if a reader would otherwise take it for several cells, none or null. Puts an
 * apostrophe before text that a spreadsheet would evaluate as a formula; {@link readCsvRows} takes it away.
 */
export function csvLine(cells: readonly (CsvCell | number | boolean)[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(cell: CsvCell | number | boolean): string {
  if (cell === null) return '';
  if (cell === bareNull) return 'null';
  if (typeof cell !== 'string') return String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  return text === '' || text === 'null' || /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Text that a spreadsheet may take for a formula: an operator in front, also after spaces, invisible characters and quotes,
 * which some spreadsheets ignore. It matches with and without an apostrophe in front, so that one can be added and taken
 * away without loss.
 */
const formula = /^(?:["']*[\t\r\n]|[\s\p{C}"']*[=+\-@\uff1d\uff0b\uff0d\uff20])/u;

/** The text of a cell without the apostrophe that keeps a spreadsheet from evaluating it. */
function withoutEscape(text: string): string {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text;
}
