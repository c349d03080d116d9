import type { Next } from 'koa';
import { problem } from '../../domain/basics/problem.ts';
import { problemResponse } from '../../message/http-response.ts';
import type { HttpContext } from '../connection/http-context.ts';

/** Refuses all other methods with 405 and the Allow header (RFC 9110, 15.5.6). */
export function allowedMethods(...methods: readonly string[]) {
  return function allowedMethods(ctx: HttpContext, next: Next): unknown {
    if (!methods.includes(ctx.method)) {
      const allow = methods.join(', ');
      const detail = `${ctx.method} is not allowed here; use ${allow}.`;
      ctx.state.response = problemResponse(problem('method-not-allowed', detail), { Allow: allow });
      return;
    }
    return next();
  };
}
