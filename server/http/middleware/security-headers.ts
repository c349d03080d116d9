import type { Next } from 'koa';
import { contentSecurityPolicy } from '../app/console-files.ts';
import type { EdgeContext } from '../connection/edge-state.ts';

const headers = [
  ['Content-Security-Policy', contentSecurityPolicy("'self'")],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
].flat();

/** What every answer of the console's server tells a browser: run only what came from here, and let nobody embed it. */
export function securityHeaders() {
  return function securityHeaders(ctx: EdgeContext, next: Next): unknown {
    ctx.state.headers = headers;
    return next();
  };
}
