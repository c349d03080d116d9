import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Problem, problem } from '../../domain/basics/problem.ts';
import { clientProblem } from './client-problem.ts';

/** The response to the latest request of a connection. */
const latest = Symbol('latest response');

interface GuardedConnection extends Duplex {
  [latest]?: ServerResponse;
}

/**
 * Gives a server its handler for requests, and an answer for what never becomes one: messages that the parser or the
 * timers refuse, and tunnels. It sees to it that no such answer gets between the answers to earlier requests.
 */
export function guardConnections(server: Server, handle: (req: IncomingMessage, res: ServerResponse) => unknown): void {
  function onRequest(req: IncomingMessage, res: ServerResponse): void {
    const connection: GuardedConnection = req.socket;
    connection[latest] = res;
    handle(req, res);
  }
  server
    .on('request', onRequest)
    // The body's reader tells the client to continue, or the answer is a refusal.
    .on('checkContinue', onRequest)
    .on('checkExpectation', onRequest)
    .on('clientError', onClientError)
    .on('connect', (_req, connection) => {
      refuse(connection, problem('bad-request', 'This server is no proxy: it opens no tunnels.'));
    });
}

/** Waits for the turn after this one: what was decided in this one is written at its end, and shows only then. */
function onClientError(error: Error, connection: GuardedConnection): void {
  setImmediate(() => setImmediate(settle, error, connection));
}

function settle(error: Error, connection: GuardedConnection): void {
  const reason = clientProblem(error);
  const current = connection[latest];
  if (!connection.writable) return;
  if (reason === undefined) {
    connection.destroy();
  } else if (current === undefined || current.writableFinished) {
    refuse(connection, reason);
  } else if (!current.req.complete && current.req.listenerCount('error') > 0) {
    // The fault is in a body that is being read: its reader answers, and the request log hears of it.
    current.req.emit('error', error);
  } else {
    connection.destroy();
  }
}

/** Answers without a request and closes the connection. */
function refuse(connection: Duplex, reason: Problem): void {
  const body = JSON.stringify(reason);
  const head = [
    `HTTP/1.1 ${reason.status} ${STATUS_CODES[reason.status]}`,
    `Date: ${new Date().toUTCString()}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  connection.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => connection.destroy());
}
