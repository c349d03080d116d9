import { Agent, request } from 'node:http';
import type { Json } from '../../server/domain/json/json.ts';

export interface ClientRequest {
  readonly method?: string;
  /** A path with its query, or the whole address that an answer gave. */
  readonly target: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string | undefined;
}

export interface ClientResponse {
  readonly status: number;
  /** As they came over the wire. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The value of a header, whatever its case; several lines are joined with a comma and a space. */
  readonly header: (name: string) => string | undefined;
  readonly body: string;
  /** The body as JSON; throws where it is none. */
  readonly json: () => Json;
}

/** Sends one request and reads its answer. */
export type Send = (request: ClientRequest) => Promise<ClientResponse>;

/** The name under which a client asks, so that addresses in answers do not depend on the port. */
const host = 'localhost';

/**
 * A client of a server on this machine. It sends what it is told and nothing else but Host, Connection and the body's
 * length, which `fetch` does not: that asks caches to stand aside and cannot send every header.
 */
export function clientOf(port: number, agent: Agent = new Agent({ keepAlive: true })): Send {
  return ({ method = 'GET', target, headers = [], body }) => {
    const path = target.startsWith(`http://${host}/`) ? target.slice(`http://${host}`.length) : target;
    const lines = headers.flat();
    if (!headers.some(([name]) => name.toLowerCase() === 'host')) lines.push('Host', host);
    if (body !== undefined) lines.push('Content-Length', String(Buffer.byteLength(body)));
    return new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, agent, method, path, headers: lines }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve(answerOf(response.statusCode ?? 0, response.rawHeaders, Buffer.concat(chunks).toString())),
        );
      });
      sent.on('error', reject);
      sent.end(body);
    });
  };
}

function answerOf(status: number, raw: readonly string[], body: string): ClientResponse {
  const headers = raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []));
  const header = (wanted: string) => {
    const values = headers.filter(([name]) => name.toLowerCase() === wanted.toLowerCase()).map(([, value]) => value);
    return values.length === 0 ? undefined : values.join(', ');
  };
  return { status, headers, header, body, json: () => JSON.parse(body) };
}
