import type { MockRequest } from '../domain/request/mock-request.ts';
import {
  fingerprintOf,
  type KeptResponse,
  type KeyMeaning,
  type RequestKeys,
} from '../domain/session/idempotency-keys.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import { Claim } from './claim.ts';
import type { Replica } from './replica.ts';
import { Unsettled } from './unsettled.ts';

/** The idempotency keys of requests in the engine: a key that one instance has used counts at all. */
export class SharedKeys implements RequestKeys {
  readonly #replica: Replica;
  readonly #open: OpenWorkspace;
  readonly #session: string | null;
  readonly #claims: WeakMap<MockRequest, Claim>;

  constructor(replica: Replica, open: OpenWorkspace, session: string | null = null, of?: SharedKeys) {
    this.#replica = replica;
    this.#open = open;
    this.#session = session;
    this.#claims = of ? of.#claims : new WeakMap();
  }

  inSession(name: string): SharedKeys {
    return new SharedKeys(this.#replica, this.#open, name, this);
  }

  begin(key: string, request: MockRequest): KeyMeaning {
    const names = this.#replica.keys.requestKeys(this.#session);
    const claim = this.#claims.get(request) ?? new Claim(this.#replica, names, key, fingerprintOf(request));
    this.#claims.set(request, claim);
    const { meaning } = claim;
    if (meaning === undefined) throw new Unsettled(() => claim.begin());
    if (typeof meaning === 'object') return decodeResponse(meaning.response);
    if (meaning === 'new') claim.keep(null);
    return meaning;
  }

  end(_key: string, request: MockRequest, response: KeptResponse | null, isSent: boolean): void {
    const claim = this.#claims.get(request);
    if (claim?.isEnded) void claim.sent().catch(() => {});
    else claim?.keep(response && encodeResponse(response), isSent);
  }

  clear(): void {
    this.#open.proposal?.forgetKeys();
  }

  /** The key of a request that is being carried out; undefined for a request without one. */
  claimOf(request: MockRequest): Claim | undefined {
    const claim = this.#claims.get(request);
    return claim?.meaning === 'new' ? claim : undefined;
  }
}

function encodeResponse({ status, headers, body }: KeptResponse): string {
  const bytes = body instanceof Uint8Array ? Buffer.from(body).toString('base64') : undefined;
  return JSON.stringify({ status, headers, bytes, body: bytes === undefined ? (body?.toString() ?? null) : null });
}

function decodeResponse(text: string): KeptResponse {
  const { bytes, ...response } = JSON.parse(text);
  return bytes === undefined ? response : { ...response, body: Buffer.from(bytes, 'base64') };
}
