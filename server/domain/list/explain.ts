import { assertNever } from '../basics/result.ts';
import { explainFilter, type FilterNodeExplanation } from '../filter/filter-explain.ts';
import { quote } from '../json/wording.ts';
import type { ListQuirks } from './list-quirks.ts';
import type { Page } from './page.ts';
import { pageCount } from './page-number.ts';
import type { PageRequest, PageStart } from './page-request.ts';
import type { Selection } from './selection.ts';
import { describeWindow } from './time-window.ts';

/** Explains how a list request came from all records to its page. */
export interface QueryExplanation {
  /** The filter as a tree; null when the list was not filtered. */
  readonly filter: FilterNodeExplanation | null;
  /** The order; the last field is the key, which breaks ties. */
  readonly sort: readonly { readonly field: string; readonly descending: boolean }[];
  readonly page: PageExplanation;
  /** Records in the collection. */
  readonly size: number;
  /** Records that match the filter and the time window. */
  readonly matched: number;
  /** Fields that were ignored because the request or the workspace is lenient. */
  readonly ignored: readonly string[];
}

export interface PageExplanation {
  readonly style: PageStart['style'];
  /** The arithmetic in a sentence, such as "Page 3 of 16, 20 each: records 41 to 60 of 312." */
  readonly detail: string;
  /** Number of the first record on the page among the matching ones, from 1; 0 for an empty page. */
  readonly first: number;
  readonly returned: number;
}

/** The figures of a response. The last elements of `counts` belong to the nodes of the filter. */
export interface Findings extends Pick<Page, 'start'> {
  /** Records on the page. */
  readonly returned: number;
  readonly size: number;
  readonly matched: number;
  readonly counts: readonly number[];
}

/** A list request after planning. */
export interface Asked {
  readonly selection: Selection;
  readonly page: PageRequest;
  readonly quirks: ListQuirks;
}

/** Explains a list from figures that the response has anyway. `key` is the name of the key. */
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

/** Describes the pagination, as the beginning of a sentence. */
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
    case 'slice':
      if (start.end === null) return 'All records';
      return `From index ${start.begin} to before ${start.end}`;
    default:
      return assertNever(start);
  }
}
