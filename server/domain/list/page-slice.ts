import type { Work } from '../basics/work.ts';
import type { Page } from './page.ts';
import { readSpan, type Span, spanLength } from './span.ts';

/** The records from one index to before another, as `Array.slice` takes them; at most `limit`. */
export function* slicePage(span: Span, begin: number, end: number | null, limit: number): Work<Page> {
  const total = spanLength(span);
  const place = (index: number) => (index < 0 ? Math.max(0, total + index) : Math.min(index, total));
  const start = place(begin);
  const length = Math.min(limit, Math.max(0, place(end ?? total) - start));
  return {
    place: { style: 'slice' },
    records: yield* readSpan(span, start, length),
    start,
    links: { first: null, prev: null, next: null, last: null },
  };
}
