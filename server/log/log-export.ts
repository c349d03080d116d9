import type { CommandInput } from '../contract/command.ts';
import { maskedRequest } from '../contract/schema/masked-request.ts';
import type { RequestDetail } from '../contract/schema/output.ts';
import type { Secrets } from '../domain/request/secrets.ts';
import { csvLine } from '../store/formats/csv.ts';
import { harEntry, harLog } from './har.ts';
import type { RequestLog } from './request-log.ts';

export interface ExportOptions {
  /** The secrets to mask; null exports them. */
  readonly secrets: Secrets | null;
  /** Exports only the requests that meet this query of `parseLogQuery`. */
  readonly query?: string | undefined;
  /** Exports only these requests. */
  readonly ids?: readonly number[] | undefined;
}

/** The log as text, oldest request first: HAR 1.2, all details as JSON, or CSV (RFC 4180) with a line for each request. */
export function exportLog(
  log: RequestLog,
  format: CommandInput<'requests.export'>['format'],
  { secrets, query, ids }: ExportOptions,
): string {
  const wanted = ids && new Set(ids);
  const details = [...log.details(query)]
    .filter(({ id }) => wanted?.has(id) ?? true)
    .map((detail) => (secrets ? maskedRequest(detail, secrets) : detail));
  switch (format) {
    case 'har':
      return JSON.stringify(harLog(details.map(harEntry)), null, 1);
    case 'json':
      return JSON.stringify({ ...log.state, switches: log.switches, entries: details }, null, 1);
    case 'csv':
      return [csvLine(columns), ...details.map((detail) => csvLine(cells(detail)))].join('');
  }
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
