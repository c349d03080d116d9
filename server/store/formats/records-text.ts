import { assertNever } from '../../domain/basics/result.ts';
import { pieceLength, type Work } from '../../domain/basics/work.ts';
import { type Json, type JsonObject, member } from '../../domain/json/json.ts';
import { bareNull, type CsvCell, csvLine } from './csv.ts';

export const recordFormats = ['json', 'ndjson', 'csv'] as const;
export type RecordFormat = (typeof recordFormats)[number];

/**
 * Records as the text of a file that an import reads back: a JSON array with a line for each record, NDJSON or CSV. Pauses
 * every few hundred records and reports its progress from 0 to 1.
 */
export function* recordsText(
  records: readonly JsonObject[],
  format: RecordFormat,
  progress: (share: number) => void = () => undefined,
): Work<string> {
  switch (format) {
    case 'json':
      return `[\n${yield* joined(records, progress, ',\n', (record) => JSON.stringify(record))}\n]\n`;
    case 'ndjson':
      return yield* joined(records, progress, '', (record) => `${JSON.stringify(record)}\n`);
    case 'csv': {
      const names = yield* memberNames(records);
      const row = (record: JsonObject) => csvLine(names.map((name) => csvCell(member(record, name))));
      return csvLine(names) + (yield* joined(records, progress, '', row));
    }
    default:
      return assertNever(format);
  }
}

function* joined(
  records: readonly JsonObject[],
  progress: (share: number) => void,
  separator: string,
  write: (record: JsonObject) => string,
): Work<string> {
  const texts: string[] = [];
  for (const record of records) {
    texts.push(write(record));
    if (texts.length % pieceLength !== 0) continue;
    progress(texts.length / records.length);
    yield;
  }
  return texts.join(separator);
}

/** The member names of all records, in the order of their first appearance. */
function* memberNames(records: readonly JsonObject[]): Work<readonly string[]> {
  const names = new Set<string>();
  let done = 0;
  for (const record of records) {
    for (const name of Object.keys(record)) names.add(name);
    done += 1;
    if (done % pieceLength === 0) yield;
  }
  return [...names];
}

function csvCell(value: Json | undefined): CsvCell | number | boolean {
  if (value === undefined) return null;
  if (value === null) return bareNull;
  return typeof value === 'object' ? JSON.stringify(value) : value;
}
