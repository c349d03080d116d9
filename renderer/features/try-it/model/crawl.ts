import type { SentRequest } from '../../../../server/contract/schema/output.ts';
import type { Result } from '../../../../server/domain/basics/result.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { splitTarget } from '../../../exchange/subject.ts';
import { plural } from '../../../ui/base/format.ts';
import type { Draft } from './draft.ts';
import { itemsOf, linksOf, totalOf } from './response.ts';

/** One page of a crawl: its request and its records. */
export interface CrawledPage {
  readonly number: number;
  readonly target: string;
  /** Entry in the request log. */
  readonly entry: number | null;
  readonly status: number | null;
  readonly durationMs: number;
  readonly ids: readonly string[];
  /** Ids among them that an earlier page has already returned. */
  readonly repeated: readonly string[];
  readonly total: number | null;
}

export interface Crawl {
  readonly pages: readonly CrawledPage[];
  /** How the crawl ended; null while it runs. */
  readonly end: CrawlEnd | null;
}

export type CrawlEnd =
  | { readonly kind: 'complete' | 'cancelled' | 'bounded' }
  | { readonly kind: 'failed'; readonly reason: string };

/** The counts of the records in a crawl. */
export interface CrawlTally {
  /** Records, each counted once. */
  readonly records: number;
  /** Records that came again on a later page. */
  readonly repeated: number;
  /** The total that the last page reports; null without one. */
  readonly total: number | null;
}

export function tallyOf({ pages }: Crawl): CrawlTally {
  const repeated = new Set(pages.flatMap((page) => page.repeated)).size;
  const records = new Set(pages.flatMap(({ ids }) => ids)).size;
  return { records, repeated, total: pages.at(-1)?.total ?? null };
}

/**
 * What a complete crawl shows, in a sentence. Fewer records than the total are no fault of a crawl that begins after the
 * first page.
 */
export function verdictOf({ records, repeated, total }: CrawlTally): string {
  if (repeated > 0) return `${plural(repeated, 'record')} came again`;
  return records === total ? 'every record once' : 'no record came again';
}

/** A page's target in short: the query, and of a later page only the parameters that differ from the first page's. */
export function shortTarget(target: string, first: string): string {
  const { path, query } = splitTarget(target);
  const known = new Set(splitTarget(first).query.split('&'));
  const own = query.split('&').filter((parameter) => parameter !== '' && !known.has(parameter));
  if (own.length > 0 && target !== first) return own.join('&');
  return query === '' ? path : `?${query}`;
}

/** A crawl stops after this many pages: a faulty `next` link could make it endless. */
export const mostPages = 200;

export interface CrawlOptions {
  readonly send: (draft: Draft) => Promise<Result<SentRequest>>;
  readonly idOf: (record: JsonObject) => string;
  readonly onProgress: (crawl: Crawl) => void;
  readonly isCancelled: () => boolean;
}

/** Follows the `next` links of a list to the last page and reports every page as it arrives. */
export async function crawlPages(first: Draft, { send, idOf, onProgress, isCancelled }: CrawlOptions): Promise<Crawl> {
  const pages: CrawledPage[] = [];
  const seen = new Set<string>();
  const ended = (end: CrawlEnd): Crawl => {
    const crawl = { pages: [...pages], end };
    onProgress(crawl);
    return crawl;
  };
  let target: string | undefined = first.target;
  while (target !== undefined) {
    if (isCancelled()) return ended({ kind: 'cancelled' });
    if (pages.length === mostPages) return ended({ kind: 'bounded' });
    const sent = await send({ ...first, target });
    if (!sent.ok) return ended({ kind: 'failed', reason: sent.problem.detail });
    const { id: entry, durationMs, response, fault } = sent.value;
    const items = response && itemsOf(response);
    const ids = (items ?? []).map(idOf);
    const repeated = ids.filter((id) => seen.has(id));
    for (const id of ids) seen.add(id);
    const [status, total] = [response?.status ?? null, response && totalOf(response)];
    pages.push({ number: pages.length + 1, target, entry, status, durationMs, ids, repeated, total });
    if (!response || !items)
      return ended({ kind: 'failed', reason: fault ?? 'This response is not a page of a list.' });
    target = linksOf(response).next;
    if (target !== undefined) onProgress({ pages: [...pages], end: null });
  }
  return ended({ kind: 'complete' });
}
