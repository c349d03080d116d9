import type { Next } from 'koa';
import type { EdgeContext } from './edge-state.ts';

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const headers = [
  ['Content-Security-Policy', contentSecurityPolicy],
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
