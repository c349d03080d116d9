import { isJsonArray, isJsonObject, type Json, member } from '../json/json.ts';
import { type Exchange, integer } from './exchange.ts';
import { memory } from './memory.ts';

export type PageStyle = 'offset' | 'cursor' | 'time' | 'since' | 'page';

const styles: Readonly<Record<string, PageStyle>> = {
  cursor: 'cursor',
  since_id: 'since',
  page: 'page',
  per_page: 'page',
  from: 'time',
  to: 'time',
  start_time: 'time',
  end_time: 'time',
  offset: 'offset',
};

const starts: Readonly<Record<PageStyle, string>> = {
  offset: 'offset',
  cursor: 'cursor',
  time: 'start_time',
  since: 'since_id',
  page: 'page',
};

/** Parameters that say which page, and not of which list. */
const paging = new Set([...Object.keys(styles), 'limit']);

/** One page of a list as its client asked for it and got it. */
export interface CrawledPage {
  readonly exchange: Exchange;
  readonly style: PageStyle;
  /** Filters and order, as one text. */
  readonly selection: string;
  /** The limit that the client named. */
  readonly asked: number | undefined;
  readonly items: number;
  /** The number of the first record or page that the client named, or the place after which it reads. */
  readonly start: string;
  /** The URL of rel="next" in Link. */
  readonly next: string | undefined;
  readonly total: number | undefined;
}

const pages = new WeakMap<Exchange, CrawledPage | null>();

/** The page of a list response with status 200; undefined for every other exchange. Read once, for several rules. */
export function pageOf(exchange: Exchange): CrawledPage | undefined {
  let page = pages.get(exchange);
  if (page === undefined) {
    page = readPage(exchange) ?? null;
    pages.set(exchange, page);
  }
  return page ?? undefined;
}

function readPage(exchange: Exchange): CrawledPage | undefined {
  if (!exchange.isList || exchange.status !== 200 || !exchange.succeeded) return undefined;
  const items = itemsOf(exchange.received);
  if (!items) return undefined;
  const { recorded, parameters } = exchange;
  const style = parameters.map(({ name }) => styles[name]).find((one) => one !== undefined) ?? 'offset';
  const selection = parameters.filter(({ name }) => !paging.has(name)).map(({ text }) => text);
  return {
    exchange,
    style,
    selection: selection.toSorted().join('&'),
    asked: integer(exchange.parameter('limit') ?? exchange.parameter('per_page')),
    items: items.length,
    start: exchange.parameter(starts[style]) ?? '',
    next: linkTarget(recorded.responseHeader('link'), 'next'),
    total: integer(recorded.responseHeader('x-total-count')),
  };
}

/** The target of a link relation (RFC 8288) as path and query. */
export function linkTarget(link: string | undefined, relation: string): string | undefined {
  for (const [, target = '', parameters = ''] of (link ?? '').matchAll(/<([^>]*)>([^<]*)/g)) {
    const named = /;\s*rel\s*=\s*"?([^";,]*)/i.exec(parameters)?.[1];
    if (named?.split(' ').includes(relation)) return target.replace(/^https?:\/\/[^/]*/i, '');
  }
  return undefined;
}

/** The records of a list response, in an envelope or alone. */
function itemsOf(body: Json | undefined): readonly Json[] | undefined {
  if (isJsonArray(body)) return body;
  return isJsonObject(body) ? Object.values(body).find(isJsonArray) : undefined;
}

/** The ids of the records in a list response. */
export function idsOf(exchange: Exchange, key: string): readonly string[] {
  const ids = (itemsOf(exchange.received) ?? []).map((item) => (isJsonObject(item) ? member(item, key) : undefined));
  return ids.flatMap((id) => (id === undefined || id === null ? [] : [String(id)]));
}

/** Milliseconds without a page after which the next one begins a new crawl. */
const longestPause = 60_000;

/** Pages that a crawl remembers: the first and the latest. */
const mostPages = 500;

/**
 * Groups pages into crawls: consecutive pages of one list in one style. `onStep` is called for every page after another,
 * `onEnd` for a crawl that has ended.
 */
export function followCrawls(
  onStep: (before: CrawledPage, page: CrawledPage, crawl: readonly CrawledPage[]) => void,
  onEnd: (crawl: readonly CrawledPage[]) => void = () => undefined,
) {
  const open = memory<CrawledPage[]>();
  const stored = memory<CrawledPage>();
  const keys = new Set<string>();
  /** The page that a client has after a response: with 304 the one that it got before. */
  const pageAfter = (exchange: Exchange): CrawledPage | undefined => {
    const known = exchange.status === 304 ? stored.get(exchange.url) : undefined;
    const page = known ? { ...known, exchange } : pageOf(exchange);
    if (page) stored.set(exchange.url, page);
    return page;
  };
  return {
    read: (exchange: Exchange) => {
      const page = pageAfter(exchange);
      if (!page) return;
      const { style, selection } = page;
      const key = [exchange.recorded.session, exchange.recorded.path, style, selection].join(' ');
      const crawl = open.get(key);
      const before = crawl?.at(-1);
      if (crawl && before && exchange.time - before.exchange.end < longestPause && !isStart(page)) {
        onStep(before, page, crawl);
        crawl.push(page);
        if (crawl.length > mostPages) crawl.splice(1, 1);
        return;
      }
      if (crawl) onEnd(crawl);
      open.set(key, [page]);
      keys.add(key);
    },
    end: () => {
      for (const key of keys) {
        const crawl = open.get(key);
        if (crawl) onEnd(crawl);
      }
    },
  };
}

/** True for the page with which a client begins again. */
function isStart({ style, start }: CrawledPage): boolean {
  if (style === 'since' || style === 'time') return false;
  return start === '' || start === '0' || (style === 'page' && start === '1');
}
