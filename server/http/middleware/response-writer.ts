import type { Socket } from 'node:net';
import type { Next } from 'koa';
import { LongText } from '../../domain/basics/long-text.ts';
import { immediateDelivery } from '../../domain/scenario/delivery.ts';
import type { DelayedResponse, SentResponse } from '../../log/log-entry.ts';
import type { HttpResponse } from '../../message/http-response.ts';
import { encodeInPieces, shortText } from '../../message/long-text.ts';
import type { Scheduler } from '../../runtime/scheduler.ts';
import { deliverResponse } from '../connection/deliver-response.ts';
import type { HttpContext, HttpState } from '../connection/http-context.ts';
import { endResponse, writeHead } from '../connection/send-response.ts';

/** Hears how each request ends. */
export interface DeliveryObserver<State extends HttpState> {
  /** The response is decided; its first byte leaves after `delay` milliseconds, or its body leaves slowly or broken. */
  readonly delayed: (ctx: HttpContext<State>, delayed: Omit<DelayedResponse, 'decidedMs'>) => void;
  readonly sent: (ctx: HttpContext<State>, sent: SentResponse) => void;
  /** The client disconnected before there was a response, or during its delay. */
  readonly abandoned: (ctx: HttpContext<State>) => void;
}

/** Resolves in the next round of microtasks, after all responses of this turn were written. */
const allWritten = Promise.resolve();

/**
 * Writes the response that the inner middleware decided. Responses to several clients leave together at the end of a turn of
 * the event loop, so that each client process wakes once; a client that sends alone gets each response at once. Without
 * this batching, GET with 16 connections has 0.64 of the rate (`npm run bench -- get`).
 */
export function responseWriter<State extends HttpState>(observer: DeliveryObserver<State>, scheduler: Scheduler) {
  let latest: Socket | null = null;

  return async function responseWriter(ctx: HttpContext<State>, next: Next): Promise<void> {
    await next();
    if (isLong(ctx.state.response)) await encodeBody(ctx.state, scheduler);
    const { socket } = ctx.req;
    const isAlone = socket === latest;
    latest = socket;
    const { response } = ctx.state;
    if (response && response.delivery === immediateDelivery) {
      const sent = writeHead(ctx, response);
      if (!isAlone) await scheduler.endOfTurn();
      endResponse(ctx.res, sent);
      if (!isAlone) await allWritten;
      observer.sent(ctx, sent);
      return;
    }
    if (!isAlone) await scheduler.endOfTurn();
    if (response) observer.delayed(ctx, { delayMs: response.delivery.delay, status: response.status });
    const sent = response && (await deliverResponse(ctx, response));
    response?.settled?.();
    if (sent) observer.sent(ctx, sent);
    else observer.abandoned(ctx);
  };
}

function isLong(response: HttpResponse | undefined): boolean {
  const body = response?.body;
  return (typeof body === 'string' || body instanceof LongText) && body.length > shortText;
}

/** Encodes a long body in time slices: the connection would encode it in one go. */
async function encodeBody(state: HttpState, scheduler: Scheduler): Promise<void> {
  const { response } = state;
  if (typeof response?.body !== 'string' && !(response?.body instanceof LongText)) return;
  state.response = { ...response, body: await scheduler.run(encodeInPieces(response.body)) };
}
