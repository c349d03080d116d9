import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import type { CommandInput } from '../../contract/command.ts';
import type { SentRequest } from '../../contract/schema/output.ts';
import { describeBytes } from '../../log/captured-body.ts';
import { headerPairs } from '../../message/header-lines.ts';
import type { Clock } from '../../runtime/clock.ts';

/** Bytes of a response's body that the console gets. */
const mostBodyBytes = 8 * 2 ** 20;

/** Milliseconds without a byte from the mock: more than the longest delay of a scenario. */
const defaultTimeout = 120_000;

export interface OwnClientOptions {
  readonly clock: Clock;
  readonly timeout?: number;
  /** Resolves when a finished request has entered the log. */
  readonly logged?: () => Promise<void>;
}

/** A request in progress. */
interface Sending {
  /** Its entry in the log, once it has one. */
  entry: { readonly id: number } | null;
}

/**
 * Sends the requests of "Try it" to the mock API, each over a connection of its own. The log recognizes them by the client's
 * end of the connection, so that the requests themselves are like those of any other client.
 */
export class RequestSender {
  /** By the client's end of the connection. */
  readonly #inProgress = new Map<string, Sending>();
  readonly #clock: Clock;
  readonly #timeout: number;
  readonly #logged: () => Promise<void>;

  constructor({ clock, timeout = defaultTimeout, logged = async () => {} }: OwnClientOptions) {
    this.#clock = clock;
    this.#logged = logged;
    this.#timeout = timeout;
  }

  /** Takes the log entry of a request over this connection; undefined for a connection of another client. */
  entryReceiver(socket: Socket): ((entry: { readonly id: number }) => void) | undefined {
    // Asked of each request to the mock, and "Try it" seldom sends one.
    if (this.#inProgress.size === 0) return undefined;
    const { remoteAddress, remotePort } = socket;
    const sending = this.#inProgress.get(endOf(remoteAddress, remotePort));
    return (
      sending &&
      ((entry) => {
        sending.entry = entry;
      })
    );
  }

  /** Sends a request to the mock at this URL and waits for the whole response. */
  async send(url: string, input: CommandInput<'requests.send'>): Promise<SentRequest> {
    const agent = new Agent({ keepAlive: true });
    const sending: Sending = { entry: null };
    const began = this.#clock.elapsed();
    try {
      const sent = openRequest(new URL(url), input, agent, this.#timeout);
      sent.once('socket', (socket) => this.#follow(socket, sending));
      const received = await receive(sent, input.body);
      const durationMs = this.#clock.elapsed() - began;
      await this.#logged();
      const { id = 0 } = sending.entry ?? {};
      return { id: id > 0 ? id : null, durationMs, ...received };
    } finally {
      agent.destroy();
    }
  }

  #follow(socket: Socket, sending: Sending): void {
    socket.once('connect', () => {
      const end = endOf(socket.localAddress, socket.localPort);
      this.#inProgress.set(end, sending);
      socket.once('close', () => this.#inProgress.delete(end));
    });
  }
}

/** One end of a connection. A server on all addresses sees IPv4 addresses in their IPv6 form. */
function endOf(address: string | undefined, port: number | undefined): string {
  return `${address?.replace(/^::ffff:/, '')} ${port}`;
}

function openRequest(
  { hostname, port, host }: URL,
  { method, target, headers, body }: CommandInput<'requests.send'>,
  agent: Agent,
  timeout: number,
): ClientRequest {
  const lines = headers.flat();
  if (!headers.some(([name]) => name.toLowerCase() === 'host')) lines.unshift('Host', host);
  if (body !== null) lines.push('Content-Length', String(Buffer.byteLength(body)));
  const options = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port,
    agent,
    method,
    path: target,
    headers: lines,
    timeout,
  };
  return request(options);
}

type Received = Pick<SentRequest, 'response' | 'fault'>;

function receive(sent: ClientRequest, body: string | null): Promise<Received> {
  return new Promise((resolve) => {
    const fail = (fault: string) => resolve({ response: null, fault });
    sent.on('timeout', () => {
      fail('The mock server sent no response for a long time; the console stopped waiting.');
      sent.destroy();
    });
    sent.on('error', (error) => fail(`The mock server sent no response: ${reasonOf(error)}`));
    // Node emits no other event for this response; the upgraded connection is not used.
    sent.on('upgrade', (response, socket) => {
      resolve({ response: capturedResponse(response, []), fault: null });
      socket.destroy();
    });
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ response: capturedResponse(response, chunks), fault: null }));
      response.on('error', (error) =>
        resolve({
          response: capturedResponse(response, chunks),
          fault: `The connection ended before the end of the response: ${reasonOf(error)}`,
        }),
      );
    });
    sent.end(body ?? undefined);
  });
}

function reasonOf(error: Error): string {
  const code = 'code' in error ? error.code : undefined;
  return code === 'ECONNRESET' ? 'the connection was closed.' : `${error.message}.`;
}

function capturedResponse(response: IncomingMessage, chunks: readonly Buffer[]): SentRequest['response'] {
  return {
    status: response.statusCode ?? 0,
    headers: headerPairs(response.rawHeaders),
    body: chunks.length === 0 ? null : describeBytes(Buffer.concat(chunks), mostBodyBytes),
  };
}
