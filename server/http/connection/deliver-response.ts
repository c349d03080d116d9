import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { assertNever } from '../../domain/basics/result.ts';
import type { Explainable } from '../../domain/response/explanation.ts';
import type { Delivery, Fault, Pace } from '../../domain/scenario/delivery.ts';
import type { SentResponse } from '../../log/log-entry.ts';
import { headerValue } from '../../message/header-lines.ts';
import type { HttpResponse } from '../../message/http-response.ts';
import type { HttpContext } from './http-context.ts';
import { sendResponse, writeHead } from './send-response.ts';

/** Milliseconds between two pieces of a throttled body. */
const throttleInterval = 100;

/**
 * Brings an answer to its client as the scenario has it: late, in pieces, broken, or not at all. Undefined when the client
 * went away before its first byte.
 */
export async function deliverResponse(ctx: HttpContext, answer: HttpResponse): Promise<SentResponse | undefined> {
  const { delay, pace, fault } = answer.delivery;
  if (delay > 0 && !(await pause(ctx.res, delay))) return undefined;
  if (ctx.res.destroyed) return undefined;
  if (fault !== null && fault !== 'cut') {
    await fail(ctx.res, fault);
    return { status: null, headers: [], length: null, body: null, bytes: 0, explained: explainedUnsent(answer) };
  }
  return pace === null && fault === null ? sendResponse(ctx, answer) : await sendBody(ctx, answer, pace, fault);
}

/** What explains an answer that was decided, but not sent: its headers are nowhere else. */
function explainedUnsent({ explained, headers }: HttpResponse): Explainable | null {
  const lines = Object.entries(headers).flat();
  const responseHeader = (name: string) => headerValue(lines, name);
  return explained && { explain: (kept, record) => explained.explain({ ...kept, responseHeader }, record) };
}

/** Lets the connection fail before a byte of an answer. Resolves when it is over. */
async function fail(res: ServerResponse, fault: Exclude<Fault, 'cut'>): Promise<void> {
  const socket = await untilTurn(res);
  switch (fault) {
    case 'reset':
      socket?.resetAndDestroy();
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

/** The connection, once the answers to earlier requests of it are on their way; null when it is gone. */
function untilTurn(res: ServerResponse): Socket | null | Promise<Socket | null> {
  if (res.socket || res.destroyed) return res.socket;
  return new Promise((resolve) => {
    res.once('socket', resolve).once('close', () => resolve(null));
  });
}

/** Writes the head, then the body, or its first half where it is cut, at its pace. */
async function sendBody(
  ctx: HttpContext,
  answer: HttpResponse,
  pace: Pace | null,
  fault: Delivery['fault'],
): Promise<SentResponse> {
  const { res } = ctx;
  const sent = writeHead(ctx, answer);
  if (sent.body === null) {
    res.end();
    return sent;
  }
  const whole = Buffer.from(sent.body);
  const body = fault === 'cut' ? whole.subarray(0, Math.floor(whole.length / 2)) : whole;
  res.flushHeaders();
  const written = await writeBody(res, body, pace);
  if (written < whole.length) res.destroy();
  else res.end();
  return { ...sent, body: whole.subarray(0, written), bytes: written };
}

/** Writes all of a body, or as much of it as the client waits for, and says how many bytes that were. */
async function writeBody(res: ServerResponse, body: Buffer, pace: Pace | null): Promise<number> {
  const { size, interval } = pieces(body.length, pace);
  for (let at = 0; at < body.length; at += size) {
    if (interval > 0 && !(await pause(res, interval))) return at;
    const isWritten = await new Promise((resolve) => {
      res.write(body.subarray(at, at + size), (error) => resolve(!error));
    });
    if (!isWritten) return at;
  }
  return body.length;
}

/** Bytes of a piece, and milliseconds before each. */
function pieces(bytes: number, pace: Pace | null): { readonly size: number; readonly interval: number } {
  if (pace === null) return { size: Math.max(1, bytes), interval: 0 };
  if (pace.kind === 'dribble') {
    return { size: Math.max(1, Math.ceil(bytes / pace.pieces)), interval: pace.milliseconds / pace.pieces };
  }
  const size = Math.max(1, Math.round((pace.bytesPerSecond * throttleInterval) / 1000));
  return { size, interval: (size / pace.bytesPerSecond) * 1000 };
}

/** Waits that many milliseconds; false at once when the connection closes before. */
function pause(res: ServerResponse, milliseconds: number): Promise<boolean> {
  if (res.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    const timer = setTimeout(finish, milliseconds, true);
    const onClose = () => finish(false);
    res.once('close', onClose);
    function finish(isThere: boolean): void {
      clearTimeout(timer);
      res.off('close', onClose);
      resolve(isThere);
    }
  });
}
