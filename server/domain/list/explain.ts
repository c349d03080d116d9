import { assertNever } from '../basics/result.ts';
import { explainFilter, type FilterNodeExplanation } from '../filter/filter-explain.ts';
import { quote } from '../json/wording.ts';
import type { ListQuirks } from './list-quirks.ts';
import type { Page } from './page.ts';
import { pageCount } from './page-number.ts';
import type { PageRequest, PageStyle } from './page-request.ts';
import type { Selection } from './selection.ts';
import { describeWindow } from './time-window.ts';

/** What a list request asked for and how the records came down to the page. */
export interface QueryExplanation {
  /** The filter as a tree; null when the list was not filtered. */
  readonly filter: FilterNodeExplanation | null;
  /** The order, down to the key that breaks every tie. */
  readonly sort: readonly { readonly field: string; readonly descending: boolean }[];
  readonly page: PageExplanation;
  /** Records in the collection. */
  readonly size: number;
  /** Records that the filter let through, and that are in the time window where there is one. */
  readonly matched: number;
  /** Fields that were ignored because the request or the workspace is lenient. */
  readonly ignored: readonly string[];
}

export interface PageExplanation {
  readonly style: PageStyle;
  /** The arithmetic in a sentence, such as "Page 3 of 16, 20 each: records 41 to 60 of 312." */
  readonly detail: string;
  /** Place of the page's first record among those that matched, counted from 1; 0 when the page is empty. */
  readonly first: number;
  readonly returned: number;
}

/** What there was when the request was answered. `counts` has the matches of the filter's nodes at its end. */
export interface Findings extends Pick<Page, 'start'> {
  /** Records on the page. */
  readonly returned: number;
  readonly size: number;
  readonly matched: number;
  readonly counts: readonly number[];
}

/** What a list request asked for. */
export interface Asked {
  readonly selection: Selection;
  readonly page: PageRequest;
  readonly quirks: ListQuirks;
}

/** Puts the explanation of a list together from what the request found out anyway. `key` is the name of the key. */
export function explainList(asked: Asked, key: string, findings: Findings): QueryExplanation {
  const { filter, sort, ignored } = asked.selection;
  const { size, matched, counts } = findings;
  return {
    filter: filter && explainFilter(filter, counts.slice(counts.length - filter.nodes.length)),
    sort: [
      ...sort.terms.map(({ path, descending }) => ({ field: path.join('.'), descending })),
      { field: key, descending: sort.keyDescending },
    ],
    page: explainPage(asked, findings),
    size,
    matched,
    ignored,
  };
}

function explainPage({ page, quirks }: Asked, { start, returned, matched }: Findings): PageExplanation {
  const first = returned === 0 ? 0 : start + 1;
  const span =
    returned === 0 ? 'no record' : returned === 1 ? `record ${first}` : `records ${first} to ${start + returned}`;
  const detail = `${describePage(page, matched, quirks)}: ${span} of ${matched}.`;
  return { style: page.start.style, detail, first, returned };
}

/** How the page is found among those that match, as the beginning of a sentence. */
function describePage({ start, limit }: PageRequest, matched: number, { sinceNewestFirst }: ListQuirks): string {
  switch (start.style) {
    case 'offset':
      return `Offset ${start.offset}, limit ${limit}`;
    case 'page': {
      const counted = start.firstPage === 1 ? '' : `, counted from ${start.firstPage}`;
      return `Page ${start.page} of ${pageCount(matched, limit)}${counted}, ${limit} each`;
    }
    case 'cursor': {
      const { after = null, window = null } = start.cursor ?? {};
      const from = after ? `after ${quote(String(after.key))}` : 'from the start';
      return `Limit ${limit}, ${from}${window ? `, ${describeWindow(window)}` : ''}`;
    }
    case 'time':
      return `Limit ${limit}, ${describeWindow(start.window)}`;
    case 'since': {
      const after = start.id === '' ? null : `after ${quote(start.id)}`;
      if (sinceNewestFirst) return `Limit ${limit}, newest first${after ? `, ${after}` : ''}`;
      return `Limit ${limit}, ${after ?? 'from the start'}`;
    }
    default:
      return assertNever(start);
  }
}
