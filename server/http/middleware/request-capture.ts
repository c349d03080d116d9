import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Next } from 'koa';
import type { MockContext } from '../../domain/session/context.ts';
import { readSessionName } from '../../domain/session/session-name.ts';
import type { LogEntry } from '../../log/log-entry.ts';
import type { RequestLog } from '../../log/request-log.ts';
import { headerValue, sharedLines } from '../../message/header-lines.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { HttpContext, HttpState } from '../connection/http-context.ts';
import type { RequestSender } from '../connection/request-sender.ts';

/** The state that the mock app's middleware share; request capture sets both members. */
export interface MockState extends HttpState {
  /** The mock as it was when the request arrived. */
  context: MockContext;
  entry: LogEntry;
}

export interface RequestCaptureOptions {
  readonly log: RequestLog;
  readonly clock: Clock;
  /** The mock as it is now, for everybody or for the clients of a session. */
  readonly context: (session: string | null) => MockContext;
  /** The console's own client, whose requests are marked. */
  readonly requestSender?: RequestSender | undefined;
}

/** Enters the request into the log before anything can refuse it, and takes the mock as it is at this moment. */
export function requestCapture({ log, clock, context, requestSender }: RequestCaptureOptions) {
  const latestHeaders = new WeakMap<Socket, LatestHeaders>();

  return function requestCapture({ req, state }: HttpContext<MockState>, next: Next): unknown {
    shareHeaders(req, latestHeaders);
    const named = readSessionName(headerValue(req.rawHeaders, 'x-mock-session'));
    // A request with a bad name is answered by what everybody shares, which refuses it.
    const session = named.ok ? named.value : null;
    state.context = context(session);
    const entered = requestSender?.entering(req.socket);
    state.entry = log.begin({
      method: req.method ?? '',
      target: req.url ?? '',
      headers: req.rawHeaders,
      scenario: state.context.runs.active,
      session,
      time: clock.now(),
      started: clock.elapsed(),
      origin: entered ? 'console' : 'client',
    });
    entered?.(state.entry.id);
    return next();
  };
}

/** The latest header lines of a connection, names and values alternating. */
interface LatestHeaders {
  lines: string[];
}

/**
 * A client sends the same header lines, or most of them, with the requests of a connection. What the log keeps of ten
 * thousand of them is then one copy, which also spares the garbage collector most of what it would have to carry over.
 */
function shareHeaders(req: IncomingMessage, latest: WeakMap<Socket, LatestHeaders>): void {
  const known = latest.get(req.socket);
  if (!known) {
    latest.set(req.socket, { lines: req.rawHeaders });
    return;
  }
  const lines = sharedLines(known.lines, req.rawHeaders);
  req.rawHeaders = lines;
  known.lines = lines;
}
