import { createHash, timingSafeEqual } from 'node:crypto';
import type { Next } from 'koa';
import { problem } from '../../domain/basics/problem.ts';
import { problemResponse } from '../../message/http-response.ts';
import type { HttpContext } from '../connection/http-context.ts';

const bearer = /^Bearer +([\w.~+/-]+=*)$/i;

/** Requires the bearer token (RFC 6750, 2.1). The comparison takes constant time. */
export function bearerToken({ token }: { readonly token: string }) {
  const expected = digest(token);
  return function bearerToken(ctx: HttpContext, next: Next): unknown {
    const shown = bearer.exec(ctx.req.headers.authorization ?? '')?.[1];
    if (shown === undefined || !timingSafeEqual(digest(shown), expected)) {
      const detail =
        'This needs the header "Authorization: Bearer" with the token that the program printed at its start.';
      ctx.state.response = problemResponse(problem('unauthorized', detail), { 'WWW-Authenticate': 'Bearer' });
      return;
    }
    return next();
  };
}

/** The comparison needs two buffers of equal length. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
