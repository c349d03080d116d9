import { type LongText, LongTextWriter } from '../../domain/basics/long-text.ts';
import { type Problem, problem } from '../../domain/basics/problem.ts';
import { accept, assertNever, type Result, refuse } from '../../domain/basics/result.ts';
import { pieceLength, pieceLengthAt, takeInPieces, type Work, wholeRecordsLength } from '../../domain/basics/work.ts';
import { type Json, type JsonObject, member } from '../../domain/json/json.ts';
import { bareNull, type CsvCell, csvLine } from './csv.ts';

export const recordFormats = ['json', 'ndjson', 'csv'] as const;
export type RecordFormat = (typeof recordFormats)[number];

/** Cells of a CSV file: rows times columns. Records without common names would make a table of nearly empty cells. */
const maxCells = 20_000_000;

/** Characters of a text; V8 holds no more than half a billion. */
const maxLength = 200_000_000;

/** Characters after which writing pauses: well under a millisecond. */
const pieceCharacters = 65_536;

/**
 * Records as the text of a file that an import reads back: a JSON array with a line for each record, NDJSON or CSV. Pauses
 * every few hundred records and reports its progress from 0 to 1. Refused with `body-too-large` beyond {@link maxCells} or
 * {@link maxLength}.
 */
export function* recordsText(
  records: readonly JsonObject[],
  format: RecordFormat,
  progress: (share: number) => void = () => undefined,
): Work<Result<LongText, Problem>> {
  switch (format) {
    case 'json': {
      const element = (record: JsonObject, index: number) => `${index > 0 ? ',' : ''}\n${JSON.stringify(record)}`;
      return yield* joined({ head: '[', records, write: element, tail: '\n]\n' }, progress);
    }
    case 'ndjson': {
      const line = (record: JsonObject) => `${JSON.stringify(record)}\n`;
      return yield* joined({ head: '', records, write: line, tail: '' }, progress);
    }
    case 'csv': {
      const names = yield* memberNames(records);
      if (names.length * records.length > maxCells) {
        const table = `${names.length} columns and ${records.length} rows`;
        const detail = `The table would have ${table}; CSV takes at most ${maxCells} cells. Export JSON instead.`;
        return refuse(problem('body-too-large', detail, { limit: maxCells }));
      }
      const row = (record: JsonObject) => csvLine(names.map((name) => csvCell(member(record, name))));
      const piece = pieceLengthAt(Math.ceil(names.length / 16));
      return yield* joined({ head: csvLine(names), records, write: row, tail: '' }, progress, piece);
    }
    default:
      return assertNever(format);
  }
}

interface TextParts {
  readonly head: string;
  readonly records: readonly JsonObject[];
  readonly write: (record: JsonObject, index: number) => string;
  readonly tail: string;
}

function* joined(
  { head, records, write, tail }: TextParts,
  progress: (share: number) => void,
  piece = pieceLength,
): Work<Result<LongText, Problem>> {
  const text = new LongTextWriter();
  text.write(head);
  let paused = 0;
  for (const [index, record] of records.entries()) {
    text.write(write(record, index));
    if (text.length - paused < pieceCharacters && (index + 1) % piece !== 0) continue;
    if (text.length > maxLength) {
      const detail = `The text would be longer than ${maxLength} characters. Export fewer records.`;
      return refuse(problem('body-too-large', detail, { limit: maxLength }));
    }
    paused = text.length;
    progress((index + 1) / records.length);
    yield;
  }
  text.write(tail);
  return accept(text.end());
}

/** The member names of all records, in the order of their first appearance. */
function* memberNames(records: readonly JsonObject[]): Work<readonly string[]> {
  const names = new Set<string>();
  const addNames = (record: JsonObject) => {
    for (const name of Object.keys(record)) names.add(name);
  };
  yield* takeInPieces(records, addNames, wholeRecordsLength);
  return [...names];
}

function csvCell(value: Json | undefined): CsvCell | number | boolean {
  if (value === undefined) return null;
  if (value === null) return bareNull;
  return typeof value === 'object' ? JSON.stringify(value) : value;
}
