/** What a list request asked for and how the records came down to the page. */
export interface QueryExplanation {
  /** The filter as a tree; null when the list was not filtered. */
  readonly filter: FilterNodeExplanation | null;
  readonly sort: readonly { readonly field: string; readonly descending: boolean }[];
  readonly page: PageExplanation;
  /** Records in the collection, and records that the filter let through. */
  readonly size: number;
  readonly matched: number;
  /** Fields that were ignored because the request or the workspace is lenient. */
  readonly ignored: readonly string[];
}

export interface FilterNodeExplanation {
  /** The node as text, in the grammar of `filter=`. */
  readonly text: string;
  /** The parameter it came from. */
  readonly parameter: string | null;
  /** How many records of the collection this node alone is true for. */
  readonly matches: number;
  readonly children: readonly FilterNodeExplanation[];
}

export interface PageExplanation {
  readonly style: 'offset' | 'cursor' | 'time' | 'since' | 'page';
  /** The arithmetic in a sentence, such as "page 3 of 20 each: records 41 to 60 of 312". */
  readonly detail: string;
  readonly first: number;
  readonly returned: number;
}
