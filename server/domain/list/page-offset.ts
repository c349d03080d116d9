import type { Work } from '../basics/work.ts';
import type { Page } from './page.ts';
import { readSpan, type Span, spanLength } from './span.ts';

/** `limit` and `offset`: skips `offset` records. Records that are created or removed before the page shift it. */
export function* offsetPage(span: Span, offset: number, limit: number): Work<Page> {
  const total = spanLength(span);
  const start = Math.min(offset, total);
  const last = lastOffset(total, offset % limit, limit);
  return {
    place: { style: 'offset', offset },
    records: yield* readSpan(span, start, limit),
    start,
    links: {
      first: { offset: '0' },
      prev: offset === 0 ? null : { offset: String(Math.max(0, Math.min(offset - limit, last))) },
      next: offset + limit < total ? { offset: String(offset + limit) } : null,
      last: { offset: String(last) },
    },
  };
}

/** The offset of the last page for pages at `remainder`, `remainder + limit` and so on. */
function lastOffset(total: number, remainder: number, limit: number): number {
  return limit === 0 || total <= remainder ? 0 : remainder + Math.floor((total - 1 - remainder) / limit) * limit;
}
