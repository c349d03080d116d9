/** Ways in which a list may differ from the conventions, as lists of real services do. */
export interface ListQuirks {
  readonly cursorExpired: boolean;
  readonly totalOffByOne: boolean;
  /** Records that sort alike come in the reverse order of their keys. */
  readonly tiesReversed: boolean;
  /** `since_id` gives the newest records, newest first, instead of the next ones. */
  readonly sinceNewestFirst: boolean;
  /** The number of the first page. */
  readonly firstPage: 0 | 1;
  /** A larger limit is cut down to this; Infinity where it is not. */
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
