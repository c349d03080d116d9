import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type Problem, problem } from '../../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../../domain/basics/result.ts';
import { headerValue } from '../../message/header-lines.ts';
import type { UpstreamAddress } from './upstream-address.ts';

export interface UpstreamLimits {
  /** Milliseconds from the request to the last byte of the response. */
  readonly time: number;
  /** Bytes of the decoded body. */
  readonly bytes: number;
}

export const defaultLimits: UpstreamLimits = { time: 30_000, bytes: 16 * 2 ** 20 };

export interface UpstreamRequest {
  readonly method: string;
  /** Path and query, with the base path. */
  readonly path: string;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  readonly body: Buffer | null;
  /** Gives the request up, because its client has gone. */
  readonly signal: AbortSignal;
}

/** A complete response with its body decoded. */
export interface UpstreamResponse {
  readonly status: number;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/**
 * Sends a request over a connection of its own: bytes that a server sends after its response cannot become the response to
 * another client. Follows no redirects. Refused with `upstream-unavailable`, `upstream-timeout` or `upstream-invalid`.
 */
export async function fetchUpstream(
  address: UpstreamAddress,
  { method, path, headers, body, signal }: UpstreamRequest,
  limits: UpstreamLimits = defaultLimits,
): Promise<Result<UpstreamResponse, Problem>> {
  const { request } = await (address.isSecure ? import('node:https') : import('node:http'));
  return new Promise((resolve) => {
    const lines = body === null ? headers : [...headers, 'Content-Length', String(body.length)];
    const { hostname, port, host } = address;
    const sent = request({ hostname, port, method, path, headers: [...lines], agent: false, signal });
    const finish = (outcome: Result<UpstreamResponse, Problem>) => {
      clearTimeout(timer);
      resolve(outcome);
      sent.destroy();
    };
    const timer = setTimeout(() => {
      const detail = `${host} did not send its whole response within ${limits.time / 1000} seconds.`;
      finish(refuse(problem('upstream-timeout', detail)));
    }, limits.time);
    sent.on('error', (error) => finish(refuse(faultOf(error, host))));
    sent.on('upgrade', () =>
      finish(refuse(invalid(host, 'changes to another protocol, which the mock cannot pass on'))),
    );
    sent.on('response', (response) => {
      const { statusCode: status = 0, rawHeaders } = response;
      if (status < 200 || status > 599) return finish(refuse(invalid(host, `has the status ${status}`)));
      const decoded = decode(response, headerValue(rawHeaders, 'content-encoding'));
      if (!decoded) {
        const coding = headerValue(rawHeaders, 'content-encoding');
        return finish(refuse(invalid(host, `has the content coding ${coding}, which the mock cannot read`)));
      }
      const chunks: Buffer[] = [];
      let received = 0;
      decoded.on('data', (chunk: Buffer) => {
        received += chunk.length;
        if (received <= limits.bytes) chunks.push(chunk);
        else {
          decoded.destroy();
          finish(refuse(invalid(host, `is larger than the ${limits.bytes / 2 ** 20} MiB that the mock passes on`)));
        }
      });
      decoded.on('end', () => finish(accept({ status, headers: rawHeaders, body: Buffer.concat(chunks) })));
      const cut = () => finish(refuse(invalid(host, 'ends before its end')));
      response.on('error', cut);
      if (decoded !== response)
        decoded.on('error', () => finish(refuse(invalid(host, 'is not compressed as it says'))));
    });
    sent.end(body ?? undefined);
  });
}

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The content of a response; undefined for a coding that cannot be read. */
function decode(response: Readable, coding = 'identity'): Readable | undefined {
  const name = coding.trim().toLowerCase();
  if (name === 'identity' || name === '') return response;
  const decoder = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
  return decoder && response.pipe(decoder());
}

function invalid(host: string, fault: string): Problem {
  return problem('upstream-invalid', `The response of ${host} ${fault}.`);
}

const unreachable: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'no such host is known',
  EAI_AGAIN: 'its address cannot be looked up now',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'the host does not respond',
  ECONNRESET: 'it closed the connection without a response',
  EPIPE: 'it closed the connection without a response',
};

function faultOf(error: Error, host: string): Problem {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code.startsWith('HPE_')) return invalid(host, `is no valid HTTP: ${error.message.replace(/^Parse Error: /, '')}`);
  const reason = unreachable[code] ?? error.message.replace(/\.$/, '');
  return problem('upstream-unavailable', `The mock cannot get a response from ${host}: ${reason}.`);
}
