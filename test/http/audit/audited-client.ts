import { Agent, request } from 'node:http';
import type { Json } from '../../../server/domain/json/json.ts';
import { type ClientRequest, type ClientResponse, clientOf } from '../../support/http-client.ts';

/** A client in a session of its own, on one connection. */
export interface AuditedClient {
  readonly get: (target: string, headers?: Headers) => Promise<ClientResponse>;
  readonly send: (method: string, target: string, body?: Json, headers?: Headers) => Promise<ClientResponse>;
  /** Sends on a connection of its own. */
  readonly apart: (request: ClientRequest) => Promise<ClientResponse>;
  /** Sends a request and disconnects after so many milliseconds. */
  readonly giveUp: (request: ClientRequest, milliseconds: number) => Promise<void>;
}

type Headers = Readonly<Record<string, string>>;

export function auditedClient(port: number, name: string): AuditedClient {
  const own = { 'User-Agent': name, 'X-Mock-Session': name };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const one = clientOf(port, agent);
  const complete = ({ headers = [], ...rest }: ClientRequest): ClientRequest => ({
    ...rest,
    headers: [...Object.entries(own), ...headers],
  });
  // A body of undefined is no body; a string is sent as it is.
  const send = (method: string, target: string, body?: Json, headers: Headers = {}) => {
    const type = body === undefined || 'Content-Type' in headers ? {} : { 'Content-Type': 'application/json' };
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    return one(complete({ method, target, headers: Object.entries({ ...type, ...headers }), body: text }));
  };
  return {
    send,
    get: (target, headers) => send('GET', target, undefined, headers),
    apart: (wanted) => clientOf(port, new Agent({ keepAlive: false }))(complete(wanted)),
    giveUp: (wanted, milliseconds) => {
      const { method = 'GET', target: path, headers = [], body } = complete(wanted);
      return new Promise((resolve) => {
        const options = { host: '127.0.0.1', port, method, path, headers: headers.flat(), agent: false as const };
        const sent = request(options).on('error', () => resolve());
        sent.setHeader('Host', 'localhost');
        sent.end(body);
        setTimeout(() => sent.destroy(), milliseconds);
      });
    },
  };
}

export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Sends until a response comes, at most so often, with these waits. */
export async function retrying(send: () => Promise<ClientResponse>, ...waits: readonly number[]): Promise<void> {
  for (const wait of [0, ...waits]) {
    await pause(wait);
    const response = await send().catch(() => undefined);
    if (response && response.status < 400) return;
  }
}
