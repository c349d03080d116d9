import type { Next } from 'koa';
import { type Problem, problem } from '../../domain/basics/problem.ts';
import { headerValue } from '../../message/header-lines.ts';
import { problemResponse } from '../../message/http-response.ts';
import { targetAuthority } from '../../message/request-target.ts';
import type { HttpContext } from '../connection/http-context.ts';
import { hostName, isLoopbackName } from '../connection/loopback.ts';
import { hasBody } from '../connection/read-body.ts';

export interface HostCheckOptions {
  /** Names to accept beside the loopback names and the address of the connection. */
  readonly allowedHosts: () => readonly string[];
  /** A sentence about how to allow another name. */
  readonly advice: string;
  readonly refused?: (reason: Problem) => void;
}

/**
 * Refuses requests to another host with 421 (RFC 9110, 7.4). This stops DNS rebinding: a page whose host name was rebound to
 * this machine still sends that name. Proxies and misspelt base URLs are found as well.
 */
export function hostCheck({ allowedHosts, advice, refused }: HostCheckOptions) {
  return function hostCheck(ctx: HttpContext, next: Next): unknown {
    const reason = hostFault(ctx, allowedHosts, advice);
    if (reason === undefined) return next();
    refused?.(reason);
    ctx.state.closing = hasBody(ctx.req);
    ctx.state.response = problemResponse(reason);
    return;
  };
}

function hostFault(
  ctx: HttpContext,
  allowedHosts: HostCheckOptions['allowedHosts'],
  advice: string,
): Problem | undefined {
  const { req } = ctx;
  const host = headerValue(req.rawHeaders, 'host');
  const authority = targetAuthority(req.url ?? '');
  // HTTP/1.0 has no Host header; every browser sends 1.1 or later.
  if (host === undefined && authority === null && req.httpVersion === '1.0') return undefined;
  const isMissing = host === undefined && req.httpVersion !== '1.0';
  const named = hostName(host ?? '');
  const isValid = host === undefined || named !== undefined;
  // The target overrides the Host header (RFC 9112, 3.2.2).
  const wanted = authority === null ? named : hostName(authority);
  if (isMissing || !isValid || wanted === undefined) {
    const detail = 'A request needs exactly one Host header with one host name and at most a port.';
    return problem('bad-header', detail, { header: 'Host' });
  }
  if (isLoopbackName(wanted) || isReached(ctx, wanted) || isAllowed(allowedHosts(), wanted)) return undefined;
  return problem('misdirected-host', `This server does not answer to the name "${wanted}". ${advice}`, {
    host: wanted,
  });
}

/** True for the local address of the connection, which is no name and cannot be rebound. */
function isReached(ctx: HttpContext, name: string): boolean {
  const address = ctx.req.socket.localAddress?.replace(/^::ffff:(?=\d+\.)/, '');
  return name === address || name === `[${address}]`;
}

function isAllowed(allowed: readonly string[], name: string): boolean {
  return allowed.some((candidate) => candidate.toLowerCase() === name);
}
