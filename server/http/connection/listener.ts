import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Problem, problem } from '../../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../../domain/basics/result.ts';
import { type GuardedConnections, guardConnections } from './connection-guard.ts';
import { portHolder } from './port-holder.ts';
import { isSecureServer } from './scheme.ts';
import type { TlsIdentity } from './tls-identity.ts';
import { WholeMessage } from './whole-message.ts';

/** The part of a Koa app that a listener needs. */
export interface ListenerApp {
  callback(): (req: IncomingMessage, res: ServerResponse) => unknown;
}

export interface ListenOptions {
  /** TCP port; 0 takes any free one. */
  readonly port: number;
  /** Address or name of this machine to listen on. */
  readonly host: string;
  readonly timeouts?: Partial<Timeouts>;
  /** Serves HTTPS with this certificate; without it, HTTP. */
  readonly tls?: TlsIdentity | undefined;
}

/** Time limits for clients, in milliseconds. */
export interface Timeouts {
  /** From the connection, or from the request's first byte, to the end of the header section; also for a TLS handshake. */
  readonly headers: number;
  /** To the end of the body. */
  readonly request: number;
  /** Between two requests. */
  readonly keepAlive: number;
  /** In which a client must read something of its response. It may take twice as long until the connection is closed. */
  readonly read: number;
  /** Interval of the check for late clients, by which the first two limits may be exceeded. */
  readonly check: number;
}

export interface Listening {
  readonly port: number;
  readonly host: string;
  /** Such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** Shows another certificate to new connections; for HTTPS only. */
  readonly show: (identity: TlsIdentity) => void;
  /**
   * Stops listening. Waits this many milliseconds for the responses to requests in progress, none by default, and drops every
   * connection then.
   */
  readonly close: (patience?: number) => Promise<void>;
}

/**
 * Including the check interval, half-open requests end after 15 seconds and slow bodies after 30. Unread responses end after
 * 10 to 20 seconds.
 */
const defaultTimeouts: Timeouts = { headers: 14_000, request: 29_000, keepAlive: 60_000, read: 10_000, check: 1_000 };

/** Bytes of a header section; a larger one gets 431. */
const maxHeaderSize = 16_384;

/** Addresses that stand for all addresses of this machine; not every system can connect to them. */
const wildcards = new Set(['0.0.0.0', '::']);

/**
 * Serves an app on a port. Refused with `port-unavailable`; the problem's member `cause` is the code of the operating
 * system, such as `EADDRINUSE`.
 */
export async function listen(app: ListenerApp, options: ListenOptions): Promise<Result<Listening>> {
  const { port, host } = options;
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const common = {
    IncomingMessage: WholeMessage,
    insecureHTTPParser: false,
    // The host check refuses a missing Host header itself, with a problem as the body.
    requireHostHeader: false,
    maxHeaderSize,
    noDelay: true,
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.keepAlive,
    connectionsCheckingInterval: timeouts.check,
  };
  const { tls } = options;
  // TLS is loaded only when it is asked for.
  const server = tls
    ? (await import('node:https')).createServer({
        ...common,
        ...secureOptions(tls),
        handshakeTimeout: timeouts.headers,
      })
    : createServer(common);
  server.timeout = timeouts.read;
  const connections = guardConnections(server, app.callback());
  return new Promise((resolve) => {
    // The listener stays: later errors concern single connections, such as one beyond the limit of open files.
    server.on('error', (error) => void unavailable(error, options).then((problem) => resolve(refuse(problem))));
    server.listen(port, host, () => resolve(accept(listening(server, connections, host))));
  });
}

/** TLS 1.2 or 1.3 (RFC 8996), and no other protocol than HTTP/1.1 (RFC 7301). */
function secureOptions({ certificate, key }: TlsIdentity) {
  return { cert: certificate, key, minVersion: 'TLSv1.2', ALPNProtocols: ['http/1.1'] } as const;
}

function listening(server: Server, connections: GuardedConnections, host: string): Listening {
  const { address, family, port } = server.address() as AddressInfo;
  const name = family === 'IPv6' ? `[${address}]` : address;
  const scheme = isSecureServer(server) ? 'https' : 'http';
  const url = `${scheme}://${wildcards.has(address) ? 'localhost' : name}:${port}`;
  const show = (identity: TlsIdentity) => isSecureServer(server) && server.setSecureContext(secureOptions(identity));
  return { port, host, url, show, close: (patience = 0) => close(server, connections, patience) };
}

function close(server: Server, connections: GuardedConnections, patience: number): Promise<void> {
  return new Promise((resolve) => {
    const drop = () => {
      server.closeAllConnections();
      connections.drop();
    };
    const timer = setTimeout(drop, patience);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    if (patience > 0) connections.finish();
    else drop();
  });
}

async function unavailable(error: Error, { port, host }: ListenOptions): Promise<Problem> {
  const cause = 'code' in error ? String(error.code) : error.message;
  return problem('port-unavailable', await reason(cause, port, host), { port, host, cause });
}

async function reason(cause: string, port: number, host: string): Promise<string> {
  switch (cause) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken by ${(await portHolder(port)) ?? 'another program'}.`;
    case 'EACCES':
    case 'EPERM':
      return `This account may not use port ${port}; ports from 1024 up usually need no permission.`;
    case 'EADDRNOTAVAIL':
      return `${host} is not an address of this machine.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The name ${host} is not known here.`;
    default:
      return `Port ${port} on ${host} cannot be used (${cause}).`;
  }
}
