import type { Next } from 'koa';
import type { HttpContext } from '../connection/http-context.ts';

const headers = [
  ['Content-Security-Policy', contentSecurityPolicy("'self'")],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
].flat();

/** Adds the security headers to every response of the console's server. */
export function securityHeaders() {
  return function securityHeaders(ctx: HttpContext, next: Next): unknown {
    ctx.state.headers = headers;
    return next();
  };
}

/**
 * The Content-Security-Policy of the console's page, in a browser tab and in the desktop window: it loads only its own
 * files, and no page may embed it. `connect` is the target that it may send requests to.
 */
export function contentSecurityPolicy(connect: "'self'" | "'none'"): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    `connect-src ${connect}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
