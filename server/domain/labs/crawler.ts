import type { JsonObject } from '../json/json.ts';
import type { PageStyle } from '../list/page-request.ts';
import type { LabResponse } from './lab-mock.ts';
import type { CrawlingClient, LabEnd } from './pagination-run.ts';

export interface CrawlOptions {
  readonly client: CrawlingClient;
  readonly pageSize: number;
  /** The order of offset, page and cursor. */
  readonly sort: string;
  /** Where a crawl by time begins, in milliseconds since 1970. */
  readonly from: number;
  readonly idOf: (record: JsonObject) => string;
  readonly instantOf: (record: JsonObject) => number;
}

/** A client that crawls a list in one style. */
export class Crawler {
  readonly style: PageStyle;
  readonly #options: CrawlOptions;
  /** Number of the latest page, from 1. */
  #page = 1;
  /** The query of the next page; null at the end. */
  query: string | null;

  constructor(style: PageStyle, options: CrawlOptions) {
    this.style = style;
    this.#options = options;
    this.query = firstQuery(style, options);
  }

  /** Takes a page; returns why the crawl ends with it, or null. */
  take(response: LabResponse): LabEnd | null {
    const isRefused = response.status !== 200;
    // Nobody can compute a cursor.
    const follows = this.#options.client === 'follows' || this.style === 'cursor';
    this.query = isRefused ? null : follows ? followedQuery(response) : this.#computedQuery(response);
    this.#page += 1;
    if (this.query !== null) return null;
    return isRefused ? 'refused' : 'complete';
  }

  #computedQuery({ records, total }: LabResponse): string | null {
    const { pageSize, idOf, instantOf } = this.#options;
    const read = this.#page * pageSize;
    const last = records.at(-1);
    switch (this.style) {
      case 'offset':
        return read < total ? pageQuery(this.#options, 'limit', `offset=${read}`) : null;
      case 'page':
        return read < total ? pageQuery(this.#options, 'per_page', `page=${this.#page + 1}`) : null;
      case 'time':
        return last && records.length >= pageSize ? `limit=${pageSize}&${startTime(instantOf(last))}` : null;
      default:
        return last && records.length >= pageSize
          ? `limit=${pageSize}&since_id=${encodeURIComponent(idOf(last))}`
          : null;
    }
  }
}

function firstQuery(style: PageStyle, options: CrawlOptions): string {
  const { client, pageSize, from } = options;
  switch (style) {
    case 'offset':
      return pageQuery(options, 'limit', 'offset=0');
    case 'page':
      // The server knows the number of the first page.
      return pageQuery(options, 'per_page', client === 'follows' ? '' : 'page=1');
    case 'cursor':
      return pageQuery(options, 'limit', 'cursor=');
    case 'time':
      return `limit=${pageSize}&${startTime(from)}`;
    case 'since':
      return `limit=${pageSize}&since_id=`;
  }
}

function pageQuery({ sort, pageSize }: CrawlOptions, size: 'limit' | 'per_page', place: string): string {
  return [`sort=${encodeURIComponent(sort)}`, `${size}=${pageSize}`, place].filter((part) => part !== '').join('&');
}

function startTime(instant: number): string {
  return `start_time=${new Date(instant).toISOString()}`;
}

function followedQuery({ next }: LabResponse): string | null {
  return next === null ? null : next.slice(next.indexOf('?') + 1);
}
