import { parseJson } from '../domain/json/json-text.ts';
import type { ReceivedBody, ReceivedRequest } from '../domain/verification/comparison.ts';
import { headerValue } from '../message/header-lines.ts';
import { parseTarget } from '../message/request-target.ts';
import { describeCaptured } from './captured-body.ts';
import type { LogEntry } from './log-entry.ts';
import type { RequestLog } from './request-log.ts';

/** A log entry as a request to verify. Read its body before the log drops the entry. */
export function receivedRequest(entry: LogEntry, log: RequestLog): ReceivedRequest {
  const { id, method, target, headers } = entry;
  const parsed = parseTarget(target);
  const { path, query } = parsed.ok ? parsed.value : { path: target, query: '' };
  let body: ReceivedBody | undefined;
  return {
    id,
    method,
    path,
    query,
    status: entry.response?.status ?? null,
    header: (name) => headerValue(headers, name),
    body: () => {
      body ??= receivedBody(entry, log);
      return body;
    },
  };
}

function receivedBody(entry: LogEntry, log: RequestLog): ReceivedBody {
  const { requestBody, requestBytes } = entry;
  if (requestBody === null) return requestBytes > 0 || announcesBody(entry) ? { kind: 'unknown' } : { kind: 'none' };
  // The log reuses the memory of a longer body once it drops the entry.
  if (typeof requestBody !== 'string' && !log.holds(entry)) return { kind: 'unknown' };
  const { encoding, content, truncated } = describeCaptured(requestBody, requestBytes);
  if (truncated) return { kind: 'unknown' };
  const parsed = encoding === 'utf8' ? parseJson(content) : undefined;
  return parsed?.ok ? { kind: 'json', value: parsed.value } : { kind: 'other' };
}

/** True for a request with a body, even if the log holds nothing of it because it was refused or broke off. */
export function announcesBody({ headers }: Pick<LogEntry, 'headers'>): boolean {
  const length = headerValue(headers, 'content-length');
  return headerValue(headers, 'transfer-encoding') !== undefined || (length !== undefined && length !== '0');
}
