import type { Next } from 'koa';
import { problem } from '../../domain/basics/problem.ts';
import type { Settings } from '../../domain/model/settings.ts';
import { headerValue } from '../../message/header-lines.ts';
import { httpResponse, problemResponse } from '../../message/http-response.ts';
import type { HttpContext, HttpState } from '../connection/http-context.ts';
import { isLoopbackOrigin } from '../connection/loopback.ts';

export interface CorsOptions<State extends HttpState> {
  readonly policy: (state: State) => Settings['cors'];
}

const exposed = [
  'ETag',
  'X-Resource-Version',
  'X-Total-Count',
  'Link',
  'Location',
  'Accept-Patch',
  'Preference-Applied',
  'Retry-After',
  'Allow',
].join(', ');
const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const tokenList = /^[\w!#$%&'*+.^`|~-]+(?: *, *[\w!#$%&'*+.^`|~-]+)*$/;
const anyOrigin = ['Access-Control-Allow-Origin', '*'];

/**
 * Cross-origin resource sharing (Fetch standard): names the origins that may read responses, answers preflight requests, and
 * refuses writes from other origins, because a browser would only hide the response from them.
 */
export function cors<State extends HttpState>({ policy }: CorsOptions<State>) {
  return function cors(ctx: HttpContext<State>, next: Next): unknown {
    const setting = policy(ctx.state);
    // A response that depends on the origin needs Vary, even for a request without an origin.
    if (setting === '*') ctx.state.headers = anyOrigin;
    else if (setting !== 'off') ctx.state.vary = 'Origin';
    const origin = headerValue(ctx.req.rawHeaders, 'origin');
    if (origin === undefined) return next();
    if (!isAllowed(setting, origin)) {
      if (safeMethods.has(ctx.method) || origin === `http://${ctx.req.headers.host}`) return next();
      const detail = `Pages of ${origin} may not write here. To allow them, add the origin to settings.cors of the workspace.`;
      ctx.state.response = problemResponse(problem('forbidden-origin', detail, { origin }));
      return;
    }
    const allow = ['Access-Control-Allow-Origin', setting === '*' ? '*' : origin];
    if (ctx.method === 'OPTIONS' && headerValue(ctx.req.rawHeaders, 'access-control-request-method') !== undefined) {
      ctx.state.headers = allow;
      ctx.state.response = preflight(headerValue(ctx.req.rawHeaders, 'access-control-request-headers'));
      return;
    }
    ctx.state.headers = [...allow, 'Access-Control-Expose-Headers', exposed];
    return next();
  };
}

function isAllowed(setting: Settings['cors'], origin: string): boolean {
  if (setting === '*') return true;
  if (setting === 'off') return false;
  return setting === 'loopback' ? isLoopbackOrigin(origin) : setting.includes(origin);
}

/** Browsers may cache the preflight response for ten minutes, because the setting may change while a page is open. */
function preflight(requestedHeaders: string | undefined) {
  const headers = {
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Max-Age': '600',
    Vary: 'Access-Control-Request-Method, Access-Control-Request-Headers',
  };
  if (requestedHeaders === undefined || !tokenList.test(requestedHeaders)) return httpResponse(204, headers);
  return httpResponse(204, { ...headers, 'Access-Control-Allow-Headers': requestedHeaders });
}
