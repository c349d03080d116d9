import type { Next } from 'koa';
import { promptly } from '../domain/scenario/delivery.ts';
import { deliverAnswer } from './deliver-answer.ts';
import type { EdgeContext, EdgeState } from './edge-state.ts';
import type { SentAnswer } from './log-entry.ts';
import { sendAnswer } from './send-answer.ts';

/** Who is told how a request ended. */
export interface DeliveryObserver<State extends EdgeState> {
  readonly sent: (ctx: EdgeContext<State>, answer: SentAnswer) => void;
  /** The client went away before there was an answer, or before its delay was over. */
  readonly gone: (ctx: EdgeContext<State>) => void;
}

/** Writes what the inner middleware decided. */
export function answerWriter<State extends EdgeState>(observer: DeliveryObserver<State>) {
  return async function writeAnswer(ctx: EdgeContext<State>, next: Next): Promise<void> {
    await next();
    const { answer } = ctx.state;
    const sent = answer && (answer.delivery === promptly ? sendAnswer(ctx, answer) : await deliverAnswer(ctx, answer));
    if (sent) observer.sent(ctx, sent);
    else observer.gone(ctx);
  };
}
