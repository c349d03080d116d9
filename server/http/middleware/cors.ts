import type { Next } from 'koa';
import type { Settings } from '../../domain/model/settings.ts';
import { headerValue } from '../../message/header-lines.ts';
import { httpResponse } from '../../message/http-response.ts';
import type { HttpContext, HttpState } from '../connection/http-context.ts';
import { isAllowedOrigin } from './origin-check.ts';

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
  'RateLimit',
  'RateLimit-Policy',
  'Allow',
].join(', ');
const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
const tokenList = /^[\w!#$%&'*+.^`|~-]+(?: *, *[\w!#$%&'*+.^`|~-]+)*$/;
const anyOrigin = ['Access-Control-Allow-Origin', '*'];

/**
 * Cross-origin resource sharing (Fetch standard): names the origins that may read responses and answers preflight requests.
 * Pages of other origins do not come this far.
 */
export function cors<State extends HttpState>({ policy }: CorsOptions<State>) {
  return function cors(ctx: HttpContext<State>, next: Next): unknown {
    const setting = policy(ctx.state);
    // A response that depends on the origin needs Vary, even for a request without an origin.
    if (setting === '*') ctx.state.headers = anyOrigin;
    else if (setting !== 'off') ctx.state.vary = 'Origin';
    const { origin } = ctx.state;
    if (origin === undefined || !isAllowedOrigin(setting, origin)) return next();
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
