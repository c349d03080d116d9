import type { Next } from 'koa';
import { problem } from '../../domain/basics/problem.ts';
import { problemResponse } from '../../message/http-response.ts';
import type { HttpContext, HttpState } from '../connection/http-context.ts';
import { sendResponse } from '../connection/send-response.ts';
import type { DeliveryObserver } from './response-writer.ts';

export interface ErrorBoundaryOptions<State extends HttpState> extends Pick<DeliveryObserver<State>, 'sent'> {
  /** Receives the thrown value; the client sees nothing of it. */
  readonly onFault: (fault: unknown) => void;
}

/**
 * The outermost middleware and the only catch of an app. Expected failures are values, so that everything caught here is a
 * bug: it is reported to the host, and the client gets a 500 without internals.
 */
export function errorBoundary<State extends HttpState>({ onFault, sent }: ErrorBoundaryOptions<State>) {
  return async function errorBoundary(ctx: HttpContext<State>, next: Next): Promise<void> {
    try {
      await next();
    } catch (fault) {
      onFault(fault);
      if (ctx.res.headersSent) {
        ctx.res.destroy();
        return;
      }
      const detail = 'The program failed while it made the response; its own output has the reason.';
      sent(ctx, sendResponse(ctx, problemResponse(problem('internal', detail))));
    }
  };
}
