import type { CommandInput } from '../contract/command.ts';
import { maskedRequest } from '../contract/schema/masked-request.ts';
import type { RequestDetail } from '../contract/schema/output.ts';
import type { Work } from '../domain/basics/work.ts';
import type { Secrets } from '../domain/request/secrets.ts';
import { csvLine } from '../store/formats/csv.ts';
import { harEntry, harLog } from './har.ts';
import { detail } from './log-entry.ts';
import { entryTest } from './log-search.ts';
import type { RequestLog } from './request-log.ts';

export interface ExportOptions {
  /** The secrets to mask; null exports them. */
  readonly secrets: Secrets | null;
  /** Exports only the requests that meet this query of `parseLogQuery`. */
  readonly query?: string | undefined;
  /** Exports only these requests. */
  readonly ids?: readonly number[] | undefined;
}

/**
 * The log as text, oldest request first: HAR 1.2, all details as JSON, or CSV (RFC 4180) with a line for each request. Pauses
 * after each request; one that the log drops meanwhile is left out.
 */
export function* exportLog(
  log: RequestLog,
  format: CommandInput<'requests.export'>['format'],
  { secrets, query = '', ids }: ExportOptions,
): Work<string> {
  const wanted = ids && new Set(ids);
  const meets = entryTest(query);
  const begin = format === 'csv' ? csvLine(columns) : '';
  const { state, switches } = log;
  let text = '';
  for (const entry of [...log.entries()]) {
    yield;
    if (!(wanted?.has(entry.id) ?? true) || !(entry.annotation || log.holds(entry)) || !meets(entry)) continue;
    const whole = detail(entry);
    const exported = secrets ? maskedRequest(whole, secrets) : whole;
    if (format === 'csv') text += csvLine(cells(exported));
    else if (format === 'har') text += element(harEntry(exported), '   ', text === '');
    else text += element(exported, '  ', text === '');
  }
  if (format === 'har') return withEntries(harLog([]), text, '  ');
  return format === 'json' ? withEntries({ ...state, switches, entries: [] }, text, ' ') : begin + text;
}

/** An element of a list as indented JSON, with the separator in front of it. */
function element(value: unknown, indent: string, isFirst: boolean): string {
  return `${isFirst ? '' : ','}\n${indent}${JSON.stringify(value, null, 1).replaceAll('\n', `\n${indent}`)}`;
}

/** A document as JSON, with elements in the empty list that it ends with. */
function withEntries(document: object, elements: string, indent: string): string {
  const text = JSON.stringify(document, null, 1);
  if (elements === '') return text;
  const end = text.lastIndexOf(']');
  return `${text.slice(0, end)}${elements}\n${indent}${text.slice(end)}`;
}

const columns = [
  'id',
  'time',
  'method',
  'path',
  'status',
  'durationMs',
  'scenario',
  'session',
  'requestBytes',
  'responseBytes',
  'verdict',
];

/** Cells of one request. */
function cells(detail: RequestDetail): readonly (string | number | null)[] {
  return [
    detail.id,
    new Date(detail.time).toISOString(),
    detail.method,
    detail.path,
    detail.status,
    detail.durationMs,
    detail.scenario,
    detail.session,
    detail.requestBytes,
    detail.responseBytes,
    detail.explanation?.verdict ?? null,
  ];
}
