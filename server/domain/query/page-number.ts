import type { Work } from '../work.ts';
import type { Page } from './page.ts';
import { readSpan, type Span, spanLength } from './span.ts';

/** `page` and `per_page`: numbered from 1; a page beyond the last is empty. Records that come or go shift the pages. */
export function* numberedPage(span: Span, page: number, perPage: number): Work<Page> {
  const total = spanLength(span);
  const pages = Math.max(1, Math.ceil(total / perPage));
  const start = Math.min((page - 1) * perPage, total);
  return {
    place: { style: 'page', page },
    records: yield* readSpan(span, start, perPage),
    start,
    links: {
      first: { page: '1' },
      prev: page === 1 ? null : { page: String(Math.min(page - 1, pages)) },
      next: page < pages ? { page: String(page + 1) } : null,
      last: { page: String(pages) },
    },
    found: `Page ${page} of ${pages}, ${perPage} each`,
  };
}
