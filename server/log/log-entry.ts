import { STATUS_CODES } from 'node:http';
import type { RequestDetail } from '../contract/schema/output.ts';
import type { RequestOrigin, RequestSummary } from '../contract/schema/state.ts';
import type { LogLimits } from '../domain/model/settings.ts';
import type { Explainable, Explanation, RecordedExchange } from '../domain/response/explanation.ts';
import { headerPairs, headerValue } from '../message/header-lines.ts';
import { parseTarget } from '../message/request-target.ts';
import type { TextBody } from '../message/text-body.ts';
import { type Captured, describeCaptured } from './captured-body.ts';

/** What is known of a request when its head has arrived. */
export interface RequestHead {
  readonly method: string;
  /** The request target as it was sent. */
  readonly target: string;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  /** Name of the scenario that is active, for everybody or in the session. */
  readonly scenario: string;
  /** The session that the request names; null for the live state that all share. */
  readonly session: string | null;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The same moment on a clock that only goes forward, in milliseconds. */
  readonly started: number;
  readonly origin: RequestOrigin;
}

/** What is known of an answer when it has been handed to the connection. */
export interface SentResponse {
  /** Null when nothing was sent that is HTTP. */
  readonly status: number | null;
  /** Alternating names and values, but for the length and what is the connection's business or added by Node. */
  readonly headers: readonly string[];
  /** What Content-Length said; null where there was none. */
  readonly length: number | null;
  /** Null when no body was sent. */
  readonly body: string | Buffer | null;
  /** Bytes of the body. */
  readonly bytes: number;
  /** Null for a request that the edge refused. */
  readonly explained: Explainable | null;
}

/** An answer as the log keeps it: the body may be cut, and an explanation that had to be made at once is JSON text. */
export interface LoggedResponse extends Pick<SentResponse, 'status' | 'headers' | 'length' | 'bytes'> {
  readonly body: Captured | null;
  readonly explained: Explainable | string | null;
}

/** What is known of an answer that the scenario delays, slows down or breaks. */
export interface DelayedResponse {
  /** Milliseconds from the request's arrival until the answer was decided. */
  readonly decidedMs: number;
  /** Milliseconds that the scenario keeps it. */
  readonly delayMs: number;
}

/** A request in the log. It keeps what the request left anyway; rows and details are made when somebody asks. */
export interface LogEntry extends RequestHead {
  readonly id: number;
  requestBody: Captured | null;
  /** Bytes of the whole request body. */
  requestBytes: number;
  /** Whole microseconds from the arrival until the whole body was there; null where none came. */
  bodyMicros: number | null;
  /** Set where an answer does not leave at once. */
  held: DelayedResponse | null;
  /** Null while, or when, no answer was given. */
  answer: LoggedResponse | null;
  /** Whole microseconds; null while the request is under way. */
  durationMicros: number | null;
  /** Bytes that the entry counts for. */
  weight: number;
  /** Why the entry is kept whatever the log drops; null for most. */
  mark: RequestAnnotation | null;
}

/** What somebody did to a request to find it again. */
export interface RequestAnnotation {
  readonly pinned: boolean;
  readonly note: string;
}

/** The row of a request. */
export function summarize(entry: LogEntry): RequestSummary {
  const { id, time, method, target, origin, session, durationMicros, requestBytes, answer, mark } = entry;
  return {
    id,
    time,
    origin,
    method,
    path: target,
    status: answer?.status ?? null,
    durationMs: (durationMicros ?? 0) / 1000,
    scenario: scenarioName(entry),
    session,
    requestBytes,
    responseBytes: answer?.bytes ?? 0,
    pinned: mark?.pinned ?? false,
    note: mark?.note ?? '',
  };
}

/** Everything about a request, of a list also where that record is, unless only the text of the explanation is kept. */
export function detail(entry: LogEntry, record?: string): RequestDetail {
  const { headers, requestBody, requestBytes, answer } = entry;
  return {
    ...summarize(entry),
    request: {
      headers: headerPairs(headers),
      body: requestBody === null ? null : describeCaptured(requestBody, requestBytes),
    },
    response:
      answer && answer.status !== null
        ? {
            statusText: STATUS_CODES[answer.status] ?? '',
            headers: [...headerPairs(answer.headers), ...lengthLine(answer)],
            body: answer.body === null ? null : describeCaptured(answer.body, answer.bytes),
          }
        : null,
    timing: timingOf(entry),
    explanation: explanationOf(entry, record),
  };
}

function timingOf({ bodyMicros, held }: LogEntry): RequestDetail['timing'] {
  return {
    bodyMs: bodyMicros === null ? null : bodyMicros / 1000,
    decidedMs: held && microsIn(held.decidedMs) / 1000,
    delayMs: held?.delayMs ?? 0,
  };
}

/** Whole microseconds: V8 keeps such a number without an object of its own, which the log would hold for every request. */
export function microsIn(milliseconds: number): number {
  return Math.round(milliseconds * 1000);
}

/**
 * An explanation holds on to what it will be made from, such as the steps of a patch, and needs the body of the request.
 * Where that is not short, so that it is not held as it came, the explanation is made at once, of the `body` as it came, and
 * kept as text, whose size can be counted.
 */
export function keptExplanation(
  entry: LogEntry,
  { explained, bytes, headers }: SentResponse,
  { bodyBytes }: LogLimits,
  body: TextBody,
): LoggedResponse['explained'] {
  const isHeld = entry.requestBytes === 0 || typeof entry.requestBody === 'string';
  return explained === null || (isHeld && bytes <= bodyBytes)
    ? explained
    : JSON.stringify(explained.explain(keptOf(entry, headers, body?.ok ? body.value : undefined)));
}

/** Only a request that names a scenario itself needs its explanation for this. */
function scenarioName(entry: LogEntry): string {
  if (headerValue(entry.headers, 'x-mock-scenario') === undefined) return entry.scenario;
  return explanationOf(entry)?.scenario.name ?? entry.scenario;
}

function explanationOf(entry: LogEntry, record?: string): Explanation | null {
  const { answer } = entry;
  if (!answer || answer.explained === null) return null;
  return typeof answer.explained === 'string'
    ? (JSON.parse(answer.explained) as Explanation)
    : answer.explained.explain(keptOf(entry, answer.headers), record);
}

/**
 * What an explanation is made from. A request that got as far as that has a target that can be read, and a body that is
 * held whole, where it is not given.
 */
export function keptOf(
  { method, target, headers, requestBody }: LogEntry,
  answerHeaders: readonly string[],
  body = typeof requestBody === 'string' ? requestBody : undefined,
): RecordedExchange {
  const parsed = parseTarget(target);
  return {
    method,
    path: parsed.ok ? parsed.value.path : target,
    header: (name) => headerValue(headers, name),
    body,
    responseHeader: (name) => headerValue(answerHeaders, name),
  };
}

function lengthLine({ length }: LoggedResponse): (readonly [string, string])[] {
  return length === null ? [] : [['Content-Length', String(length)]];
}

/** Characters of all these texts. */
export function textLength(texts: readonly string[]): number {
  let length = 0;
  for (const text of texts) length += text.length;
  return length;
}
