import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** A response as every library gives it. */
export interface Response {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly body: unknown;
}

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path and query, or a whole URL. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** Milliseconds after which the request is given up. */
  readonly timeout?: number;
}

/**
 * Sends with the library's own retries, and resolves for every status that it does not retry, also for 304 and 412. Rejects
 * when it has given up.
 */
export type Send = (request: Request) => Promise<Response>;

interface Stored {
  readonly tag: string | null;
  readonly body: unknown;
  readonly response: Response;
}

type Item = Readonly<Record<string, unknown>> & { readonly id: number };

/** An app that uses HTTP with care: it caches by ETag, writes on conditions, counts its records and follows links. */
export class HonestApp {
  readonly #send: Send;
  readonly #stored = new Map<string, Stored>();

  constructor(send: Send) {
    this.#send = send;
  }

  /** Reads with the stored tag. A 304 stands for the stored response. */
  async read(target: string, timeout?: number): Promise<Response> {
    const stored = this.#stored.get(target);
    const headers: Record<string, string> = stored?.tag ? { 'If-None-Match': stored.tag } : {};
    const response = await this.#send({ method: 'GET', target, headers, ...(timeout !== undefined && { timeout }) });
    if (response.status === 304 && stored) return { ...response, body: stored.body };
    if (response.status === 200) {
      this.#stored.set(target, { tag: response.header('etag'), body: response.body, response });
    }
    return response;
  }

  /** Changes a record on the condition of what was read; after 412 it reads again, and writes if the change is missing. */
  async change(target: string, method: 'PATCH' | 'PUT', change: Readonly<Record<string, unknown>>): Promise<void> {
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const read = await this.read(target);
      const now = read.body as Item;
      const isDone = Object.entries(change).every(([name, value]) => now[name] === value);
      if (read.status !== 200 || isDone) return;
      const tag = read.header('etag') ?? this.#stored.get(target)?.tag ?? '';
      // If-Match never matches a weak tag.
      const headers: Record<string, string> = tag.startsWith('"') ? { 'If-Match': tag } : {};
      const json = method === 'PUT' ? { ...now, ...change } : change;
      const response = await this.#send({ method, target, headers, json });
      if (response.status === 200) {
        this.#stored.set(target, { tag: response.header('etag'), body: response.body, response });
        return;
      }
      if (response.status !== 412) throw new Error(`${method} ${target} got ${response.status}`);
      this.#stored.delete(target);
    }
  }

  async create(json: object): Promise<string | null> {
    const headers = { 'Idempotency-Key': randomUUID() };
    const response = await this.#send({ method: 'POST', target: '/api/items', headers, json });
    return response.header('location');
  }

  async remove(target: string): Promise<void> {
    const { status, header } = await this.read(target);
    if (status !== 200) return;
    const tag = header('etag') ?? this.#stored.get(target)?.tag ?? '';
    this.#stored.delete(target);
    const response = await this.#send({
      method: 'DELETE',
      target,
      headers: tag.startsWith('"') ? { 'If-Match': tag } : {},
    });
    if (response.status === 412) await this.remove(target);
  }

  /** Counts the records that came. */
  async byOffset(limit: number): Promise<number> {
    for (let offset = 0; ; ) {
      const { items, next } = (await this.read(`/api/items?limit=${limit}&offset=${offset}`)).body as Page;
      offset += items.length;
      if (next === null) return offset;
    }
  }

  /** Follows cursors, and begins again if one has expired. */
  async byCursor(limit: number, again = true): Promise<number> {
    let seen = 0;
    for (let cursor = ''; ; ) {
      const page = await this.read(`/api/items?limit=${limit}&cursor=${encodeURIComponent(cursor)}`);
      if (page.status === 410 && again) return this.byCursor(limit, false);
      const { items, next_cursor: next } = page.body as Page;
      seen += items.length;
      if (!next) return seen;
      cursor = next;
    }
  }

  /** Follows rel="next". */
  async byLink(first: string): Promise<number> {
    let seen = 0;
    for (let target: string | undefined = first; target !== undefined; ) {
      const page: Response = await this.read(target);
      seen += (page.body as Page).items.length;
      const stored: Stored | undefined = this.#stored.get(target);
      target = /<([^>]*)>; *rel="next"/.exec(page.header('link') ?? stored?.response.header('link') ?? '')?.[1];
    }
    return seen;
  }

  /** What an app does all day. `others` lets another client change a record. */
  async work(nth: number, others: (target: string) => Promise<unknown>): Promise<void> {
    const item = `/api/items/${(nth % 10) + 1}`;
    await Promise.all([1, 2, 3, 4].map((id) => this.read(`/api/items/${id + 10}`)));
    await this.read(item);
    await this.read(item);
    await this.byOffset(10);
    await this.byCursor(10);
    await this.byLink('/api/items?page=1&per_page=10');
    await this.change(item, 'PATCH', { name: `Patched ${nth}` });
    await others(item);
    await this.#stale(item, nth);
    await this.change(item, 'PUT', { name: `Put ${nth}` });
    const created = await this.create({ name: `New ${nth}` });
    if (created !== null) await this.remove(created);
    await this.read('/api/items?name=Item%207&created_at_after=2024-01-01T00:00:00Z', 1500).catch(() => undefined);
    await pause(50);
    await this.read(item);
  }

  /** Writes on what it has stored, which another client has changed since. */
  async #stale(target: string, nth: number): Promise<void> {
    const stored = this.#stored.get(target);
    if (!stored?.tag?.startsWith('"')) return;
    const json = { note: `Stale ${nth}` };
    const response = await this.#send({ method: 'PATCH', target, headers: { 'If-Match': stored.tag }, json });
    if (response.status === 412) return this.change(target, 'PATCH', json);
    this.#stored.set(target, { tag: response.header('etag'), body: response.body, response });
  }
}

interface Page {
  readonly items: readonly Item[];
  readonly next: string | null;
  readonly next_cursor?: string | null;
}
