/** Deviations of a list from the conventions, as real services have them. */
export interface ListQuirks {
  readonly cursorExpired: boolean;
  readonly totalOffByOne: boolean;
  /** Records with equal sort values come in the reverse order of their keys. */
  readonly tiesReversed: boolean;
  /** `since_id` returns the newest records, newest first, instead of the next ones. */
  readonly sinceNewestFirst: boolean;
  /** The number of the first page. */
  readonly firstPage: 0 | 1;
  /** The largest limit, to which larger ones are reduced; Infinity for none. */
  readonly pageCap: number;
}

export const noListQuirks: ListQuirks = {
  cursorExpired: false,
  totalOffByOne: false,
  tiesReversed: false,
  sinceNewestFirst: false,
  firstPage: 1,
  pageCap: Number.POSITIVE_INFINITY,
};
