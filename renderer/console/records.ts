import type { RecordRow } from '../../server/contract/schema/state.ts';
import type { Problem } from '../../server/domain/basics/problem.ts';
import type { Client } from './client.ts';

/** Which records a table shows; the members are those of the command `records.page`. */
export interface RecordsQuery {
  readonly collection: string;
  readonly query: string;
  readonly search: string;
  readonly only?: 'changed';
}

/** What a table knows beside the rows. A new object whenever a row or anything in it has changed. */
export interface RecordsView {
  /** Records that fit the query; null until the first page has come. */
  readonly total: number | null;
  /** The query that the rows answer: for a moment still the one before. */
  readonly query: RecordsQuery;
  /** Why the last page could not be read, or null. */
  readonly problem: Problem | null;
}

interface Page {
  readonly rows: readonly RecordRow[];
  /** The state of things that the page was read at; see {@link RecordPages.refresh}. */
  readonly asOf: number;
}

const pageSize = 100;
/** Pages kept beside those in view, so that scrolling back costs nothing and 100,000 records cost no memory. */
const keptPages = 60;
/** Milliseconds between two readings of what clients keep changing. */
const readPause = 80;
/** A jump goes over more of the rows in view, those beside it included, than a key for the next page does. */
const shareOfJump = 0.75;
/** Milliseconds without another jump after which somebody who scrolls quickly has come to rest. */
const restPause = 80;
/** Milliseconds between two glimpses of the rows that somebody scrolls over quickly: more cannot be read, but costs frames. */
const glimpsePause = 250;

/**
 * The records of one table, read in pages as they come into view. Rows that have been read stay until newer ones have
 * arrived, whatever changes: the records, the search or the order. A page is never asked for twice at a time, unless by
 * different queries.
 */
export class RecordPages {
  readonly #client: Client;
  readonly #pages = new Map<number, Page>();
  /** Pages on their way that answer the query; others are on their way in vain. */
  #reading = new Set<number>();
  readonly #listeners = new Set<() => void>();
  #view: RecordsView;
  #wanted: RecordsQuery;
  /** The latest query that the host has answered or refused. */
  #answered: RecordsQuery | null = null;
  #range: readonly [first: number, last: number] = [0, 0];
  /** Counts what may have changed the records since the table was opened; pages read before are stale. */
  #now = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Runs while one jump follows another. */
  #rest: ReturnType<typeof setTimeout> | undefined;
  #glimpse: ReturnType<typeof setTimeout> | undefined;

  constructor(client: Client, query: RecordsQuery) {
    this.#client = client;
    this.#wanted = query;
    this.#view = { total: null, query, problem: null };
  }

  get view(): RecordsView {
    return this.#view;
  }

  /** True while other rows than those that are there are on their way. */
  get isAwaited(): boolean {
    return this.#answered !== this.#wanted;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  rowAt(index: number): RecordRow | undefined {
    return this.#pages.get(Math.floor(index / pageSize))?.rows[index % pageSize];
  }

  /** The rows of a range, both ends included, that have been read. */
  rowsBetween(first: number, last: number): readonly RecordRow[] {
    const rows: RecordRow[] = [];
    for (let index = first; index <= last; index++) {
      const row = this.rowAt(index);
      if (row) rows.push(row);
    }
    return rows;
  }

  /** The place of a record among those that have been read, or undefined. */
  indexOf(id: string): number | undefined {
    for (const [number, page] of this.#pages) {
      const index = page.rows.findIndex((row) => row.id === id);
      if (index >= 0) return number * pageSize + index;
    }
    return undefined;
  }

  /**
   * Says which rows are in view: what is missing or stale of them is read. Where they keep changing to others altogether,
   * it is read when they come to rest, and now and then on the way.
   */
  want(first: number, last: number): void {
    const jump = Math.abs(first - this.#range[0]) > (last - first) * shareOfJump;
    this.#range = [first, last];
    if (!jump || this.#rest === undefined) this.#readMissing();
    if (!jump) return;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      this.#stopFollowing();
      this.#readMissing();
    }, restPause);
    this.#glimpse ??= setTimeout(() => {
      this.#glimpse = undefined;
      this.#readMissing();
    }, glimpsePause);
  }

  /** Shows other records of the same collection. */
  show(query: RecordsQuery): void {
    this.#wanted = query;
    this.#reading = new Set();
    this.#range = [0, this.#range[1] - this.#range[0]];
    this.#now += 1;
    this.#readMissing();
  }

  /** Reads again what is in view, because records may have changed; soon, so that many changes cost one reading. */
  refresh(): void {
    this.#now += 1;
    this.#readSoon();
  }

  /** Finds a record that was just added: among the rows that have been read, else at the end, where most go. */
  async find(id: string): Promise<number | undefined> {
    const known = this.indexOf(id);
    if (known !== undefined || this.#view.total === null) return known;
    await this.#read(Math.floor(this.#view.total / pageSize));
    return this.indexOf(id);
  }

  /** Puts the outcome of an edit in its place without waiting for the page to be read again. */
  replace(row: RecordRow): void {
    const index = this.indexOf(row.id);
    if (index === undefined) return;
    const number = Math.floor(index / pageSize);
    const page = this.#pages.get(number);
    if (!page) return;
    this.#pages.set(number, { ...page, rows: page.rows.with(index % pageSize, row) });
    this.#changed({});
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#stopFollowing();
    this.#listeners.clear();
  }

  #stopFollowing(): void {
    clearTimeout(this.#rest);
    clearTimeout(this.#glimpse);
    this.#rest = undefined;
    this.#glimpse = undefined;
  }

  #readSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#readMissing();
    }, readPause);
  }

  #readMissing(): void {
    const [first, last] = this.#range;
    for (let number = Math.floor(first / pageSize); number <= Math.floor(last / pageSize); number++) {
      const page = this.#pages.get(number);
      if ((!page || page.asOf < this.#now) && !this.#reading.has(number)) void this.#read(number);
    }
  }

  async #read(number: number): Promise<void> {
    const query = this.#wanted;
    const asOf = this.#now;
    const reading = this.#reading;
    reading.add(number);
    const reply = await this.#client.call('records.page', {
      ...query,
      offset: number * pageSize,
      limit: pageSize,
    });
    reading.delete(number);
    if (query !== this.#wanted) return;
    this.#answered = query;
    if (!reply.ok) return this.#changed({ problem: reply.problem });
    if (query !== this.#view.query) this.#pages.clear();
    this.#pages.set(number, { rows: reply.value.rows, asOf });
    this.#dropFarPages();
    this.#changed({ total: reply.value.total, query, problem: null });
    if (asOf < this.#now) this.#readSoon();
  }

  #dropFarPages(): void {
    if (this.#pages.size <= keptPages) return;
    const middle = (this.#range[0] + this.#range[1]) / 2 / pageSize;
    const farthest = [...this.#pages.keys()].sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle));
    for (const number of farthest.slice(0, this.#pages.size - keptPages)) this.#pages.delete(number);
  }

  #changed(change: Partial<RecordsView>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }
}
