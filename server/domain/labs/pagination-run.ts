import type { PageStyle } from '../list/page-request.ts';
import type { PlainQuirk } from '../scenario/scenario.ts';

/** The styles in the order of their columns. */
export const crawledStyles = ['offset', 'page', 'cursor', 'time', 'since'] as const satisfies readonly PageStyle[];

export type ListChange = 'insert' | 'delete' | 'move';

export const listChanges = ['insert', 'delete', 'move'] as const satisfies readonly ListChange[];

/** The quirks of scenarios that concern lists. */
export const crawlQuirks = [
  'pages-from-zero',
  'page-size-capped',
  'total-off-by-one',
  'no-tie-break',
  'cursor-expired',
  'since-id-newest-first',
] as const satisfies readonly (PlainQuirk | 'page-size-capped')[];

export type CrawlQuirk = (typeof crawlQuirks)[number];

/**
 * How the client finds the next page: it follows the link that the server sends, or it works out the parameters from the
 * page that it got, as many clients do.
 */
export type CrawlingClient = 'follows' | 'computes';

/** A run of the pagination lab, in which five clients crawl one list, each in its own style, while records change. */
export interface PaginationRun {
  /** All records of the run in the order of the list, an inserted one at the place where it appeared. */
  readonly records: readonly LabRecord[];
  /** The order of offset, page and cursor. */
  readonly sort: string;
  /** The styles that crawled; without `time` for a collection without a time member. */
  readonly styles: readonly PageStyle[];
  readonly steps: readonly LabStep[];
}

export interface LabRecord {
  readonly id: string;
  /** A text by which people know the record; empty without one. */
  readonly label: string;
}

export type LabStep =
  /** All clients that are not at their end read one page. No record changes meanwhile. */
  { readonly kind: 'pages'; readonly pages: readonly LabPage[] } | LabChange;

export interface LabPage {
  readonly style: PageStyle;
  readonly target: string;
  readonly status: number;
  readonly ids: readonly string[];
  /** The server's explanation of the page, or its reason for the refusal. */
  readonly detail: string;
  /** Why the client asks for no further page; null while it does. */
  readonly end: LabEnd | null;
}

/** The last page, a refusal, or the limit of pages. */
export type LabEnd = 'complete' | 'refused' | 'bounded';

export interface LabChange {
  readonly kind: 'change';
  readonly change: ListChange;
  readonly id: string;
  /** The request that changed the record. */
  readonly method: 'POST' | 'DELETE' | 'PATCH';
  readonly target: string;
  readonly body: string | null;
  /** The styles in whose order a moved record has another place; all styles for other changes. */
  readonly styles: readonly PageStyle[];
}
