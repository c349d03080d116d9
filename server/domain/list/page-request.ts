import type { Cursor } from './cursor.ts';
import type { TimeWindow } from './time-window.ts';

/** The start of the requested page, in the pagination style that the parameters choose. */
export type PageStart =
  | { readonly style: 'offset'; readonly offset: number }
  /** Null requests the first page. */
  | { readonly style: 'cursor'; readonly cursor: Cursor | null }
  | { readonly style: 'time'; readonly window: TimeWindow }
  /** The id of the last record that the client has; empty requests the first page. */
  | { readonly style: 'since'; readonly id: string }
  | {
      readonly style: 'page';
      readonly page: number;
      /** The number of the first page. */
      readonly firstPage: number;
      /** A page beyond the last one: empty, or the last one. */
      readonly beyondLast: 'empty' | 'last';
    }
  /** The records from one index to before another, counted from the end if negative; null for no end. */
  | { readonly style: 'slice'; readonly begin: number; readonly end: number | null };

/** The styles that the default dialect has. */
export type PageStyle = Exclude<PageStart['style'], 'slice'>;

export interface PageRequest {
  readonly start: PageStart;
  /** The most records on the page. */
  readonly limit: number;
}

/** The default and the largest limit. */
export interface PageSizes {
  readonly pageSize: number;
  readonly maxPageSize: number;
}
