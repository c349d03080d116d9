import { quote } from '../json/wording.ts';
import type { Exchange } from './exchange.ts';
import { memory } from './memory.ts';
import { type AuditRule, http, idempotencyKeyDraft } from './rule.ts';

/** How the attempt failed, as a phrase. */
function failure({ status, recorded }: Exchange): string {
  if (recorded.brokenBy === 'client') return 'its own timeout';
  return status === null || recorded.brokenBy === 'server' ? 'a broken connection' : String(status);
}

/** True for methods that may have an effect for each attempt: POST and PATCH (RFC 9110, 9.2.2; RFC 5789, 2). */
function isUnsafe({ method }: Exchange): boolean {
  return method === 'POST' || method === 'PATCH';
}

const blindRetry: AuditRule = {
  id: 'blind-retry',
  title: 'POST and PATCH are retried only if a second effect is impossible',
  severity: 'error',
  source: http('9.2.2'),
  mend: 'Send If-Match or an Idempotency-Key, or do not retry POST and PATCH by themselves.',
  start: ({ applied, fail }) => ({
    retry: ({ last }, retry) => {
      if (!isUnsafe(retry) || last.status === 429) return;
      applied();
      const isSecured = retry.conditions !== '' || retry.isTested || keyOf(retry) !== undefined;
      if (!isSecured) fail(`${retry.name} was sent again after ${failure(last)}.`, last, retry);
    },
  }),
};

function keyOf({ recorded }: Exchange): string | undefined {
  return recorded.header('idempotency-key');
}

const committedTwice: AuditRule = {
  id: 'committed-twice',
  title: 'No retry has its effect twice',
  severity: 'error',
  source: http('9.2.2'),
  mend: 'Send an Idempotency-Key or If-Match, so that the server can tell a retry from a new request.',
  start: ({ applied, fail }) => ({
    retry: ({ last }, retry) => {
      const { decided } = last.recorded;
      if (!isUnsafe(retry) || decided === null || decided >= 300) return;
      applied();
      // With the key of the first attempt the client did its part, also if the server does not look at keys.
      const isKeyed = keyOf(retry) !== undefined && keyOf(retry) === keyOf(last);
      if (retry.succeeded && !isKeyed) {
        fail(`${retry.name} had been carried out before ${failure(last)}, and was carried out again.`, last, retry);
      }
    },
  }),
};

const stableKey: AuditRule = {
  id: 'idempotency-key-changed',
  title: 'All attempts have the same Idempotency-Key, and no other request has it',
  severity: 'error',
  source: idempotencyKeyDraft,
  mend: 'Make one key for each action, before its first attempt, and use it for all attempts and nothing else.',
  start: ({ applied, fail }) => {
    const actions = memory<Exchange>();
    return {
      retry: ({ last }, retry) => {
        const [before, now] = [keyOf(last), keyOf(retry)];
        if (before === undefined) return;
        applied();
        if (before !== now) fail(`${retry.name} was sent again with another Idempotency-Key.`, last, retry);
      },
      read: (exchange) => {
        const key = keyOf(exchange);
        if (key === undefined) return;
        applied();
        const first = actions.get(key);
        if (first && first.action !== exchange.action) {
          fail(`The Idempotency-Key ${quote(key)} was used for two different requests.`, first, exchange);
        } else if (!first) actions.set(key, exchange);
      },
    };
  },
};

/** Refusals after which the same request may succeed, or that have a rule of their own. */
const retryable = new Set([401, 408, 412, 425, 428, 429]);

const retriedRefusal: AuditRule = {
  id: 'refusal-retried',
  title: 'A request that was refused with 4xx is not retried unchanged',
  severity: 'error',
  source: http('15.5'),
  mend: 'Do not retry on 4xx, other than 408, 425 and 429: report the problem, or correct the request.',
  start: ({ applied, fail }) => {
    const refused = memory<readonly Exchange[]>();
    return {
      read: (exchange) => {
        const before = refused.get(exchange.action) ?? [];
        const last = before.at(-1);
        const isRetry = last !== undefined && exchange.time - last.end < 10_000 && sameHeaders(last, exchange);
        // A missing record may appear, and a page may be looked at twice.
        const allowed = exchange.isRead ? 2 : 1;
        if (isRetry && before.length >= allowed) {
          fail(`${exchange.name} was sent again unchanged after ${last.status}.`, last, exchange);
        }
        const status = exchange.status ?? 0;
        const isRefused = status >= 400 && status < 500 && !retryable.has(status);
        if (isRefused) applied();
        if (isRefused) refused.set(exchange.action, [...(isRetry ? before : []).slice(-2), exchange]);
        else refused.delete(exchange.action);
      },
    };
  },
};

function sameHeaders(a: Exchange, b: Exchange): boolean {
  if (a.conditions !== b.conditions) return false;
  return ['authorization', 'content-type', 'prefer', 'accept', 'x-mock-session', 'x-mock-scenario'].every(
    (name) => a.recorded.header(name) === b.recorded.header(name),
  );
}

const readRetried: AuditRule = {
  id: 'read-not-retried',
  title: 'A failed GET is retried',
  severity: 'information',
  source: http('9.2.2'),
  mend: 'GET is safe: repeat it once or twice after 5xx or a broken connection.',
  start: ({ applied, fail }) => {
    const failed = new Map<string, Exchange>();
    let hasRetried = false;
    return {
      retry: (_, retry) => {
        if (retry.isRead) hasRetried = true;
      },
      read: (exchange) => {
        if (!exchange.isRead || !exchange.failedForNow || exchange.recorded.brokenBy === 'client') return;
        applied();
        if (failed.size < 100) failed.set(exchange.action, exchange);
      },
      end: () => {
        const [first] = failed.values();
        if (first && !hasRetried) fail(`${first.name} failed and no GET was ever retried.`, ...failed.values());
      },
    };
  },
};

/** Rules about clients whose request fails. */
export const retryRules: readonly AuditRule[] = [blindRetry, committedTwice, stableKey, retriedRefusal, readRetried];
