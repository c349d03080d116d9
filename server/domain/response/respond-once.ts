import { problem } from '../basics/problem.ts';
import { accept, type Result, refuse } from '../basics/result.ts';
import { isWork, type Work } from '../basics/work.ts';
import { immediateDelivery } from '../scenario/delivery.ts';
import type { Exchange } from './exchange.ts';
import type { MockResponse } from './mock-response.ts';

const header = 'Idempotency-Key';

/** A structured string (RFC 9651, 3.3.3), or the bare text that many clients send. */
const quoted = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;
const bare = /^[\x21\x23-\x7e]+$/;
const longestKey = 255;

/** True for a request whose Idempotency-Key the workspace honours: other methods can be repeated anyway. */
export function isKeyed({ request: { method }, context }: Exchange): boolean {
  return (method === 'POST' || method === 'PATCH') && context.settings.idempotencyKeys;
}

/**
 * Carries a request with an Idempotency-Key out once (draft-ietf-httpapi-idempotency-key-header): a retry gets the same response
 * again, another request with the key 422, and one that comes before the first response is sent 409. A rule's own response
 * stands in front of the service, so that a retry after it is carried out.
 */
export function respondOnce(
  exchange: Exchange,
  respond: () => MockResponse | Work<MockResponse>,
): MockResponse | Work<MockResponse> {
  const { request, context } = exchange;
  const sent = request.header('idempotency-key');
  if (sent === undefined) return respond();
  const key = readKey(sent);
  if (!key.ok) return exchange.refuse(problem('bad-header', key.problem, { header }));
  const keys = context.idempotencyKeys;
  const meaning = keys.begin(key.value, request, context.now());
  if (meaning === 'reused') {
    return exchange.refuse(problem('key-reused', `The ${header} belongs to another request.`, { header }));
  }
  if (meaning === 'in-progress') {
    const detail = `The first request with this ${header} has no response yet.`;
    return exchange.refuse(problem('request-in-progress', detail, { header }));
  }
  if (meaning !== 'new') return exchange.repeat(meaning);
  const keep = (response: MockResponse): MockResponse => {
    const kept = response.status < 500 && !response.isMissing ? response : null;
    const isSent = response.delivery === immediateDelivery;
    keys.end(key.value, request, kept, isSent);
    return isSent ? response : { ...response, settled: () => keys.end(key.value, request, kept, true) };
  };
  const response = respond();
  return isWork(response) ? keepLater(response, keep, () => keys.end(key.value, request, null, true)) : keep(response);
}

/** `forget` is called if the work ends without a response, because the client has disconnected. */
function* keepLater(
  work: Work<MockResponse>,
  keep: (response: MockResponse) => MockResponse,
  forget: () => void,
): Work<MockResponse> {
  let response: MockResponse | undefined;
  try {
    response = keep(yield* work);
    return response;
  } finally {
    if (response === undefined) forget();
  }
}

function readKey(sent: string): Result<string, string> {
  const text = sent.trim();
  const inner = quoted.exec(text)?.[1]?.replace(/\\(.)/g, '$1') ?? (bare.test(text) ? text : '');
  if (inner !== '' && inner.length <= longestKey) return accept(inner);
  return refuse(
    `${header} must be one text of 1 to ${longestKey} characters, such as "8e03978e-40d5-43e8-bc93-6894a57f9324".`,
  );
}
