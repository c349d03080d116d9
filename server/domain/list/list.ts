import { problem } from '../basics/problem.ts';
import { accept, assertNever, type Result, refuse } from '../basics/result.ts';
import { finish, largeResult, type Work } from '../basics/work.ts';
import { quote } from '../json/wording.ts';
import type { Collection } from '../records/collection.ts';
import type { Overlay } from '../records/record-source.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import { keyRank } from '../sort/key-order.ts';
import type { Position } from '../sort/position.ts';
import type { Sort } from '../sort/sort.ts';
import { ListExplainer } from './list-explainer.ts';
import type { ListOptions, ListPlan } from './list-plan.ts';
import type { ListQuirks } from './list-quirks.ts';
import { linkQueries, type Page, type PageLinks, type PagePlace } from './page.ts';
import { cursorPage, timePage } from './page-cursor.ts';
import { numberedPage } from './page-number.ts';
import { offsetPage } from './page-offset.ts';
import { newestPage, sincePage } from './page-since.ts';
import { slicePage } from './page-slice.ts';
import { planCacheOf } from './plan-cache.ts';
import { dialectOf } from './selection.ts';
import { findSpan, orderOf, type Span, spanLength } from './span.ts';

/** A page of a collection and everything that the response says about it. */
export interface ListResult {
  readonly records: readonly StoredRecord[];
  /** Records that match, on all pages together. */
  readonly total: number;
  /** Number of records in the collection and its revision, at the moment of the page. */
  readonly size: number;
  readonly revision: number;
  /** The most records on a page. */
  readonly limit: number;
  /** Index of the first record on the page among the matching ones. */
  readonly start: number;
  readonly place: PagePlace;
  /** The queries of other pages, with every other parameter as it was sent; without the question mark. */
  readonly links: PageLinks<string>;
  /** Fields of the filter that were ignored because the request or the workspace is lenient. */
  readonly ignored: readonly string[];
  readonly plan: ListPlan;
  readonly explainer: ListExplainer;
}

/**
 * Computes the page of a list request. `query` is the query as it was sent, without the question mark. Filter, sort and
 * page see the changes of `overlay` as if they were written.
 *
 * A query with a materialized view needs no pause. Records may change during a pause, but a page shows one moment.
 */
export function* listRecords(
  collection: Collection,
  query: string,
  options: ListOptions,
  overlay?: () => Overlay,
): Work<Result<ListResult>> {
  const fields = collection.indexedFields ?? (yield* collection.indexFields());
  const planned = planCacheOf(fields).plan(query, options);
  if (!planned.ok) return planned;
  const plan = planned.value;
  const begun = findStart(collection, plan, overlay);
  if (!begun.ok) return begun;
  const { quirks } = options;
  const { selection } = plan;
  if (Math.min(plan.page.limit, collection.size) > largePage) yield largeResult;
  const { span, page } = yield* spanAndPage(collection, plan, begun.value, quirks, overlay);
  const matched = spanLength(span);
  const { size, revision, counts } = span.order;
  return accept({
    records: page.records,
    total: quirks.totalOffByOne ? matched + 1 : matched,
    size,
    revision,
    limit: plan.page.limit,
    start: page.start,
    place: page.place,
    links: linkQueries(plan.parameters, page.links, dialectOf(options)),
    ignored: selection.ignored,
    plan,
    explainer: ListExplainer.of(collection, plan, quirks, overlay, {
      start: page.start,
      returned: page.records.length,
      size,
      matched,
      counts,
    }),
  });
}

/** Records of a page whose response takes a megabyte or more. */
const largePage = 4096;

/** Times that a page is read with pauses; it is read without one when records have changed in all of them. */
const pausedAttempts = 3;

/** The span and a page of it, of one moment. */
function* spanAndPage(
  collection: Collection,
  plan: ListPlan,
  since: Position | null,
  quirks: ListQuirks,
  overlay: (() => Overlay) | undefined,
): Work<{ readonly span: Span; readonly page: Page }> {
  const { selection } = plan;
  for (let attempt = 1; ; attempt++) {
    const span = yield* findSpan(collection, selection, orderOf(selection, quirks), overlay);
    const { moment } = span.order;
    const work = findPage(plan, span, since, quirks);
    const page = attempt > pausedAttempts ? finish(work) : yield* work;
    if (span.order.moment === moment) return { span, page };
  }
}

function findPage(
  { page: { start, limit }, selection: { query, window } }: ListPlan,
  span: Span,
  since: Position | null,
  { sinceNewestFirst }: ListQuirks,
): Work<Page> {
  switch (start.style) {
    case 'offset':
      return offsetPage(span, start.offset, limit);
    case 'page':
      return numberedPage(span, start, limit);
    case 'cursor':
      return cursorPage(span, start.cursor ?? { query, window, after: null }, limit);
    case 'time':
      return timePage(span, query, start.window, limit);
    case 'since':
      return sinceNewestFirst ? newestPage(span, since, limit) : sincePage(span, since, limit);
    case 'slice':
      return slicePage(span, start.begin, start.end, limit);
    default:
      return assertNever(start);
  }
}

/** The position after which a `since_id` page begins; null for the first page and for every other style. */
function findStart(
  collection: Collection,
  { page: { start }, selection: { sort } }: ListPlan,
  overlay: (() => Overlay) | undefined,
): Result<Position | null> {
  if (start.style !== 'since' || start.id === '') return accept(null);
  return sincePosition(collection, sort, start.id, overlay);
}

/**
 * The position of an id. In the order of keys it follows from the id, with or without such a record. In the order of time
 * the record must be known: live, a fixture, or among the latest removed ones.
 */
function sincePosition(
  collection: Collection,
  sort: Sort,
  id: string,
  overlay: (() => Overlay) | undefined,
): Result<Position> {
  if (sort.terms.length === 0) return accept({ values: [], key: keyRank(id) });
  const record = collection.lastKnown(id);
  const seen = overlay?.().changes.find(({ before }) => before === record)?.after ?? record;
  if (seen) return accept(sort.positionOf(seen));
  const detail = `The time of ${quote(id)} is not known: there is no such record, or it was removed long ago.`;
  const expected = 'the id of a record, or an order by key, which knows the place of every id';
  return refuse(problem('bad-parameter', detail, { parameter: 'since_id', expected }));
}
