import { assertNever } from '../../domain/basics/result.ts';
import { pieceLength, type Work } from '../../domain/basics/work.ts';
import type { Json, JsonObject } from '../../domain/json/json.ts';
import { member } from '../../domain/json/json.ts';

export const recordFormats = ['json', 'ndjson', 'csv'] as const;
export type RecordFormat = (typeof recordFormats)[number];

/**
 * Records as the text of a file that an import reads back: a JSON array with one record a line, NDJSON, or CSV. With a
 * pause every few hundred records; `progress` is told how many of them are written, from 0 to 1.
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
      const header = line(names.map(quoteCell));
      return (
        header +
        (yield* joined(records, progress, '', (record) => line(names.map((name) => cell(member(record, name))))))
      );
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

/** The members of all records, in the order in which they first appear. */
function* memberNames(records: readonly JsonObject[]): Work<readonly string[]> {
  const names = new Set<string>();
  let gone = 0;
  for (const record of records) {
    for (const name of Object.keys(record)) names.add(name);
    gone += 1;
    if (gone % pieceLength === 0) yield;
  }
  return [...names];
}

function line(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}

/** Nothing for a member that is not there; the bare word null for the value, which no text is written as. */
function cell(value: Json | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return quoteCell(value);
  return value !== null && typeof value === 'object' ? quoteCell(JSON.stringify(value)) : String(value);
}

/** Quoted where it has to be (RFC 4180, section 2), and where it would be read as nothing or as null. */
function quoteCell(text: string): string {
  return text === '' || text === 'null' || /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
