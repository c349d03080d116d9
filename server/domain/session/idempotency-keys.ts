import type { MockRequest } from '../request/mock-request.ts';

/** A response that is kept for retries. */
interface KeptResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Uint8Array | null;
}

interface Entry {
  /** Method, address and body of the first request. */
  readonly fingerprint: string;
  /** Milliseconds on the clock of the requests. */
  readonly began: number;
  /** Null while the first request is in progress. */
  response: KeptResponse | null;
}

/** What a key means for a request: nothing yet, another request, one in progress, or a response to repeat. */
export type KeyMeaning = 'new' | 'reused' | 'in-progress' | KeptResponse;

/** Milliseconds for which a key is kept: a day. */
export const keyLifetime = 86_400_000;
/** Keys and characters of their requests and responses, per session. */
export const mostKeys = 10_000;
export const mostKeyCharacters = 16 * 2 ** 20;

/** The idempotency keys of a session, or of all clients without one. Beyond its limits, the oldest keys are forgotten. */
export class IdempotencyKeys {
  /** In the order of their begin. */
  readonly #entries = new Map<string, Entry>();
  #characters = 0;

  /** The meaning of a key for a request; a new key begins with it. */
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

  /** Keeps the response of the request that began a key, or forgets the key without one. */
  end(key: string, response: KeptResponse | null): void {
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

function fingerprintOf({ method, path, query, body }: MockRequest): string {
  return JSON.stringify([method, path, query, body?.ok ? body.value : null]);
}

function weightOf(key: string, { fingerprint, response }: Entry): number {
  return key.length + fingerprint.length + (response?.body?.length ?? 0);
}
