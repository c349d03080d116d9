import { createHash, timingSafeEqual } from 'node:crypto';
import type { Next } from 'koa';
import { problem } from '../../domain/basics/problem.ts';
import { problemResponse } from '../../message/http-response.ts';
import type { HttpContext } from '../connection/http-context.ts';

const bearer = /^Bearer +([\w.~+/-]+=*)$/i;

/** Lets through who shows the token (RFC 6750, 2.1). How long the comparison takes says nothing about the token. */
export function bearerToken({ token }: { readonly token: string }) {
  const expected = digest(token);
  return function bearerToken(ctx: HttpContext, next: Next): unknown {
    const shown = bearer.exec(ctx.req.headers.authorization ?? '')?.[1];
    if (shown === undefined || !timingSafeEqual(digest(shown), expected)) {
      const detail =
        'This needs the header Authorization: Bearer with the token that the program printed when it started.';
      ctx.state.response = problemResponse(problem('unauthorized', detail), { 'WWW-Authenticate': 'Bearer' });
      return;
    }
    return next();
  };
}

/** Digests have one length, which the comparison asks for. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
