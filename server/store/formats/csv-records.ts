/**
 * Records from CSV. The first row names the members. A column takes its type from the collection's schema. Without one, a
 * column is of numbers, of booleans, or of JSON objects and arrays if all its cells are; otherwise it is text. A number must
 * be spelled as JSON would write it, so 007 and 1e3 are text. An empty cell omits its member. The unquoted word null is
 * JSON null, except in a column whose schema allows only strings.
 */

import { everyInPieces, pieceLengthAt, takeInPieces, type Work } from '../../domain/basics/work.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, member } from '../../domain/json/json.ts';
import { parseJson } from '../../domain/json/json-text.ts';
import { count, quote } from '../../domain/json/wording.ts';
import { bareNull, type CsvRow, readCsvRows } from './csv.ts';
import {
  type LineFault,
  type LineValue,
  type LineValues,
  noProgress,
  type ReadProgress,
  type RefusedLine,
  refusedLine,
} from './read-records.ts';

/** Returns the value of a cell, or undefined if the cell does not have the reader's type. */
type CellReader = (cell: string) => Json | undefined;

interface Column {
  readonly name: string;
  readonly read: CellReader;
  /** The value of the unquoted word null. */
  readonly bareNull: 'null' | null;
}

const readers = {
  text: (cell) => cell,
  number: (cell) => (String(Number(cell)) === cell && Number.isFinite(Number(cell)) ? Number(cell) : undefined),
  boolean: (cell) => (cell === 'true' ? true : cell === 'false' ? false : undefined),
  json: (cell) => {
    const parsed = parseJson(cell);
    return parsed.ok && (isJsonObject(parsed.value) || isJsonArray(parsed.value)) ? parsed.value : undefined;
  },
} as const satisfies Record<string, CellReader>;

/** The content of a reader's cell, in words. Every cell is a text. */
function expected(read: CellReader): string {
  if (read === readers.number) return 'a number';
  return read === readers.boolean ? 'true or false' : 'JSON';
}

const readersOfTypes: Readonly<Record<string, CellReader>> = {
  string: readers.text,
  number: readers.number,
  integer: readers.number,
  boolean: readers.boolean,
  object: readers.json,
  array: readers.json,
};

/** Reads records, typed by the schema that `schemaOf` has for the columns, if any. Pauses every few hundred rows. */
export function* readCsvRecords(
  text: string,
  schemaOf: (columns: readonly string[]) => JsonObject | null,
  progress: ReadProgress = noProgress,
): Work<LineValues> {
  const { rows, refused } = yield* readCsvRows(text, progress);
  const [header, ...others] = rows;
  const [unread] = refused;
  // Without its header, no row has a meaning.
  if (!header || (unread && unread.line < header.line)) {
    return { values: [], refused: refused.slice(0, 1), columns: [] };
  }
  const known = new Set<string | null>();
  const cells = header.cells.map((cell) => (cell === bareNull ? 'null' : cell));
  const fault = cells
    .map((name) => {
      const isTaken = known.has(name);
      known.add(name);
      return columnFault(name, isTaken);
    })
    .find((reason) => reason);
  if (fault !== undefined) return { values: [], refused: [{ line: header.line, reason: fault }], columns: [] };
  const names = cells.filter((name) => name !== null);
  const schema = schemaOf(names);
  const columns: Column[] = [];
  for (const [index, name] of names.entries()) {
    columns.push(yield* columnOf(name, index, schema, others));
    yield;
  }
  const values: LineValue[] = [];
  const refusedRows: RefusedLine[] = [];
  const read = ({ line, cells }: CsvRow) => {
    const { value, faults } = readRow(columns, cells);
    if (faults.length > 0) refusedRows.push(refusedLine(line, faults, value));
    else values.push({ line, value });
  };
  yield* takeInPieces(others, read, pieceLengthAt(Math.ceil(columns.length / 8)));
  return {
    values,
    refused: [...refused, ...refusedRows].sort((a, b) => a.line - b.line),
    columns: names,
  };
}

function columnFault(name: string | null, taken: boolean): string | undefined {
  if (name === null) return 'a column has no name';
  return taken ? `two columns are called ${quote(name)}` : undefined;
}

interface ReadRow {
  /** A cell of the wrong type is a text. */
  readonly value: JsonObject;
  readonly faults: readonly LineFault[];
}

/** The record of a row, and all faults of the row; one alone if the cells cannot be told apart. */
function readRow(columns: readonly Column[], cells: CsvRow['cells']): ReadRow {
  const faults: LineFault[] = [];
  const members: [string, Json][] = [];
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? null;
    if (cell === null) continue;
    const value = cell === bareNull ? column.bareNull : column.read(cell);
    if (value === undefined) {
      const reason = `${column.name} must be ${expected(column.read)}, not ${quote(String(cell))}`;
      faults.push({ member: column.name, reason });
    }
    members.push([column.name, value === undefined ? String(cell) : value]);
  }
  const value = Object.fromEntries(members);
  if (cells.length === columns.length) return { value, faults };
  const reason = `the row has ${count(cells.length, 'cell')}, the header has ${columns.length}`;
  return { value, faults: [{ reason }] };
}

function* columnOf(name: string, index: number, schema: JsonObject | null, rows: readonly CsvRow[]): Work<Column> {
  const types = typesOf(schema, name);
  const [type = null] = types.filter((one) => one !== 'null');
  const read = (type === null ? undefined : readersOfTypes[type]) ?? (yield* readerByCells(rows, index));
  return { name, read, bareNull: types.length > 0 && types.every((one) => one === 'string') ? 'null' : null };
}

/** The types that a schema allows for a member; empty if it does not restrict them. */
function typesOf(schema: JsonObject | null, name: string): readonly string[] {
  const properties = schema && member(schema, 'properties');
  const property = isJsonObject(properties ?? undefined) ? member(properties as JsonObject, name) : undefined;
  const type = isJsonObject(property) ? member(property, 'type') : undefined;
  return (isJsonArray(type) ? type : [type]).filter((one) => typeof one === 'string');
}

/** The reader that fits every cell of a column. */
function* readerByCells(rows: readonly CsvRow[], column: number): Work<CellReader> {
  let fitting: readonly CellReader[] = [readers.number, readers.boolean, readers.json];
  yield* everyInPieces(rows, ({ cells }) => {
    const cell = cells[column] ?? null;
    if (typeof cell === 'string' && fitting.some((read) => read(cell) === undefined)) {
      fitting = fitting.filter((read) => read(cell) !== undefined);
    }
    return fitting.length > 0;
  });
  return fitting[0] ?? readers.text;
}
