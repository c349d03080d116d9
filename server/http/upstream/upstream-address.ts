import { accept, type Result, refuse } from '../../domain/basics/result.ts';

/** The address of a real service. */
export interface UpstreamAddress {
  /** Origin and base path, without a slash at the end. */
  readonly href: string;
  readonly origin: string;
  /** Host and port, for the Host header. */
  readonly host: string;
  readonly hostname: string;
  /** Empty for the default port of the scheme. */
  readonly port: string;
  readonly isSecure: boolean;
  /** Such as `/v2`; empty without one. */
  readonly basePath: string;
}

/** Parses the URL of an upstream. Refused with a clause that says what is wrong. */
export function parseUpstream(text: string): Result<UpstreamAddress, string> {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:\/\//i.test(text)) return refuse('must be a URL that begins with http:// or https://');
  if (url.username !== '' || url.password !== '') return refuse('cannot contain a user or a password');
  if (/[?#]/.test(text)) return refuse('cannot contain a query or a fragment');
  const basePath = url.pathname.replace(/\/+$/, '');
  return accept({
    href: url.origin + basePath,
    origin: url.origin,
    host: url.host,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port,
    isSecure: url.protocol === 'https:',
    basePath,
  });
}

/**
 * A text with the URLs of the upstream replaced by those of the mock at `base`, such as the links of a list. Slashes may be
 * escaped as in some JSON.
 */
export function withMockLinks(text: string, { href }: UpstreamAddress, base: string): string {
  const end = '(?=[/?#"\'<>\\s\\\\]|$)';
  const plain = text.includes(href) ? text.replace(new RegExp(escaped(href) + end, 'g'), () => base) : text;
  const slashed = href.replaceAll('/', '\\/');
  if (!plain.includes(slashed)) return plain;
  return plain.replace(new RegExp(escaped(slashed) + end, 'g'), () => base.replaceAll('/', '\\/'));
}

/** The path and query at which the mock has a URL of the upstream; null for a URL elsewhere. */
export function mockTarget(location: string, requested: string, { href, origin, basePath }: UpstreamAddress) {
  const base = `${origin}${requested}`;
  if (!URL.canParse(location, base)) return null;
  const url = new URL(location, base);
  const isBelow = url.pathname === basePath || url.pathname.startsWith(`${basePath}/`);
  if (url.origin !== origin || !isBelow) return null;
  const path = url.href.slice(href.length);
  return path.startsWith('/') ? path : `/${path}`;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
