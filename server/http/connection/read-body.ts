import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Problem } from '../../domain/basics/problem.ts';
import { clientProblem } from './client-problem.ts';
import { WholeMessage } from './whole-message.ts';

/** The outcome of reading a request's body. */
export type ReadBody =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  /** `start` holds the chunks up to the limit. */
  | { readonly kind: 'too-large'; readonly start: Buffer; readonly received: number }
  /** Invalid framing or a timeout; the client is still connected. */
  | { readonly kind: 'broken'; readonly problem: Problem }
  | { readonly kind: 'disconnected' };

/** True when the request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined;
}

/** True while a body has been announced and has not arrived in full. */
export function awaitsBody(req: IncomingMessage): boolean {
  return !req.complete && hasBody(req);
}

/** True for a client that sends its body only when it is told to (RFC 9110, 10.1.1). */
export function awaitsContinue({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.expect !== undefined && httpVersion !== '1.0';
}

/** Bytes of a body that is put together as it arrives, if its length is announced. */
const longBody = 2 ** 21;

/** A body of at most `limit` bytes that has come in one chunk, which needs no reading; undefined for any other. */
export function arrivedBody(req: IncomingMessage, limit: number): ReadBody | undefined {
  const bytes = req instanceof WholeMessage ? req.whole : undefined;
  return bytes && bytes.length <= limit ? { kind: 'whole', bytes } : undefined;
}

/**
 * Reads a body of at most `limit` bytes. A larger one is known as such before its first byte, or as soon as the limit is
 * passed when it comes in chunks.
 */
export function readBody(req: IncomingMessage, res: ServerResponse, limit: number): Promise<ReadBody> {
  const announced = Number(req.headers['content-length'] ?? 0);
  if (announced > limit) {
    return Promise.resolve({ kind: 'too-large', start: Buffer.alloc(0), received: 0 });
  }
  if (awaitsContinue(req)) res.writeContinue();

  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    // Takes no memory until bytes arrive. Chunks of many megabytes would be joined in one go.
    const long = announced > longBody ? Buffer.allocUnsafeSlow(announced) : null;
    let received = 0;

    function onData(chunk: Buffer): void {
      received += chunk.length;
      if (long) chunk.copy(long, received - chunk.length);
      else if (received <= limit) chunks.push(chunk);
      else finish({ kind: 'too-large', start: Buffer.concat(chunks), received });
    }
    function onEnd(): void {
      const bytes =
        long?.subarray(0, received) ?? (chunks.length === 1 ? chunks[0] : undefined) ?? Buffer.concat(chunks);
      finish({ kind: 'whole', bytes });
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
    // The connection may have ended since the head came, and its events with it.
    if (req.errored) onError(req.errored);
    else if (req.destroyed) onClose();
    else req.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
  });
}
