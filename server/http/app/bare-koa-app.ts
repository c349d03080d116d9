import Koa from 'koa';
import type { HttpContext, HttpState } from '../connection/http-context.ts';

/**
 * A Koa app whose outermost middleware catch every fault and write every answer. Koa's own last step, which watches
 * each response for its end and writes `ctx.body`, has nothing left to do for them, and is left out: it would cost a
 * tenth of the whole request.
 */
export class BareKoaApp<State extends HttpState> extends Koa<State> {
  /** Called by Koa for each request, with the composed middleware. */
  handleRequest(ctx: HttpContext<State>, run: (ctx: HttpContext<State>) => Promise<void>): Promise<void> {
    return run(ctx);
  }
}
