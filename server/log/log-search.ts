import { type LogTerm, parseLogQuery, rowMeets } from '../contract/schema/log-query.ts';
import { type Captured, describeCaptured } from './captured-body.ts';
import { type LogEntry, summarize } from './log-entry.ts';

/** What of the log is wanted: at most so many requests, those from an id on, and those that meet a query of `parseLogQuery`. */
export interface LogSearch {
  readonly from?: number | undefined;
  readonly limit?: number | undefined;
  readonly query?: string | undefined;
}

/** The test of a search in the grammar of {@link parseLogQuery}, for every request when it is empty. */
export function entryTest(query: string): (entry: LogEntry) => boolean {
  const terms = parseLogQuery(query);
  return (entry) => {
    if (terms.length === 0) return true;
    const row = summarize(entry);
    return terms.every((term) => rowMeets(row, term) && messagesMeet(entry, term));
  };
}

/** True as well for a term that does not look into the messages. */
function messagesMeet({ headers, requestBody, requestBytes, answer }: LogEntry, term: LogTerm): boolean {
  switch (term.field) {
    case 'header':
      return (hasLine(headers, term.value) || hasLine(answer?.headers ?? [], term.value)) !== term.not;
    case 'body': {
      const isAsked = holds(requestBody, requestBytes, term.value);
      return (isAsked || holds(answer?.body ?? null, answer?.bytes ?? 0, term.value)) !== term.not;
    }
    default:
      return true;
  }
}

/** Looks into the lines as they are written, such as `etag: "1-`. */
function hasLine(raw: readonly string[], value: string): boolean {
  for (let index = 0; index < raw.length; index += 2) {
    if (`${raw[index]}: ${raw[index + 1]}`.toLowerCase().includes(value)) return true;
  }
  return false;
}

/** What was captured of a body; bytes that are no text hold no text. */
function holds(captured: Captured | null, bytes: number, value: string): boolean {
  if (captured === null) return false;
  const { encoding, content } = describeCaptured(captured, bytes);
  return encoding === 'utf8' && content.toLowerCase().includes(value);
}
