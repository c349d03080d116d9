import type { Next } from 'koa';
import { edgeResponse, problemResponse } from '../../message/edge-response.ts';
import { parseTarget } from '../../message/request-target.ts';
import type { EdgeContext } from '../connection/edge-state.ts';

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

/** Parses the target, for the router too, which would decode more than is asked of it. Answers `OPTIONS *` itself. */
export function requestTarget() {
  return function requestTarget(ctx: EdgeContext, next: Next): unknown {
    const url = ctx.req.url ?? '';
    if (url === '*' && ctx.method === 'OPTIONS') {
      ctx.state.answer = edgeResponse(204, { Allow: methods });
      return;
    }
    const target = parseTarget(url);
    if (!target.ok) {
      ctx.state.answer = problemResponse(target.problem);
      return;
    }
    ctx.state.target = target.value;
    ctx.newRouterPath = target.value.path;
    return next();
  };
}
