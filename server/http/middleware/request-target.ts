import type { Next } from 'koa';
import { httpResponse, problemResponse } from '../../message/http-response.ts';
import { parseTarget } from '../../message/request-target.ts';
import type { HttpContext } from '../connection/http-context.ts';

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

/** Parses the target and gives the router the undecoded path. Responds to `OPTIONS *` itself. */
export function requestTarget() {
  return function requestTarget(ctx: HttpContext, next: Next): unknown {
    const url = ctx.req.url ?? '';
    if (url === '*' && ctx.method === 'OPTIONS') {
      ctx.state.response = httpResponse(204, { Allow: methods });
      return;
    }
    const target = parseTarget(url);
    if (!target.ok) {
      ctx.state.response = problemResponse(target.problem);
      return;
    }
    ctx.state.target = target.value;
    ctx.newRouterPath = target.value.path;
    return next();
  };
}
