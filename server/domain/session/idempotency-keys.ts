import type { LongText } from '../basics/long-text.ts';
import type { MockRequest } from '../request/mock-request.ts';

/** A response that is kept for retries. */
export interface KeptResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | LongText | Uint8Array | null;
}

interface Entry {
  /** Method, address and body of the first request. */
  readonly fingerprint: string;
  /** Milliseconds on the clock of the requests. */
  readonly began: number;
  /** Null while the first request is in progress. */
  response: KeptResponse | null;
}

/** The meaning of a key for a request: nothing yet, another request, one in progress, or a response to repeat. */
export type KeyMeaning = 'new' | 'reused' | 'in-progress' | KeptResponse;

/** The keys that the requests to one live state have used. */
export interface RequestKeys {
  /** The meaning of a key for a request; a new key begins with it. */
  begin(key: string, request: MockRequest, now: number): KeyMeaning;
  /**
   * Keeps the response of the request that began a key, or forgets the key without one. While the response is delayed,
   * `isSent` is false, and the key stays in progress.
   */
  end(key: string, request: MockRequest, response: KeptResponse | null, isSent: boolean): void;
  clear(): void;
  /** Those of a session, which begins without any. */
  inSession(name: string): RequestKeys;
}

/** Milliseconds for which a key is kept: a day. */
export const keyLifetime = 86_400_000;
/** Keys and characters of their requests and responses, per session. */
export const mostKeys = 10_000;
export const mostKeyCharacters = 16 * 2 ** 20;

/** The idempotency keys of a session, or of all clients without one. Beyond its limits, the oldest keys are forgotten. */
export class IdempotencyKeys implements RequestKeys {
  /** In the order of their begin. */
  readonly #entries = new Map<string, Entry>();
  #characters = 0;

  begin(key: string, request: MockRequest, now: number): KeyMeaning {
    this.#expire(now);
    const fingerprint = fingerprintOf(request);
    const known = this.#entries.get(key);
    if (known) return known.fingerprint === fingerprint ? (known.response ?? 'in-progress') : 'reused';
    const entry = { fingerprint, began: now, response: null };
    this.#entries.set(key, entry);
    this.#characters += weightOf(key, entry);
    return 'new';
  }

  end(key: string, _request: MockRequest, response: KeptResponse | null, isSent = true): void {
    if (!isSent) return;
    const entry = this.#entries.get(key);
    if (entry && response === null) this.#forget(key, entry);
    if (!entry || response === null) return;
    entry.response = response;
    this.#characters += response.body?.length ?? 0;
    for (const [oldest, one] of this.#entries) {
      if (this.#entries.size <= mostKeys && this.#characters <= mostKeyCharacters) break;
      this.#forget(oldest, one);
    }
  }

  clear(): void {
    this.#entries.clear();
    this.#characters = 0;
  }

  inSession(): IdempotencyKeys {
    return new IdempotencyKeys();
  }

  #expire(now: number): void {
    for (const [key, entry] of this.#entries) {
      if (now - entry.began < keyLifetime) break;
      this.#forget(key, entry);
    }
  }

  #forget(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#characters -= weightOf(key, entry);
  }
}

/** Tells a request from others under the same key. */
export function fingerprintOf({ method, path, query, body }: MockRequest): string {
  return JSON.stringify([method, path, query, body?.ok ? body.value : null]);
}

function weightOf(key: string, { fingerprint, response }: Entry): number {
  return key.length + fingerprint.length + (response?.body?.length ?? 0);
}
