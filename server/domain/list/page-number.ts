import type { Work } from '../basics/work.ts';
import type { Page } from './page.ts';
import type { PageStart } from './page-request.ts';
import { readSpan, type Span, spanLength } from './span.ts';

/** The number of pages, at least one: the first page exists even when it is empty. */
export function pageCount(total: number, perPage: number): number {
  return Math.max(1, Math.ceil(total / perPage));
}

/** `page` and `per_page`: pages count from `firstPage`; a page beyond the last is empty, or the last one. Created and removed records shift the pages. */
export function* numberedPage(
  span: Span,
  { page: wanted, firstPage, beyondLast }: Extract<PageStart, { style: 'page' }>,
  perPage: number,
): Work<Page> {
  const total = spanLength(span);
  const lastPage = firstPage + pageCount(total, perPage) - 1;
  const page = beyondLast === 'last' ? Math.min(wanted, lastPage) : wanted;
  const start = Math.min((page - firstPage) * perPage, total);
  return {
    place: { style: 'page', page },
    records: yield* readSpan(span, start, perPage),
    start,
    links: {
      first: { page: String(firstPage) },
      prev: page === firstPage ? null : { page: String(Math.min(page - 1, lastPage)) },
      next: page < lastPage ? { page: String(page + 1) } : null,
      last: { page: String(lastPage) },
    },
  };
}
