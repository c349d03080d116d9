import Koa from 'koa';
import type { EdgeContext, EdgeState } from '../connection/edge-state.ts';

/**
 * A Koa app whose outermost middleware catch every fault and write every answer. Koa's own last step, which watches
 * each response for its end and writes `ctx.body`, has nothing left to do for them, and is left out: it would cost a
 * tenth of the whole request.
 */
export class EdgeApp<State extends EdgeState> extends Koa<State> {
  /** Called by Koa for each request, with the composed middleware. */
  handleRequest(ctx: EdgeContext<State>, run: (ctx: EdgeContext<State>) => Promise<void>): Promise<void> {
    return run(ctx);
  }
}
