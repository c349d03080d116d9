import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Next } from 'koa';
import type { MockContext } from '../../domain/session/context.ts';
import { readSessionName } from '../../domain/session/session-name.ts';
import type { RequestLog } from '../../log/request-log.ts';
import { headerValue, sharedLines } from '../../message/edge-request.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EdgeContext } from '../connection/edge-state.ts';
import type { OwnClient } from '../connection/own-client.ts';
import type { MockState } from './mock-state.ts';

export interface RequestCaptureOptions {
  readonly log: RequestLog;
  readonly clock: Clock;
  /** The mock as it is now, for everybody or for the clients of a session. */
  readonly context: (session: string | null) => MockContext;
  /** The console's own client, whose requests are marked. */
  readonly ownClient?: OwnClient | undefined;
}

/** Enters the request into the log before anything can refuse it, and takes the mock as it is at this moment. */
export function requestCapture({ log, clock, context, ownClient }: RequestCaptureOptions) {
  const latestHeaders = new WeakMap<Socket, LatestHeaders>();

  return function requestCapture({ req, state }: EdgeContext<MockState>, next: Next): unknown {
    shareHeaders(req, latestHeaders);
    const named = readSessionName(headerValue(req.rawHeaders, 'x-mock-session'));
    // A request with a bad name is answered by what everybody shares, which refuses it.
    const session = named.ok ? named.value : null;
    state.context = context(session);
    const entered = ownClient?.entering(req.socket);
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
