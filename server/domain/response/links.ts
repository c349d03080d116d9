import type { PageLinks } from '../list/page.ts';
import type { MockRequest } from '../request/mock-request.ts';

const relations = ['first', 'prev', 'next', 'last'] as const;

/**
 * The addresses of other pages: absolute, as the client itself addresses the server, because not every client resolves a
 * relative one.
 */
export function linkUrls(request: MockRequest, queries: PageLinks<string>): PageLinks<string> {
  const host = request.header('host');
  const address = `${host === undefined ? '' : `http://${host}`}${request.path}`;
  const url = (query: string | null) => (query === null ? null : `${address}?${query}`);
  return { first: url(queries.first), prev: url(queries.prev), next: url(queries.next), last: url(queries.last) };
}

/** The value of the Link header (RFC 8288, section 3), or null when there is nothing to link to. */
export function linkHeader(urls: PageLinks<string>): string | null {
  let links = '';
  for (const relation of relations) {
    const url = urls[relation];
    if (url !== null) links += `${links === '' ? '' : ', '}<${url}>; rel="${relation}"`;
  }
  return links === '' ? null : links;
}
