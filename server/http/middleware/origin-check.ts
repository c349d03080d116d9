import type { Next } from 'koa';
import { type Problem, problem } from '../../domain/basics/problem.ts';
import type { Settings } from '../../domain/model/settings.ts';
import { headerValue } from '../../message/header-lines.ts';
import { problemResponse } from '../../message/http-response.ts';
import { targetAuthority } from '../../message/request-target.ts';
import type { HttpContext } from '../connection/http-context.ts';
import { isLoopbackOrigin } from '../connection/loopback.ts';
import { hasBody } from '../connection/read-body.ts';
import { originOn } from '../connection/scheme.ts';

export interface OriginCheckOptions {
  readonly policy: () => Settings['cors'];
  readonly refused: (reason: Problem) => void;
}

/**
 * Refuses requests from web pages that the setting `cors` does not allow, before the mock sees them. CORS alone would hide
 * the response from such a page but still carry out its request. Programs other than browsers send none of these headers.
 */
export function originCheck({ policy, refused }: OriginCheckOptions) {
  return function originCheck(ctx: HttpContext, next: Next): unknown {
    const { rawHeaders } = ctx.req;
    ctx.state.origin = headerValue(rawHeaders, 'origin');
    const setting = policy();
    if (setting === '*') return next();
    const site = ctx.state.origin === undefined ? headerValue(rawHeaders, 'sec-fetch-site') : undefined;
    const isPage = ctx.state.origin !== undefined || (site === 'cross-site' && !isNavigation(rawHeaders));
    if (!isPage) return next();
    const origin = ctx.state.origin ?? refererOrigin(rawHeaders);
    const isReader = origin !== undefined && isAllowedOrigin(setting, origin);
    if (origin !== undefined && isOwnOrigin(ctx, origin)) return next();
    if (isReader && (setting !== 'loopback-read' || isRead(ctx))) return next();
    const detail = isReader
      ? `Pages of ${origin} may read from this server, but not write. To allow that, set settings.cors of the workspace to "loopback", or list the origin there.`
      : `Pages of ${origin ?? 'another site'} may not use this server. To allow them, add the origin to settings.cors of the workspace.`;
    const reason = problem('forbidden-origin', detail, origin === undefined ? {} : { origin });
    refused(reason);
    ctx.state.closing = hasBody(ctx.req);
    if (setting !== 'off') ctx.state.vary = 'Origin';
    ctx.state.response = problemResponse(reason);
    return;
  };
}

/** Methods that change nothing (RFC 9110, 9.2.1). */
const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** True for a request that changes nothing, and for the question whether such a request may be sent. */
function isRead({ req, method }: HttpContext): boolean {
  const asked = method === 'OPTIONS' ? headerValue(req.rawHeaders, 'access-control-request-method') : undefined;
  return safeMethods.includes(asked ?? method);
}

/** True for an origin whose pages may read responses. */
export function isAllowedOrigin(setting: Settings['cors'], origin: string): boolean {
  if (setting === '*') return true;
  if (setting === 'off') return false;
  return typeof setting === 'string' ? isLoopbackOrigin(origin) : setting.includes(origin);
}

/** True for a page that this server sent. */
function isOwnOrigin({ req }: HttpContext, origin: string): boolean {
  return origin === originOn(req.socket, targetAuthority(req.url ?? '') ?? req.headers.host);
}

/** True when a person follows a link. A page can navigate a frame without a person, so that a frame counts as its request. */
function isNavigation(rawHeaders: readonly string[]): boolean {
  return (
    headerValue(rawHeaders, 'sec-fetch-mode') === 'navigate' && headerValue(rawHeaders, 'sec-fetch-dest') === 'document'
  );
}

/** The origin in the Referer header: browsers send no Origin with images, scripts and frames. */
function refererOrigin(rawHeaders: readonly string[]): string | undefined {
  const referer = headerValue(rawHeaders, 'referer');
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined;
}
