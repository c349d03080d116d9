import Koa from 'koa';
import type { HttpContext, HttpState } from '../connection/http-context.ts';

/**
 * A Koa app without Koa's own last step, which watches each response for its end and writes `ctx.body`. The outermost
 * middleware catch every fault and write every response themselves; Koa's step would cost a tenth of the request.
 */
export class BareKoaApp<State extends HttpState> extends Koa<State> {
  /** Koa calls this for each request, with the composed middleware. */
  handleRequest(ctx: HttpContext<State>, run: (ctx: HttpContext<State>) => Promise<void>): Promise<void> {
    return run(ctx);
  }
}
