import type { CommandInput } from '../contract/command.ts';
import { maskedRequest } from '../contract/schema/masked-request.ts';
import type { RequestDetail } from '../contract/schema/output.ts';
import { type LongText, LongTextWriter } from '../domain/basics/long-text.ts';
import type { Work } from '../domain/basics/work.ts';
import type { Secrets } from '../domain/request/secrets.ts';
import { csvLine } from '../store/formats/csv.ts';
import { harEntry, harLog } from './har.ts';
import { detail } from './log-entry.ts';
import { entryTest } from './log-search.ts';
import type { RequestLog } from './request-log.ts';

type ExportFormat = CommandInput<'requests.export'>['format'];

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
  format: ExportFormat,
  { secrets, query = '', ids }: ExportOptions,
): Work<LongText> {
  const wanted = ids && new Set(ids);
  const meets = entryTest(query);
  const { state, switches } = log;
  const [begin, end] = around(format, { ...state, switches, entries: [] }, log.sequence !== undefined);
  const text = new LongTextWriter();
  text.write(begin);
  let isFirst = true;
  for (const entry of [...log.entries()]) {
    yield;
    if (!(wanted?.has(entry.id) ?? true) || !(entry.annotation || log.holds(entry)) || !meets(entry)) continue;
    const whole = detail(entry);
    const exported = secrets ? maskedRequest(whole, secrets) : whole;
    if (format === 'csv') text.write(csvLine(cells(exported)));
    else if (format === 'har') text.write(element(harEntry(exported), '   ', isFirst));
    else text.write(element(exported, '  ', isFirst));
    isFirst = false;
  }
  text.write(isFirst || format === 'csv' ? end : `\n${format === 'har' ? '  ' : ' '}${end}`);
  return text.end();
}

/** An element of a list as indented JSON, with the separator in front of it. */
function element(value: unknown, indent: string, isFirst: boolean): string {
  return `${isFirst ? '' : ','}\n${indent}${JSON.stringify(value, null, 1).replaceAll('\n', `\n${indent}`)}`;
}

/** The text before and after the entries; `whole` is the JSON document with an empty list of entries, which it ends with. */
function around(format: ExportFormat, whole: object, isShared: boolean): readonly [string, string] {
  if (format === 'csv') return [csvLine(isShared ? [...columns, 'instance'] : columns), ''];
  const text = JSON.stringify(format === 'har' ? harLog([]) : whole, null, 1);
  const end = text.lastIndexOf(']');
  return [text.slice(0, end), text.slice(end)];
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
    // The last column of a log of several instances.
    ...(detail.instance === undefined ? [] : [detail.instance]),
  ];
}
