import type { RequestDetail } from '../contract/schema/output.ts';
import type { CapturedBody } from '../contract/schema/state.ts';
import type { Json } from '../domain/json/json.ts';
import type { Call } from './call.ts';
import type { Commands } from './commands.ts';
import type { Expectations } from './expectations.ts';
import { type Patience, poll } from './poll.ts';

/** Which requests are meant: `method`, `path` with `{id}` for any segment, `query`, `headers` and `body`. */
export type RequestMatch = NonNullable<Commands['requests.find']['input']['match']>;

/** A finished request with its response and its explanation. */
export interface LoggedRequest extends RequestDetail {
  /** The request's body: the value of JSON, other text as it is; null without a body or for one that the log cut. */
  readonly body: Json;
}

/** Reads the requests that clients have sent. */
export interface Requests {
  /** The finished requests that match, oldest first; all of them without a pattern. */
  readonly requests: (match?: RequestMatch) => Promise<readonly LoggedRequest[]>;
  /**
   * Resolves with the first finished request that matches, be it in the log already or still to come. Waits two seconds,
   * unless `timeout` says otherwise; then rejects with a `VerificationError`, which names the nearest requests.
   */
  readonly waitForRequest: (match?: RequestMatch, patience?: Patience) => Promise<LoggedRequest>;
}

/** As many as one command may ask for, which is more than the log holds by default. */
const most = 10_000;

/** The requests of a session; without a session, those of all clients. */
export function requestsOf(call: Call, { verify }: Pick<Expectations, 'verify'>, session?: string): Requests {
  const scope = session === undefined ? {} : { session };
  return {
    requests: async (match = {}) => {
      const { requests } = await call('requests.find', { match: { ...match, ...scope }, limit: most });
      return requests.map(withBody);
    },
    waitForRequest: async (match = {}, { timeout = 2000 } = {}) => {
      const pattern = { ...match, ...scope };
      let from = 1;
      const found = await poll(timeout, async () => {
        const { requests, next } = await call('requests.find', { match: pattern, from, limit: 1 });
        from = next;
        return requests[0];
      });
      if (found) return withBody(found);
      const [met] = await verify(match);
      return withBody(await call('requests.get', { id: met?.requests[0] ?? 0 }));
    },
  };
}

const withBody = (detail: RequestDetail): LoggedRequest => ({ ...detail, body: bodyValue(detail.request.body) });

function bodyValue(body: CapturedBody | null): Json {
  if (body === null || body.truncated) return null;
  try {
    return JSON.parse(body.content) as Json;
  } catch {
    return body.content;
  }
}
