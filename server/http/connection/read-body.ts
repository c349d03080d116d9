import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Problem } from '../../domain/basics/problem.ts';
import { clientProblem } from './client-problem.ts';

/** What became of a request's body. */
export type ReadBody =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  /** `start` holds what came before the limit. */
  | { readonly kind: 'too-large'; readonly start: Buffer; readonly received: number }
  /** The framing broke or the time was over; the client is still there to hear about it. */
  | { readonly kind: 'broken'; readonly problem: Problem }
  | { readonly kind: 'gone' };

/** Bytes beyond the limit that are read and thrown away, so that a client that does not listen while it sends gets its answer. */
const drained = 8 * 2 ** 20;

/** True when the request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined;
}

/** True while a body has been announced and has not arrived in full. */
export function awaitsBody(req: IncomingMessage): boolean {
  return !req.complete && hasBody(req);
}

/** Reads a body of at most `limit` bytes, telling a client that waits for it to go on (RFC 9110, 10.1.1). */
export function readBody(req: IncomingMessage, res: ServerResponse, limit: number): Promise<ReadBody> {
  const announced = Number(req.headers['content-length'] ?? 0);
  const waits = req.headers.expect !== undefined && req.httpVersion !== '1.0';
  if (announced > limit + (waits ? 0 : drained)) {
    return Promise.resolve({ kind: 'too-large', start: Buffer.alloc(0), received: 0 });
  }
  if (waits) res.writeContinue();

  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let received = 0;

    function onData(chunk: Buffer): void {
      received += chunk.length;
      if (received <= limit) chunks.push(chunk);
      else if (received > limit + drained) finish({ kind: 'too-large', start: Buffer.concat(chunks), received });
    }
    function onEnd(): void {
      const bytes = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
      finish(received <= limit ? { kind: 'whole', bytes } : { kind: 'too-large', start: bytes, received });
    }
    function onError(error: Error): void {
      const problem = clientProblem(error);
      finish(problem ? { kind: 'broken', problem } : { kind: 'gone' });
    }
    function onClose(): void {
      finish({ kind: 'gone' });
    }
    function finish(outcome: ReadBody): void {
      req.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
      req.pause();
      resolve(outcome);
    }
    req.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
  });
}
