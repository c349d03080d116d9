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

/** The filters and the order of a list, as one text. */
export function selectionOf({ parameters }: Exchange): string {
  return parameters
    .flatMap(({ name, text }) => (paging.has(name) ? [] : text))
    .toSorted()
    .join('&');
}

/** One page of a list as its client asked for it and got it. */
export interface CrawledPage {
  readonly exchange: Exchange;
  readonly style: PageStyle;
  /** Filters and order, as one text. */
  readonly selection: string;
  /** The limit that the client named. */
  readonly asked: number | undefined;
  readonly items: number;
  /** The ids of the records, as far as they have one. */
  readonly ids: readonly string[];
  /** The number of the first record or page that the client named, or the place after which it reads. */
  readonly start: string;
  /** The URL of rel="next" in Link. */
  readonly next: string | undefined;
  readonly total: number | undefined;
}

/** The page of a list response with status 200; undefined for every other exchange. */
function readPage(exchange: Exchange, key: (collection: string) => string): CrawledPage | undefined {
  if (!exchange.isList || exchange.status !== 200 || !exchange.succeeded) return undefined;
  const items = itemsOf(exchange.received);
  if (!items) return undefined;
  const { recorded, parameters } = exchange;
  const style = parameters.map(({ name }) => styles[name]).find((one) => one !== undefined) ?? 'offset';
  return {
    exchange,
    style,
    selection: selectionOf(exchange),
    asked: integer(exchange.parameter('limit') ?? exchange.parameter('per_page')),
    items: items.length,
    ids: idsOf(items, key(recorded.collection ?? '')),
    start: exchange.parameter(starts[style]) ?? '',
    next: exchange.links.get('next'),
    total: integer(recorded.responseHeader('x-total-count')),
  };
}

/** The records of a list response, in an envelope or alone. */
function itemsOf(body: Json | undefined): readonly Json[] | undefined {
  if (isJsonArray(body)) return body;
  return isJsonObject(body) ? Object.values(body).find(isJsonArray) : undefined;
}

function idsOf(items: readonly Json[], key: string): readonly string[] {
  const ids: string[] = [];
  for (const item of items) {
    const id = isJsonObject(item) ? member(item, key) : undefined;
    if (id !== undefined && id !== null) ids.push(String(id));
  }
  return ids;
}

/** Milliseconds without a page after which the next one begins a new crawl. */
const longestPause = 60_000;

/** Pages that a crawl remembers: the first and the latest. */
const mostPages = 500;

/** Consecutive pages of one list in one style. */
export type Crawl = readonly CrawledPage[];

interface CrawlListener {
  /** Called for every page after another. */
  readonly onStep: (before: CrawledPage, page: CrawledPage, crawl: Crawl) => void;
  /** Called for a crawl that has ended. */
  readonly onEnd: (crawl: Crawl) => void;
}

/** Groups the pages of one client into crawls. */
export class Crawls {
  readonly #key: (collection: string) => string;
  readonly #listener: CrawlListener;
  readonly #open = memory<CrawledPage[]>();
  readonly #stored = memory<CrawledPage>();

  constructor(key: (collection: string) => string, listener: CrawlListener) {
    this.#key = key;
    this.#listener = listener;
  }

  /** The page that the response carries; undefined for other responses. */
  read(exchange: Exchange): CrawledPage | undefined {
    const received = readPage(exchange, this.#key);
    // With 304, the client has the page that it got before.
    const known = exchange.status === 304 ? this.#stored.get(exchange.url) : undefined;
    const page = known ? { ...known, exchange } : received;
    if (page) this.#follow(page);
    return received;
  }

  /** Ends all crawls. */
  end(): void {
    for (const crawl of this.#open.values()) this.#listener.onEnd(crawl);
  }

  #follow(page: CrawledPage): void {
    const { exchange, style, selection } = page;
    this.#stored.set(exchange.url, page);
    const key = [exchange.recorded.session, exchange.recorded.path, style, selection].join(' ');
    const crawl = this.#open.get(key);
    const before = crawl?.at(-1);
    if (crawl && before && exchange.time - before.exchange.end < longestPause && !isStart(page)) {
      this.#listener.onStep(before, page, crawl);
      crawl.push(page);
      if (crawl.length > mostPages) crawl.splice(1, 1);
      return;
    }
    if (crawl) this.#listener.onEnd(crawl);
    this.#open.set(key, [page]);
  }
}

/** True for the page with which a client begins again. */
function isStart({ style, start }: CrawledPage): boolean {
  if (style === 'since' || style === 'time') return false;
  return start === '' || start === '0' || (style === 'page' && start === '1');
}
