import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Next } from 'koa';
import type { MockContext } from '../../domain/session/context.ts';
import type { Session } from '../../domain/session/session.ts';
import { readSessionName } from '../../domain/session/session-name.ts';
import type { ClientConnection, LogEntry, RequestHead } from '../../log/log-entry.ts';
import type { RequestLog } from '../../log/request-log.ts';
import { headerValue, sharedLines } from '../../message/header-lines.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { HttpContext, HttpState } from '../connection/http-context.ts';
import type { RequestSender } from '../connection/request-sender.ts';
import { isSecure } from '../connection/scheme.ts';

/** The state that the mock app's middleware share. A request that the host or origin check refused has no entry. */
export interface MockState extends HttpState {
  readonly entry?: LogEntry;
}

/** The state of a request that passed both checks. */
export interface CapturedState extends HttpState {
  /** The mock as it was when the request arrived. */
  context: MockContext;
  entry: LogEntry;
  /** The body of a response of the upstream with its secrets masked, null without one; missing for other responses. */
  maskedBody?: string | Buffer | null;
}

export interface RequestCaptureOptions {
  readonly log: RequestLog;
  readonly clock: Clock;
  /** The mock as it is now, for a session or for all other clients. */
  readonly context: (session: string | null) => MockContext;
  /** Sends the requests of "Try it", which the log labels. */
  readonly requestSender?: RequestSender | undefined;
  /** The session that serves a request in place of its own while an audit plays scenes against its client. */
  readonly stageFor?: ((head: RequestHead) => Session | undefined) | undefined;
}

/** Enters a request into the log and fixes the mock's context for it. */
export function requestCapture({ log, clock, context, requestSender, stageFor }: RequestCaptureOptions) {
  const latestHeaders = new WeakMap<Socket, LatestHeaders>();
  const newestHeaders: LatestHeaders = { lines: [] };
  const connections = new WeakMap<Socket, ClientConnection>();
  let opened = 0;

  function connectionOf(socket: Socket): ClientConnection {
    let connection = connections.get(socket);
    if (!connection) {
      opened += 1;
      connection = { number: opened, address: (socket.remoteAddress ?? '').replace(/^::ffff:/, '') };
      connections.set(socket, connection);
    }
    return connection;
  }

  return function requestCapture({ req, state }: HttpContext<CapturedState>, next: Next): unknown {
    shareHeaders(req, latestHeaders, newestHeaders);
    const named = readSessionName(headerValue(req.rawHeaders, 'x-mock-session'));
    // A request with an invalid name goes to the shared endpoints, which refuse it.
    const session = named.ok ? named.value : null;
    const own = context(session);
    const takeEntry = requestSender?.entryReceiver(req.socket);
    const head: RequestHead = {
      method: req.method ?? '',
      target: req.url ?? '',
      headers: req.rawHeaders,
      scenario: own.runs.active,
      session,
      time: clock.now(),
      started: clock.elapsed(),
      isSecure: isSecure(req.socket),
      origin: takeEntry ? 'console' : 'client',
      connection: connectionOf(req.socket),
      instance: log.sequence?.instance ?? null,
    };
    const stage = stageFor?.(head);
    state.context = stage ?? own;
    state.entry = log.begin(stage ? { ...head, scenario: stage.runs.active, session: stage.name } : head);
    takeEntry?.(state.entry);
    return next();
  };
}

/** The latest header lines of a connection, or of the newest one; names and values alternate. */
interface LatestHeaders {
  lines: string[];
}

/**
 * Shares equal header lines between the requests of a connection. A client repeats most of them, so that the log holds one
 * copy for thousands of requests, and the garbage collector has less to move. A connection begins with the lines of the
 * latest one: a client often opens several.
 */
function shareHeaders(req: IncomingMessage, latest: WeakMap<Socket, LatestHeaders>, newest: LatestHeaders): void {
  const known = latest.get(req.socket);
  const lines = sharedLines(known?.lines ?? newest.lines, req.rawHeaders);
  req.rawHeaders = lines;
  if (known) known.lines = lines;
  else {
    newest.lines = lines;
    latest.set(req.socket, { lines });
  }
}
