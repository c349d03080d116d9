import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { assertNever } from '../../domain/basics/result.ts';
import type { Explainer } from '../../domain/response/explanation.ts';
import { headerLinesOf } from '../../domain/response/mock-response.ts';
import type { Delivery, Fault, Pace } from '../../domain/scenario/delivery.ts';
import type { SentResponse } from '../../log/log-entry.ts';
import { headerValue } from '../../message/header-lines.ts';
import type { HttpResponse } from '../../message/http-response.ts';
import type { HttpContext } from './http-context.ts';
import { sendResponse, writeHead } from './send-response.ts';
import { tcpConnectionOf } from './tcp-connections.ts';

/** Milliseconds between two pieces of a throttled body. */
const throttleInterval = 100;

/**
 * Sends a response as the scenario demands: delayed, in pieces, broken or not at all. Undefined if the client disconnected
 * before the first byte.
 */
export async function deliverResponse(ctx: HttpContext, response: HttpResponse): Promise<SentResponse | undefined> {
  const { delay, pace, fault } = response.delivery;
  if (delay > 0 && !(await pause(ctx.res, delay))) return undefined;
  if (ctx.res.destroyed) return undefined;
  if (fault !== null && fault !== 'cut') {
    await fail(ctx.res, fault);
    const brokenBy = fault === 'hang' ? 'client' : 'server';
    return { ...unsent, explainer: explainUnsent(response), brokenBy };
  }
  return pace === null && fault === null ? sendResponse(ctx, response) : await sendAtPace(ctx, response, pace, fault);
}

const unsent = { status: null, headers: [], length: null, body: null, bytes: 0 };

/** Explains a decided response that was not sent, with its headers, which are recorded nowhere else. */
function explainUnsent({ explainer, headers }: HttpResponse): Explainer | null {
  const lines = headerLinesOf(headers);
  const responseHeader = (name: string) => headerValue(lines, name);
  return explainer && { explain: (kept, record) => explainer.explain({ ...kept, responseHeader }, record) };
}

/** Breaks the connection before the first byte of a response. Resolves once it is broken. */
async function fail(res: ServerResponse, fault: Exclude<Fault, 'cut'>): Promise<void> {
  const socket = await socketOf(res);
  switch (fault) {
    case 'reset':
      if (socket) tcpConnectionOf(socket).resetAndDestroy();
      return;
    case 'empty':
      socket?.end();
      return;
    case 'malformed':
      socket?.end('This is no HTTP.\r\n\r\n');
      return;
    case 'hang':
      await new Promise((resolve) => res.once('close', resolve));
      return;
    default:
      assertNever(fault);
  }
}

/** The socket, once the responses to earlier requests on it were sent; null if it closed before. */
function socketOf(res: ServerResponse): Socket | null | Promise<Socket | null> {
  if (res.socket || res.destroyed) return res.socket;
  return new Promise((resolve) => {
    res.once('socket', resolve).once('close', () => resolve(null));
  });
}

/** Sends the head, then the body at its pace; a cut body ends after its first half. */
async function sendAtPace(
  ctx: HttpContext,
  response: HttpResponse,
  pace: Pace | null,
  fault: Delivery['fault'],
): Promise<SentResponse> {
  const { res } = ctx;
  const sent = writeHead(ctx, response);
  if (sent.body === null) {
    res.end();
    return sent;
  }
  const whole = typeof sent.body === 'string' ? Buffer.from(sent.body) : sent.body;
  const body = fault === 'cut' ? whole.subarray(0, Math.floor(whole.length / 2)) : whole;
  res.flushHeaders();
  const written = await writeBody(res, body, pace);
  if (written < whole.length) res.destroy();
  else res.end();
  if (written === whole.length) return sent;
  const brokenBy = fault === 'cut' && written === body.length ? 'server' : 'client';
  return { ...sent, body: whole.subarray(0, written), bytes: written, brokenBy };
}

/** Writes a body until its end or until the client disconnects. Resolves to the number of bytes written. */
async function writeBody(res: ServerResponse, body: Buffer, pace: Pace | null): Promise<number> {
  const { size, interval } = pieces(body.length, pace);
  for (let offset = 0; offset < body.length; offset += size) {
    if (interval > 0 && !(await pause(res, interval))) return offset;
    const isWritten = await new Promise((resolve) => {
      res.write(body.subarray(offset, offset + size), (error) => resolve(!error));
    });
    if (!isWritten) return offset;
  }
  return body.length;
}

/** The bytes of a piece and the milliseconds before each. */
function pieces(bytes: number, pace: Pace | null): { readonly size: number; readonly interval: number } {
  if (pace === null) return { size: Math.max(1, bytes), interval: 0 };
  if (pace.kind === 'dribble') {
    return { size: Math.max(1, Math.ceil(bytes / pace.pieces)), interval: pace.milliseconds / pace.pieces };
  }
  const size = Math.max(1, Math.round((pace.bytesPerSecond * throttleInterval) / 1000));
  return { size, interval: (size / pace.bytesPerSecond) * 1000 };
}

/** Resolves to true after a time in milliseconds, or to false as soon as the connection closes. */
function pause(res: ServerResponse, milliseconds: number): Promise<boolean> {
  if (res.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    const timer = setTimeout(finish, milliseconds, true);
    const onClose = () => finish(false);
    res.once('close', onClose);
    function finish(isOpen: boolean): void {
      clearTimeout(timer);
      res.off('close', onClose);
      resolve(isOpen);
    }
  });
}
