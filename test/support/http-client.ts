import { Agent, request } from 'node:http';
import type { Json } from '../../server/domain/json/json.ts';

export interface ClientRequest {
  readonly method?: string;
  /** A path with its query, or an absolute URL from a response. */
  readonly target: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string | undefined;
}

export interface ClientResponse {
  readonly status: number;
  /** In the order and the case of the wire. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The value of a header, by its case-insensitive name. Several lines are joined with ", ". */
  readonly header: (name: string) => string | undefined;
  readonly body: string;
  /** Parses the body as JSON. */
  readonly json: () => Json;
}

/** Sends one request and resolves with its response. */
export type Send = (request: ClientRequest) => Promise<ClientResponse>;

/** The Host header of every request. Without a port, so that URLs in responses do not depend on it. */
const host = 'localhost';

/** Bytes: the links of a list repeat its query, some of them with more percent encoding than was sent. */
const maxHeaderSize = 131_072;

/**
 * A client of a server on this machine. It adds only Host, Connection and Content-Length to a request. `fetch` adds more
 * (Cache-Control among them) and cannot send every header.
 */
export function clientOf(port: number, agent: Agent = new Agent({ keepAlive: true })): Send {
  return ({ method = 'GET', target, headers = [], body }) => {
    const path = target.startsWith(`http://${host}/`) ? target.slice(`http://${host}`.length) : target;
    const lines = headers.flat();
    if (!headers.some(([name]) => name.toLowerCase() === 'host')) lines.push('Host', host);
    if (body !== undefined) lines.push('Content-Length', String(Buffer.byteLength(body)));
    return new Promise((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port, agent, maxHeaderSize, method, path, headers: lines },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve(toResponse(response.statusCode ?? 0, response.rawHeaders, Buffer.concat(chunks).toString())),
          );
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  };
}

function toResponse(status: number, raw: readonly string[], body: string): ClientResponse {
  const headers = raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []));
  const header = (wanted: string) => {
    const values = headers.filter(([name]) => name.toLowerCase() === wanted.toLowerCase()).map(([, value]) => value);
    return values.length === 0 ? undefined : values.join(', ');
  };
  return { status, headers, header, body, json: () => JSON.parse(body) };
}
