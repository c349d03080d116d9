import { STATUS_CODES } from 'node:http';
import type { RequestDetail } from '../contract/schema/output.ts';
import type { RequestOrigin, RequestSummary } from '../contract/schema/state.ts';
import type { LogLimits } from '../domain/model/settings.ts';
import type { Explainer, Explanation, RecordedExchange } from '../domain/response/explanation.ts';
import { headerPairs, headerValue } from '../message/header-lines.ts';
import { parseTarget } from '../message/request-target.ts';
import type { TextBody } from '../message/text-body.ts';
import { type Captured, describeCaptured } from './captured-body.ts';

/** A connection of a client. */
export interface ClientConnection {
  /** Counts the connections since the start, from 1. */
  readonly number: number;
  /** The client's IP address. */
  readonly address: string;
}

/** A request whose head has arrived. */
export interface RequestHead {
  readonly method: string;
  /** The request target as it was sent. */
  readonly target: string;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  /** Name of the active scenario of the session, or of all clients without a session. */
  readonly scenario: string;
  /** The session that the request names; null for the shared live state. */
  readonly session: string | null;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The same moment on the monotonic clock, in milliseconds. */
  readonly started: number;
  readonly origin: RequestOrigin;
  /** True for a request over TLS. */
  readonly isSecure?: boolean;
  /** Missing in a request of an earlier run. */
  readonly connection?: ClientConnection;
  /** The instance that has served the request; null without sharing. */
  readonly instance?: string | null;
}

/** A response that was handed to the connection. */
export interface SentResponse {
  /** Null if the connection failed before any HTTP was sent. */
  readonly status: number | null;
  /** Names and values alternate. Without Content-Length, the connection's own headers and those that Node adds. */
  readonly headers: readonly string[];
  /** The value of Content-Length; null without that header. */
  readonly length: number | null;
  /** Null if no body was sent. */
  readonly body: string | Buffer | null;
  /** Bytes of the body. */
  readonly bytes: number;
  /** Null for a request that a middleware refused before an endpoint saw it. A text is the explanation as JSON. */
  readonly explainer: Explainer | string | null;
  /** Who ended the connection before the response was complete; missing for a complete response. */
  readonly brokenBy?: RequestDetail['brokenBy'];
}

/** A response as the log holds it: the body may be cut, and an explanation that was made early is JSON text. */
export interface LoggedResponse extends Pick<SentResponse, 'status' | 'headers' | 'length' | 'bytes'> {
  readonly body: Captured | null;
  readonly explanation: Explainer | string | null;
}

/** The delay of a response that the scenario delays, slows down or breaks. */
export interface DelayedResponse {
  /** Milliseconds from the arrival of the request to the decision about the response. */
  readonly decidedMs: number;
  /** Milliseconds that the scenario adds. */
  readonly delayMs: number;
  /** The decided status, which the client may never get; null for a request of an earlier run. */
  readonly status: number | null;
}

/** A request in the log. It refers to objects that exist anyway; rows and details are made on demand. */
export interface LogEntry extends RequestHead {
  readonly isSecure: boolean;
  /** Below zero for a request that has not entered the log yet. */
  id: number;
  readonly instance: string | null;
  target: string;
  headers: readonly string[];
  /** True if the response was to come from the upstream; its secrets are then masked. */
  isUpstream: boolean;
  requestBody: Captured | null;
  /** Bytes of the whole request body. */
  requestBytes: number;
  /** Whole microseconds from the arrival of the request to the end of its body; null without a body. */
  bodyMicros: number | null;
  /** Null for a response that leaves at once. */
  delayed: DelayedResponse | null;
  /** Null before the response, and for a request that never got one. */
  response: LoggedResponse | null;
  /** Whole microseconds; null while the request is in progress. */
  durationMicros: number | null;
  /** Who ended the exchange before its response was complete; null for a complete one. */
  brokenBy: RequestDetail['brokenBy'];
  /** The entry's share of the log's bytes. */
  weight: number;
  /** The moment of the timeline at which the response was decided; 0 before, and for one that no endpoint decided. */
  moment: number;
  /** An annotated entry stays when the log drops it from its ring. */
  annotation: RequestAnnotation | null;
}

/** A pin or a note that helps a person find a request again. */
export interface RequestAnnotation {
  readonly pinned: boolean;
  readonly note: string;
}

/** The entry of a request whose head has arrived. */
export function openEntry(id: number, head: RequestHead): LogEntry {
  const { method, target, headers, scenario, session, time, started, origin, connection } = head;
  const { isSecure = false, instance = null } = head;
  return {
    id,
    instance,
    method,
    target,
    headers,
    isUpstream: false,
    scenario,
    session,
    time,
    started,
    origin,
    isSecure,
    connection,
    requestBody: null,
    requestBytes: 0,
    bodyMicros: null,
    delayed: null,
    response: null,
    durationMicros: null,
    brokenBy: null,
    weight: 0,
    moment: 0,
    annotation: null,
  };
}

