import { type LogTerm, parseLogQuery, rowMeets } from '../contract/schema/log-query.ts';
import type { RequestSummary } from '../contract/schema/state.ts';
import { pieceLength, type Work } from '../domain/basics/work.ts';
import { type Captured, describeCaptured } from './captured-body.ts';
import { type LogEntry, summarize } from './log-entry.ts';

/** Selects at most `limit` requests with an id of at least `from` that meet a query of `parseLogQuery`. */
export interface LogSearch {
  readonly from?: number | undefined;
  readonly limit?: number | undefined;
  readonly query?: string | undefined;
}

interface Searchable {
  readonly nextId: number;
  readonly oldest: number;
  entry(id: number): LogEntry | undefined;
  annotated(): readonly Pick<LogEntry, 'id'>[];
}

/** Every request in a log, newest first. Requests may enter and leave the log meanwhile. */
export function* latestEntries(log: Searchable): Generator<LogEntry> {
  let id = log.nextId - 1;
  for (; id >= log.oldest; id -= 1) {
    const entry = log.entry(id);
    if (entry) yield entry;
  }
  for (const outside of log.annotated()) {
    // Later ones were still in the ring when it was walked.
    const entry = outside.id <= id ? log.entry(outside.id) : undefined;
    if (entry) yield entry;
  }
}

/** The latest requests of a log that meet a search, newest first. Pauses every few hundred requests. */
export function* searchEntries(
  log: Searchable,
  { from = 1, limit = Number.POSITIVE_INFINITY, query = '' }: LogSearch,
): Work<readonly RequestSummary[]> {
  const meets = entryTest(query);
  const rows: RequestSummary[] = [];
  for (let id = log.nextId - 1; id >= Math.max(from, log.oldest) && rows.length < limit; id -= 1) {
    const entry = log.entry(id);
    if (entry && meets(entry)) rows.push(summarize(entry));
    if (id % pieceLength === 0) yield;
  }
  return rows;
}

/** The predicate of a query in the grammar of {@link parseLogQuery}. Every request meets an empty query. */
export function entryTest(query: string): (entry: LogEntry) => boolean {
  const terms = parseLogQuery(query);
  return (entry) => {
    if (terms.length === 0) return true;
    const row = summarize(entry);
    return terms.every((term) => rowMeets(row, term) && messagesMeet(entry, term));
  };
}

/** True as well for a term about neither headers nor bodies. */
function messagesMeet({ headers, requestBody, requestBytes, response }: LogEntry, term: LogTerm): boolean {
  switch (term.field) {
    case 'header':
      return (hasLine(headers, term.value) || hasLine(response?.headers ?? [], term.value)) !== term.not;
    case 'body': {
      const isRequested = holds(requestBody, requestBytes, term.value);
      return (isRequested || holds(response?.body ?? null, response?.bytes ?? 0, term.value)) !== term.not;
    }
    default:
      return true;
  }
}

/** True if a line such as `ETag: "1-` contains the lower-case value, in any case. */
function hasLine(raw: readonly string[], value: string): boolean {
  for (let index = 0; index < raw.length; index += 2) {
    if (`${raw[index]}: ${raw[index + 1]}`.toLowerCase().includes(value)) return true;
  }
  return false;
}

/** True if the captured part is text that contains the lower-case value, in any case. */
function holds(captured: Captured | null, bytes: number, value: string): boolean {
  if (captured === null) return false;
  const { encoding, content } = describeCaptured(captured, bytes);
  return encoding === 'utf8' && content.toLowerCase().includes(value);
}
