import type { CrawlQuirk } from '../../../../server/domain/labs/pagination-run.ts';
import type { PageStyle } from '../../../../server/domain/list/page-request.ts';

interface QuirkText {
  readonly title: string;
  /** The clients that it catches, after "Catches clients that". */
  readonly catches: string;
  /** The styles in which it shows. */
  readonly styles: readonly PageStyle[];
}

export const quirkTexts: Readonly<Record<CrawlQuirk, QuirkText>> = {
  'pages-from-zero': {
    title: 'Pages from zero',
    catches: 'begin with page 1 where the first page is 0',
    styles: ['page'],
  },
  'page-size-capped': {
    title: 'Page size capped',
    catches: 'add the limit that they asked for, not the records that came',
    styles: ['offset', 'page', 'time', 'since'],
  },
  'total-off-by-one': {
    title: 'Total one too high',
    catches: 'count on the total, and wait for a record that does not exist',
    styles: ['offset', 'page'],
  },
  'no-tie-break': {
    title: 'No tie-break',
    catches: 'sort by a field with equal values',
    styles: ['offset', 'page', 'cursor'],
  },
  'cursor-expired': {
    title: 'Cursors expire',
    catches: 'do not begin again when a cursor has expired',
    styles: ['cursor', 'time'],
  },
  'since-id-newest-first': {
    title: 'since_id newest first',
    catches: 'expect the next records after since_id, not the newest',
    styles: ['since'],
  },
};
