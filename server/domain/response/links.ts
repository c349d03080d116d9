import type { PageLinks } from '../list/page.ts';
import type { MockRequest } from '../request/mock-request.ts';

const relations = ['first', 'prev', 'next', 'last'] as const;

/** Makes absolute URLs of other pages, with the host of the request, because not every client resolves relative ones. */
export function linkUrls(request: MockRequest, queries: PageLinks<string>): PageLinks<string> {
  const host = request.header('host');
  const base = `${host === undefined ? '' : `${request.isSecure ? 'https' : 'http'}://${host}`}${request.path}`;
  const url = (query: string | null) => (query === null ? null : `${base}?${query}`);
  return { first: url(queries.first), prev: url(queries.prev), next: url(queries.next), last: url(queries.last) };
}

/** The value of the Link header (RFC 8288, section 3), or null without links. */
export function linkHeader(urls: PageLinks<string>): string | null {
  let links = '';
  for (const relation of relations) {
    const url = urls[relation];
    if (url !== null) links += `${links === '' ? '' : ', '}<${url}>; rel="${relation}"`;
  }
  return links === '' ? null : links;
}
