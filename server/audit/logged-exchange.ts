import type { AuditedExchange } from '../domain/audit/exchange.ts';
import { targetOf } from '../domain/endpoints/endpoints.ts';
import { type Captured, describeCaptured } from '../log/captured-body.ts';
import type { LogEntry } from '../log/log-entry.ts';
import { announcesBody } from '../log/received-request.ts';
import type { RequestLog } from '../log/request-log.ts';
import { headerValue } from '../message/header-lines.ts';
import { parseTarget } from '../message/request-target.ts';

/** Length of a client's name, after which it is cut. */
const longestName = 200;

/** The name of the client that sent a request: the value of a header, lower-case name. */
export function clientName({ headers }: Pick<LogEntry, 'headers'>, header: string): string {
  return (headerValue(headers, header) ?? '').slice(0, longestName);
}

/** Tells which record a path names. */
export type PathsOf = Parameters<typeof targetOf>[0];

/** A log entry as an exchange to audit. Read its bodies before the log drops the entry. */
export function loggedExchange(
  entry: LogEntry,
  log: RequestLog,
  workspace: PathsOf,
  clientHeader: string,
): AuditedExchange {
  const { id, time, durationMicros, connection, method, target, headers, response } = entry;
  const parsed = parseTarget(target);
  const { path, query } = parsed.ok ? parsed.value : { path: target, query: '' };
  const { collection, id: recordId } = targetOf(workspace, path);
  // The log reuses the memory of a longer body once it drops the entry.
  const text = (captured: Captured | null, bytes: number) =>
    captured === null || (typeof captured !== 'string' && !log.holds(entry)) ? undefined : wholeText(captured, bytes);
  return {
    id,
    time,
    durationMs: durationMicros === null ? null : durationMicros / 1000,
    connection: connection?.number ?? 0,
    client: `${entry.session ?? ''}\n${clientName(entry, clientHeader)}`,
    session: entry.session,
    scenario: entry.scenario,
    collection,
    recordId,
    method,
    path,
    query,
    header: (name) => headerValue(headers, name),
    hasContent: entry.requestBytes > 0 || announcesBody(entry),
    content: () => text(entry.requestBody, entry.requestBytes),
    isBinary: () =>
      entry.requestBody !== null && describeCaptured(entry.requestBody, entry.requestBytes).encoding === 'base64',
    status: response?.status ?? null,
    decided: response?.status ?? entry.delayed?.status ?? null,
    brokenBy: entry.brokenBy,
    responseHeader: (name) => (response ? headerValue(response.headers, name) : undefined),
    responseBody: () => (response ? text(response.body, response.bytes) : undefined),
  };
}

function wholeText(captured: Captured, bytes: number): string | undefined {
  const { encoding, content, truncated } = describeCaptured(captured, bytes);
  return encoding === 'utf8' && !truncated ? content : undefined;
}
