import { isUtf8 } from 'node:buffer';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import type { CommandInput } from '../../contract/command.ts';
import type { SentRequest } from '../../contract/schema/output.ts';
import type { CapturedBody } from '../../contract/schema/state.ts';
import { headerPairs } from '../../message/header-lines.ts';
import type { Clock } from '../../runtime/clock.ts';

/** Bytes of an answer's body that are handed on. */
const keptBytes = 8 * 2 ** 20;

/** Milliseconds without a byte from the mock: longer than a scenario holds an answer back, unless it never gives one. */
const defaultPatience = 120_000;

export interface OwnClientOptions {
  readonly clock: Clock;
  readonly patience?: number;
}

/** A request under way. */
interface Sending {
  /** Id of its entry in the log, once it has one. */
  entry: number | null;
}

/**
 * The client of the mock API that the console has. It sends real requests, each over a connection of its own, so that the
 * mock answers them as anybody's. The mock knows them by their connection: nothing in the request says where it is from.
 */
export class RequestSender {
  /** By the client's end of the connection. */
  readonly #underWay = new Map<string, Sending>();
  readonly #clock: Clock;
  readonly #patience: number;

  constructor({ clock, patience = defaultPatience }: OwnClientOptions) {
    this.#clock = clock;
    this.#patience = patience;
  }

  /** What to do with the id of the log entry of a request that came over this connection; undefined for other clients'. */
  entering({ remoteAddress, remotePort }: Socket): ((entry: number) => void) | undefined {
    const sending = this.#underWay.get(endOf(remoteAddress, remotePort));
    return (
      sending &&
      ((entry) => {
        sending.entry = entry;
      })
    );
  }

  /** Sends a request to the mock that listens at that address, and waits for the whole answer. */
  async send(url: string, input: CommandInput<'requests.send'>): Promise<SentRequest> {
    const agent = new Agent({ keepAlive: true });
    const sending: Sending = { entry: null };
    const began = this.#clock.elapsed();
    try {
      const sent = openRequest(new URL(url), input, agent, this.#patience);
      sent.once('socket', (socket) => this.#follow(socket, sending));
      const received = await receive(sent, input.body);
      return { id: sending.entry, durationMs: this.#clock.elapsed() - began, ...received };
    } finally {
      agent.destroy();
    }
  }

  #follow(socket: Socket, sending: Sending): void {
    socket.once('connect', () => {
      const end = endOf(socket.localAddress, socket.localPort);
      this.#underWay.set(end, sending);
      socket.once('close', () => this.#underWay.delete(end));
    });
  }
}

/** A server on all addresses sees those of IPv4 in the form of IPv6. */
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
      fail('The mock server gave no answer for a long time; the console stopped waiting.');
      sent.destroy();
    });
    sent.on('error', (error) => fail(`The mock server gave no answer: ${reasonOf(error)}`));
    // Node hands such an answer to nobody else; the connection is not used for what it was switched to.
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
          fault: `The connection ended before the answer was whole: ${reasonOf(error)}`,
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
    body: describeBody(Buffer.concat(chunks)),
  };
}

function describeBody(whole: Buffer): CapturedBody | null {
  if (whole.length === 0) return null;
  const kept = whole.subarray(0, keptBytes);
  const encoding = isUtf8(kept) ? 'utf8' : 'base64';
  return {
    encoding,
    content: kept.toString(encoding),
    bytes: whole.length,
    truncated: kept.length < whole.length,
  };
}
