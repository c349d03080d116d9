import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Problem, problem } from '../../domain/basics/problem.ts';
import { clientProblem } from './client-problem.ts';
import { isSecureServer } from './scheme.ts';
import { followHandshakes } from './tcp-connections.ts';

/** The response to the latest request of a connection. */
const latest = Symbol('latest response');

interface GuardedConnection extends Socket {
  [latest]?: ServerResponse;
}

/** The open connections of a server. */
export interface GuardedConnections {
  /**
   * Closes each connection once the responses to its requests are sent; at once if it has none in progress. Those responses
   * say `Connection: close` where their head is still to be sent.
   */
  finish(): void;
  /** Closes the connections that have not ended their TLS handshake. */
  drop(): void;
}

/**
 * Connects a server to its request handler, and responds to messages that never become a request: refused by the parser or
 * a timer, or asking for a tunnel. Such a response never comes before the responses to earlier requests. Closes idle
 * connections.
 */
export function guardConnections(
  server: Server,
  handle: (req: IncomingMessage, res: ServerResponse) => unknown,
): GuardedConnections {
  const open = new Set<GuardedConnection>();
  const isSecure = isSecureServer(server);
  const handshakes = isSecure ? followHandshakes(server) : new Set<Socket>();
  let isFinishing = false;

  function onRequest(req: IncomingMessage, res: ServerResponse): void {
    const connection: GuardedConnection = req.socket;
    connection[latest] = res;
    if (isFinishing) closeAfter(connection, res);
    handle(req, res);
  }
  server
    .on(isSecure ? 'secureConnection' : 'connection', (connection: GuardedConnection) => {
      open.add(connection);
      connection.once('close', () => open.delete(connection));
    })
    .on('request', onRequest)
    // readBody tells the client to continue, or the request is refused.
    .on('checkContinue', onRequest)
    .on('checkExpectation', onRequest)
    .on('clientError', onClientError)
    .on('timeout', closeIdle)
    .on('connect', (_req, connection) => {
      refuse(connection, problem('bad-request', 'This server is no proxy: it opens no tunnels.'));
    });
  const drop = () => {
    for (const connection of handshakes) connection.destroy();
  };
  return {
    drop,
    finish() {
      isFinishing = true;
      drop();
      for (const connection of open) {
        const current = connection[latest];
        if (current === undefined || current.writableFinished) connection.destroy();
        else closeAfter(connection, current);
      }
    },
  };
}

/** Closes a connection after a response, unless it is in use by a later request then. */
function closeAfter(connection: GuardedConnection, response: ServerResponse): void {
  response.shouldKeepAlive = false;
  response.once('finish', () => connection[latest] === response && connection.destroySoon());
}

/**
 * Closes a connection on which nothing has moved for a while, if its client does not read its response, or sends no further
 * request. Other timers end unfinished requests, and a response may be made, or delayed by a scenario, for long.
 */
function closeIdle(connection: GuardedConnection): void {
  if (connection.writableLength > 0 || connection[latest]?.writableFinished) connection.destroy();
}

/** Waits for two turns: a response decided in this turn is written at its end, and finished in the next. */
function onClientError(error: Error, connection: GuardedConnection): void {
  setImmediate(() => setImmediate(respond, error, connection));
}

function respond(error: Error, connection: GuardedConnection): void {
  const reason = clientProblem(error);
  const current = connection[latest];
  // Node leaves a connection open whose TLS handshake has failed.
  if (!connection.writable) {
    connection.destroy();
    return;
  }
  if (reason === undefined) {
    connection.destroy();
  } else if (current === undefined || current.writableFinished) {
    refuse(connection, reason);
  } else if (!current.req.complete && current.req.listenerCount('error') > 0) {
    // The fault is in a body in progress: readBody reports it, and the request log gets the response.
    current.req.emit('error', error);
  } else {
    connection.destroy();
  }
}

/** Responds without a request and closes the connection. */
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
