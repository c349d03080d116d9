import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Problem } from '../../domain/basics/problem.ts';
import { clientProblem } from './client-problem.ts';

/** The outcome of reading a request's body. */
export type ReadBody =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  /** `start` holds the chunks up to the limit. */
  | { readonly kind: 'too-large'; readonly start: Buffer; readonly received: number }
  /** Invalid framing or a timeout; the client is still connected. */
  | { readonly kind: 'broken'; readonly problem: Problem }
  | { readonly kind: 'disconnected' };

/** Bytes beyond the limit that are read and discarded, so that a client that only reads after sending gets its response. */
const mostDrained = 8 * 2 ** 20;

/** True when the request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined;
}

/** True while a body has been announced and has not arrived in full. */
export function awaitsBody(req: IncomingMessage): boolean {
  return !req.complete && hasBody(req);
}

/** Reads a body of at most `limit` bytes. Tells a client that expects it to continue (RFC 9110, 10.1.1). */
export function readBody(req: IncomingMessage, res: ServerResponse, limit: number): Promise<ReadBody> {
  const announced = Number(req.headers['content-length'] ?? 0);
  const waits = req.headers.expect !== undefined && req.httpVersion !== '1.0';
  if (announced > limit + (waits ? 0 : mostDrained)) {
    return Promise.resolve({ kind: 'too-large', start: Buffer.alloc(0), received: 0 });
  }
  if (waits) res.writeContinue();

  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let received = 0;

    function onData(chunk: Buffer): void {
      received += chunk.length;
      if (received <= limit) chunks.push(chunk);
      else if (received > limit + mostDrained) finish({ kind: 'too-large', start: Buffer.concat(chunks), received });
    }
    function onEnd(): void {
      const bytes = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
      finish(received <= limit ? { kind: 'whole', bytes } : { kind: 'too-large', start: bytes, received });
    }
    function onError(error: Error): void {
      const problem = clientProblem(error);
      finish(problem ? { kind: 'broken', problem } : { kind: 'disconnected' });
    }
    function onClose(): void {
      finish({ kind: 'disconnected' });
    }
    function finish(outcome: ReadBody): void {
      req.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
      req.pause();
      resolve(outcome);
    }
    req.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
  });
}