/** The row of a request in a list. */
export function summarize(entry: LogEntry): RequestSummary {
  const { id, time, method, target, origin, session, durationMicros, requestBytes, response, annotation, connection } =
    entry;
  return {
    id,
    time,
    origin,
    method,
    path: target,
    status: response?.status ?? null,
    durationMs: (durationMicros ?? 0) / 1000,
    scenario: scenarioName(entry),
    session,
    client: connection?.address ?? null,
    connection: connection?.number ?? null,
    requestBytes,
    responseBytes: response?.bytes ?? 0,
    pinned: annotation?.pinned ?? false,
    note: annotation?.note ?? '',
    ...(entry.isUpstream && { upstream: true as const }),
    ...(entry.isSecure && { secure: true as const }),
    ...(entry.instance !== null && { instance: entry.instance }),
  };
}

/**
 * Everything about a request. For a list, `record` asks for the place of a record as well; an explanation that was already
 * made as text lacks it.
 */
export function detail(entry: LogEntry, record?: string): RequestDetail {
  const { headers, requestBody, requestBytes, response } = entry;
  return {
    ...summarize(entry),
    request: {
      headers: headerPairs(headers),
      body: requestBody === null ? null : describeCaptured(requestBody, requestBytes),
    },
    response:
      response && response.status !== null
        ? {
            statusText: STATUS_CODES[response.status] ?? '',
            headers: [...headerPairs(response.headers), ...lengthLine(response)],
            body: response.body === null ? null : describeCaptured(response.body, response.bytes),
          }
        : null,
    timing: timingOf(entry),
    brokenBy: entry.brokenBy,
    explanation: explanationOf(entry, record),
  };
}

function timingOf({ bodyMicros, delayed }: LogEntry): RequestDetail['timing'] {
  return {
    bodyMs: bodyMicros === null ? null : bodyMicros / 1000,
    decidedMs: delayed && microsIn(delayed.decidedMs) / 1000,
    delayMs: delayed?.delayMs ?? 0,
  };
}

/** Whole microseconds: V8 stores a small integer without a heap object, which the log would hold for every request. */
export function microsIn(milliseconds: number): number {
  return Math.round(milliseconds * 1000);
}

/**
 * Decides how the log holds an explanation. An unmade explanation refers to its sources, such as the steps of a patch, and
 * needs the request's body. If the log holds that body only in part, or the response is large, the explanation is made now
 * from the whole `body` and held as JSON text, whose size counts.
 */
export function loggedExplanation(
  entry: LogEntry,
  { explainer, bytes, headers }: SentResponse,
  { bodyBytes }: LogLimits,
  body: TextBody,
): LoggedResponse['explanation'] {
  if (typeof explainer === 'string') return explainer;
  const holdsBody = entry.requestBytes === 0 || typeof entry.requestBody === 'string';
  return explainer === null || (holdsBody && bytes <= bodyBytes)
    ? explainer
    : JSON.stringify(explainer.explain(recordedExchange(entry, headers, body?.ok ? body.value : undefined)));
}

/** Reads the explanation only for a request that names a scenario itself. */
function scenarioName(entry: LogEntry): string {
  if (headerValue(entry.headers, 'x-mock-scenario') === undefined) return entry.scenario;
  return explanationOf(entry)?.scenario.name ?? entry.scenario;
}

/** The explanation of a response as JSON; null without one. */
export function explanationText(entry: LogEntry): string | null {
  const explanation = entry.response?.explanation ?? null;
  if (explanation === null || typeof explanation === 'string') return explanation;
  return JSON.stringify(explanation.explain(recordedExchange(entry, entry.response?.headers ?? [])));
}

function explanationOf(entry: LogEntry, record?: string): Explanation | null {
  const { response } = entry;
  if (!response || response.explanation === null) return null;
  return typeof response.explanation === 'string'
    ? (JSON.parse(response.explanation) as Explanation)
    : response.explanation.explain(recordedExchange(entry, response.headers), record);
}

/** The source of an explanation. Without `body`, the log must hold the request's body whole. */
export function recordedExchange(
  { method, target, headers, requestBody }: LogEntry,
  responseHeaders: readonly string[],
  body = typeof requestBody === 'string' ? requestBody : undefined,
): RecordedExchange {
  const parsed = parseTarget(target);
  return {
    method,
    path: parsed.ok ? parsed.value.path : target,
    query: parsed.ok ? parsed.value.query : '',
    header: (name) => headerValue(headers, name),
    body,
    responseHeader: (name) => headerValue(responseHeaders, name),
  };
}

function lengthLine({ length }: LoggedResponse): (readonly [string, string])[] {
  return length === null ? [] : [['Content-Length', String(length)]];
}

/** The number of characters in all texts. */
export function textLength(texts: readonly string[]): number {
  let length = 0;
  for (const text of texts) length += text.length;
  return length;
}
