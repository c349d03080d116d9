import type { Next } from 'koa';
import { problem } from '../../domain/basics/problem.ts';
import { headerValue } from '../../message/header-lines.ts';
import { problemResponse } from '../../message/http-response.ts';
import type { HttpContext, HttpState } from '../connection/http-context.ts';
import { hostName, isLoopbackName } from '../connection/loopback.ts';

export interface HostCheckOptions<State extends HttpState> {
  /** Names to accept beside the loopback names and the address of the connection. */
  readonly allowedHosts: (state: State) => readonly string[];
  /** A sentence about how to allow another name. */
  readonly advice: string;
}

/**
 * Refuses requests to another host with 421 (RFC 9110, 7.4). This stops DNS rebinding: a page whose host name was rebound to
 * this machine still sends that name. Proxies and misspelt base URLs are found as well.
 */
export function hostCheck<State extends HttpState>({ allowedHosts, advice }: HostCheckOptions<State>) {
  return function hostCheck(ctx: HttpContext<State>, next: Next): unknown {
    const host = headerValue(ctx.req.rawHeaders, 'host');
    // HTTP/1.0 has no Host header; every browser sends 1.1 or later.
    if (host === undefined && ctx.req.httpVersion === '1.0') return next();
    const name = host === undefined ? undefined : hostName(host);
    const wanted = ctx.state.target.authority === null ? name : hostName(ctx.state.target.authority);
    if (name === undefined || wanted === undefined) {
      const detail = 'A request needs exactly one Host header with one host name and at most a port.';
      ctx.state.response = problemResponse(problem('bad-header', detail, { header: 'Host' }));
      return;
    }
    if (!isLoopbackName(wanted) && !isReached(ctx, wanted) && !isAllowed(allowedHosts(ctx.state), wanted)) {
      const detail = `This server does not answer to the name "${wanted}". ${advice}`;
      ctx.state.response = problemResponse(problem('misdirected-host', detail, { host: wanted }));
      return;
    }
    return next();
  };
}

/** True for the local address of the connection, which is no name and cannot be rebound. */
function isReached(ctx: HttpContext, name: string): boolean {
  const address = ctx.req.socket.localAddress?.replace(/^::ffff:(?=\d+\.)/, '');
  return name === address || name === `[${address}]`;
}

function isAllowed(allowed: readonly string[], name: string): boolean {
  return allowed.some((candidate) => candidate.toLowerCase() === name);
}
