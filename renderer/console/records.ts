import type { RecordRow } from '../../server/contract/schema/state.ts';
import type { Problem } from '../../server/domain/basics/problem.ts';
import type { Client } from './client.ts';

/** The query of a table; its members are those of the command `records.page`. */
export interface RecordsQuery {
  readonly collection: string;
  readonly query: string;
  readonly search: string;
  readonly only?: 'changed';
}

/** State of a table beside its rows; a new object whenever it or a row changes. */
export interface RecordsView {
  /** Number of matching records; null until the first page is read. */
  readonly total: number | null;
  /** The query of the rows; while a new query is read, still the old one. */
  readonly query: RecordsQuery;
  /** Id of a record that is listed although the query does not find it; null for none. */
  readonly also: string | null;
  /** Why the last page could not be read, or null. */
  readonly problem: Problem | null;
}

/** What a table lists, for the commands that work on all of it. */
export function listedIn({ query: { collection: _, ...matching }, also }: RecordsView) {
  return { ...matching, ...(also !== null && { also }) };
}

interface Page {
  readonly rows: readonly RecordRow[];
  /** The version that the page was read at; see {@link RecordPages.refresh}. */
  readonly asOf: number;
}

const pageSize = 100;
/** Pages kept in memory, so that scrolling back costs nothing and 100,000 records cost little. */
const keptPages = 60;
/** Milliseconds between two readings while clients keep changing records. */
const readPause = 80;
/** Share of the rendered rows that a scroll must skip to count as a jump; more than Page Down skips. */
const shareOfJump = 0.75;
/** Milliseconds without a jump after which quick scrolling counts as ended. */
const restPause = 80;
/** Milliseconds between two readings during quick scrolling; more would cost frames. */
const glimpsePause = 250;

/**
 * The records of one table, read in pages as they come into view. Old rows stay until newer ones arrive, also for a new
 * query. A page has at most one request in flight for each query.
 */
export class RecordPages {
  readonly #client: Client;
  readonly #pages = new Map<number, Page>();
  /** Pages in flight for the present query. */
  #reading = new Set<number>();
  readonly #listeners = new Set<() => void>();
  #view: RecordsView;
  #wanted: RecordsQuery;
  /** The record to list beside those that the query finds. */
  #also: string | null = null;
  /** The latest query with a reply from the host. */
  #replied: RecordsQuery | null = null;
  #range: readonly [first: number, last: number] = [0, 0];
  /** Version of the records, counted since the table was opened; pages of older versions are stale. */
  #now = 0;
  /** Number of edits shown by `replace`; a page read before the latest one may lack it. */
  #edits = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Runs during quick scrolling. */
  #rest: ReturnType<typeof setTimeout> | undefined;
  #glimpse: ReturnType<typeof setTimeout> | undefined;

  constructor(client: Client, query: RecordsQuery) {
    this.#client = client;
    this.#wanted = query;
    this.#view = { total: null, query, also: null, problem: null };
  }

  get view(): RecordsView {
    return this.#view;
  }

  /** Id of the record to list although the query does not find it; null for none. */
  get also(): string | null {
    return this.#also;
  }

  /** True while the rows of a new query are pending. */
  get isAwaited(): boolean {
    return this.#replied !== this.#wanted;
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

  /** The index of a record among those read; undefined if it has not been read. */
  indexOf(id: string): number | undefined {
    for (const [number, page] of this.#pages) {
      const index = page.rows.findIndex((row) => row.id === id);
      if (index >= 0) return number * pageSize + index;
    }
    return undefined;
  }

  /** The indexes of those records that have been read, in ascending order. */
  placesOf(ids: readonly string[]): readonly number[] {
    const wanted = new Set(ids);
    const places = [...this.#pages].flatMap(([number, { rows }]) =>
      rows.flatMap(({ id }, index) => (wanted.has(id) ? [number * pageSize + index] : [])),
    );
    return places.sort((a, b) => a - b);
  }

  /**
   * Sets the rows in view and reads those that are missing or stale. During quick scrolling it reads only now and then,
   * and at the end.
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
    this.#also = null;
    this.#reading = new Set();
    this.#range = [0, this.#range[1] - this.#range[0]];
    this.#now += 1;
    this.#readMissing();
  }

  /** Lists a record although the query does not find it, such as one that is being edited; null lists none. */
  list(also: string | null): void {
    if (also === this.#also) return;
    this.#also = also;
    this.#reading = new Set();
    this.#now += 1;
    this.#readMissing();
  }

  /** Reads the rows in view again, after a short pause, so that many changes cost one reading. */
  refresh(): void {
    this.#now += 1;
    this.#readSoon();
  }

  /** The index of a record, whose page is read if need be; undefined if the table does not have it. */
  async find(id: string): Promise<number | undefined> {
    // The rows of an older query have other places.
    const known = this.isAwaited ? undefined : this.indexOf(id);
    if (known !== undefined) return known;
    const index = await this.#locate(id);
    if (index == null) return undefined;
    // Its page may have come meanwhile.
    if (this.isAwaited || this.indexOf(id) === undefined) await this.#read(Math.floor(index / pageSize));
    return this.indexOf(id);
  }

  /** Reads the first rows of a new query, unless they have been read. */
  async begin(): Promise<void> {
    if (this.isAwaited) await this.#read(0);
  }

  /** Reads the page of a row at once, such as after a deletion. */
  async readAt(index: number): Promise<void> {
    await this.#read(Math.floor(index / pageSize));
  }

  /** True if the query itself finds a record now, whether its row has been read or not. */
  async matches(id: string): Promise<boolean> {
    return (await this.#locate(id, null)) !== null;
  }

  /** The index of a record as the host has it; null if the table does not have it, undefined if the host does not say. */
  async #locate(id: string, also = this.#also): Promise<number | null | undefined> {
    const reply = await this.#client.call('records.find', { ...this.#wanted, ...(also !== null && { also }), id });
    return reply.ok ? reply.value.index : undefined;
  }

  /** Shows the result of an edit without reading the page again. */
  replace(row: RecordRow): void {
    const index = this.indexOf(row.id);
    if (index === undefined) return;
    const number = Math.floor(index / pageSize);
    const page = this.#pages.get(number);
    if (!page) return;
    this.#edits += 1;
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
    const also = this.#also;
    const asOf = this.#now;
    const edits = this.#edits;
    const reading = this.#reading;
    reading.add(number);
    const reply = await this.#client.call('records.page', {
      ...query,
      ...(also !== null && { also }),
      offset: number * pageSize,
      limit: pageSize,
    });
    reading.delete(number);
    if (query !== this.#wanted || also !== this.#also) return;
    this.#replied = query;
    if (!reply.ok) return this.#changed({ problem: reply.problem });
    if (edits !== this.#edits && query === this.#view.query && this.#pages.has(number)) return this.refresh();
    if (query !== this.#view.query) this.#pages.clear();
    this.#pages.set(number, { rows: reply.value.rows, asOf });
    this.#dropFarPages();
    this.#changed({ total: reply.value.total, query, also, problem: null });
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
