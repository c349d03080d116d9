import type { LogEntry, RequestHead, SentResponse } from '../../../server/log/log-entry.ts';
import type { RequestLog } from '../../../server/log/request-log.ts';
import { explanation } from '../http/app/mock-server.ts';

/** The head of a request, by default a GET of "/" from a client. */
export function requestHead(overrides: Partial<RequestHead> = {}): RequestHead {
  return {
    method: 'GET',
    target: '/',
    headers: [],
    scenario: 'Default',
    session: null,
    time: 0,
    started: 0,
    origin: 'client',
    ...overrides,
  };
}

/** A response as the server has sent it, by default an explained 200 without a body. */
export function sentResponse(overrides: Partial<SentResponse> = {}): SentResponse {
  return {
    status: 200,
    headers: [],
    length: null,
    body: null,
    bytes: 0,
    explainer: { explain: () => explanation },
    ...overrides,
  };
}

/** Logs a request and its response. */
export function logExchange(
  log: RequestLog,
  head: Partial<RequestHead> = {},
  response: Partial<SentResponse> = {},
): LogEntry {
  const entry = log.begin(requestHead(head));
  log.answered(entry, sentResponse(response), 1);
  return entry;
}
