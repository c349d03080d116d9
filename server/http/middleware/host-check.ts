import type { Next } from 'koa';
import { problem } from '../../domain/basics/problem.ts';
import { headerValue } from '../../message/header-lines.ts';
import { problemResponse } from '../../message/http-response.ts';
import type { HttpContext, HttpState } from '../connection/http-context.ts';
import { hostName, isLoopbackName } from '../connection/loopback.ts';

export interface HostCheckOptions<State extends HttpState> {
  /** Names that are answered to beside the loopback names and the address that the connection reached. */
  readonly allowedHosts: (state: State) => readonly string[];
  /** A sentence: how to allow another name. */
  readonly advice: string;
}

/**
 * Refuses requests that were meant for another host (RFC 9110, 7.4). A page of a foreign site whose name was rebound
 * to this machine's address still sends that name; so do proxies and misspelt base URLs.
 */
export function hostCheck<State extends HttpState>({ allowedHosts, advice }: HostCheckOptions<State>) {
  return function hostCheck(ctx: HttpContext<State>, next: Next): unknown {
    const host = headerValue(ctx.req.rawHeaders, 'host');
    // HTTP/1.0 knows no Host header; every browser sends 1.1 or later.
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

/** True for the address that the connection came in at: no name, so nothing that could be rebound. */
function isReached(ctx: HttpContext, name: string): boolean {
  const address = ctx.req.socket.localAddress?.replace(/^::ffff:(?=\d+\.)/, '');
  return name === address || name === `[${address}]`;
}

function isAllowed(allowed: readonly string[], name: string): boolean {
  return allowed.some((candidate) => candidate.toLowerCase() === name);
}
