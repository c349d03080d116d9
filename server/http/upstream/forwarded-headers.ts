/** The header sections that pass between a client and the upstream (RFC 9110, 7.6). Names and values alternate. */
import type { ResponseHeaders } from '../../domain/response/mock-response.ts';
import { headerPairs, headerValue } from '../../message/header-lines.ts';
import type { UpstreamAddress } from './upstream-address.ts';

/** Headers about one connection (RFC 9110, 7.6.1), and those with which a message could be framed in two ways. */
const hopByHop = [
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authenticate', 'proxy-authorization'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'http2-settings', 'content-length'],
];

/** Parts of a response that the mock cannot give later, and names that only the mock understands. */
const ownToMock = [
  'host',
  'via',
  'expect',
  'accept-encoding',
  'range',
  'if-range',
  'x-mock-session',
  'x-mock-scenario',
];

/**
 * Headers with which a server speaks for its origin, which is not the mock's: the mock decides about pages that read it.
 * The body is decoded, and the mock dates its responses itself.
 */
const ownToUpstream = [
  ...['strict-transport-security', 'alt-svc', 'clear-site-data', 'service-worker-allowed', 'public-key-pins'],
  ...['nel', 'report-to', 'reporting-endpoints', 'content-encoding', 'date', 'accept-ranges'],
];

/** The header lines for the upstream. `via` is the mock's own entry, which shows a loop. */
export function requestHeaders(raw: readonly string[], { host }: UpstreamAddress, via: string): readonly string[] {
  const kept = passed(raw, [...hopByHop, ...ownToMock]);
  const earlier = headerValue(raw, 'via');
  return [
    ...['Host', host, ...kept.flat(), 'Accept-Encoding', 'identity'],
    ...['Via', earlier === undefined ? via : `${earlier}, ${via}`],
  ];
}

/**
 * The headers of the upstream's response for the client. Cookies have no domain, which is not the mock's, and a line each:
 * lines of Set-Cookie cannot be joined (RFC 9110, 5.3).
 */
export function responseHeaders(raw: readonly string[]): ResponseHeaders {
  const headers: { [name: string]: string } = {};
  const names = new Map<string, string>();
  const cookies: string[] = [];
  for (const [name, value] of passed(raw, [...hopByHop, ...ownToUpstream])) {
    const lower = name.toLowerCase();
    if (lower.startsWith('access-control-')) continue;
    if (lower === 'set-cookie') {
      cookies.push(value.replaceAll(/;\s*domain=[^;]*/gi, ''));
      continue;
    }
    const known = names.get(lower) ?? (lower === 'vary' ? 'Vary' : name);
    names.set(lower, known);
    headers[known] = headers[known] === undefined ? value : `${headers[known]}, ${value}`;
  }
  return cookies.length > 0 ? { ...headers, 'Set-Cookie': cookies } : headers;
}

/** The lines without the named headers and those that Connection names. */
function passed(raw: readonly string[], dropped: readonly string[]): readonly (readonly [string, string])[] {
  const named = (headerValue(raw, 'connection') ?? '').toLowerCase().split(',');
  const all = new Set([...dropped, ...named.map((name) => name.trim())]);
  return headerPairs(raw).filter(([name]) => !all.has(name.toLowerCase()));
}
