import type { Socket } from 'node:net';
import type { Next } from 'koa';
import { promptly } from '../../domain/scenario/delivery.ts';
import type { SentResponse } from '../../log/log-entry.ts';
import type { Scheduler } from '../../runtime/scheduler.ts';
import { deliverResponse } from '../connection/deliver-response.ts';
import type { HttpContext, HttpState } from '../connection/http-context.ts';
import { sendBody, writeHead } from '../connection/send-response.ts';

/** Who is told how a request ended. */
export interface DeliveryObserver<State extends HttpState> {
  /** The answer is decided, and leaves after so many milliseconds, or at another pace than at once. */
  readonly held: (ctx: HttpContext<State>, delay: number) => void;
  readonly sent: (ctx: HttpContext<State>, answer: SentResponse) => void;
  /** The client went away before there was an answer, or before its delay was over. */
  readonly gone: (ctx: HttpContext<State>) => void;
}

/** Whoever waits for this goes on when all answers of the turn have left. */
const othersSent = Promise.resolve();

/**
 * Writes what the inner middleware decided. Answers to several clients leave together at the end of a turn; one that asks
 * alone gets each at once.
 */
export function responseWriter<State extends HttpState>(observer: DeliveryObserver<State>, scheduler: Scheduler) {
  let latest: Socket | null = null;

  return async function writeResponse(ctx: HttpContext<State>, next: Next): Promise<void> {
    await next();
    const { socket } = ctx.req;
    const isAlone = socket === latest;
    latest = socket;
    const { response: answer } = ctx.state;
    if (answer && answer.delivery === promptly) {
      const sent = writeHead(ctx, answer);
      if (!isAlone) await scheduler.ended();
      sendBody(ctx.res, sent);
      if (!isAlone) await othersSent;
      observer.sent(ctx, sent);
      return;
    }
    if (!isAlone) await scheduler.ended();
    if (answer) observer.held(ctx, answer.delivery.delay);
    const sent = answer && (await deliverResponse(ctx, answer));
    if (sent) observer.sent(ctx, sent);
    else observer.gone(ctx);
  };
}
