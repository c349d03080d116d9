import type { Next } from 'koa';
import { problem } from '../../domain/basics/problem.ts';
import { headerValue } from '../../message/header-lines.ts';
import { problemResponse } from '../../message/http-response.ts';
import type { HttpContext } from '../connection/http-context.ts';
import { originOn } from '../connection/scheme.ts';

/** Values of Sec-Fetch-Site (Fetch Metadata) for a page of this server and for an address typed by a person. */
const ownSites = new Set(['same-origin', 'none']);

/** Refuses requests from pages of other origins. Programs send neither header and pass. */
export function sameOrigin() {
  return function sameOrigin(ctx: HttpContext, next: Next): unknown {
    const origin = headerValue(ctx.req.rawHeaders, 'origin');
    const site = headerValue(ctx.req.rawHeaders, 'sec-fetch-site');
    const isForeign = origin !== undefined && origin !== originOn(ctx.req.socket, ctx.req.headers.host);
    if (isForeign || (site !== undefined && !ownSites.has(site))) {
      const detail = 'Only the console itself may use the console API from a web page.';
      ctx.state.response = problemResponse(problem('forbidden-origin', detail));
      return;
    }
    return next();
  };
}
