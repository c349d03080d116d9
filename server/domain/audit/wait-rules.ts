import type { Exchange } from './exchange.ts';
import { memory } from './memory.ts';
import { type AuditRule, http, rateLimitDraft, rfc } from './rule.ts';

/** Milliseconds of tolerance for the clock of the client. */
const tolerance = 10;

const earlyRetry: AuditRule = {
  id: 'before-retry-after',
  title: 'A client waits as long as Retry-After says',
  severity: 'error',
  source: http('10.2.3'),
  mend: 'Wait the seconds of Retry-After, or until its date, before the next request.',
  start: ({ applied, fail }) => {
    const waits = memory<{ readonly by: Exchange; readonly until: number }>();
    return {
      read: (exchange) => {
        const place = `${exchange.method} ${exchange.resource}`;
        const wait = waits.get(place);
        if (wait) {
          applied();
          waits.delete(place);
          // Requests that were on their way already could not know.
          if (exchange.time >= Math.floor(wait.by.end) && exchange.time < wait.until - tolerance) {
            const early = ((wait.until - exchange.time) / 1000).toFixed(1);
            fail(`${exchange.name} was sent ${early} s before Retry-After allowed it.`, wait.by, exchange);
          }
        }
        const until = exchange.waitEnd();
        if (until !== undefined && (exchange.status === 429 || exchange.status === 503)) {
          waits.set(place, { by: exchange, until });
        }
      },
    };
  },
};

const backoff: AuditRule = {
  id: 'no-backoff',
  title: 'Waits between retries grow, and retries end',
  severity: 'warning',
  source: http('9.2.2'),
  mend: 'Double the wait after each attempt, add a random part, and give up after a few attempts.',
  start: ({ applied, fail }) => ({
    retry: ({ all }, retry) => {
      const attempts = [...all, retry];
      if (attempts.length < 4) return;
      applied();
      const gaps = attempts.slice(1).map((next, index) => Math.max(0, next.time - (attempts[index]?.end ?? 0)));
      const isAsked = all.some((one) => one.waitEnd() !== undefined);
      const [first = 0] = gaps;
      const last = gaps.at(-1) ?? 0;
      if (attempts.length === 4 && !isAsked && last <= first * 1.3) {
        const waits = gaps.map((gap) => `${Math.round(gap)} ms`).join(', ');
        fail(`${retry.name} was sent four times with waits of ${waits}, which do not grow.`, ...attempts);
      }
      if (attempts.length === 11) fail(`${retry.name} was sent more than ten times.`, ...attempts);
    },
  }),
};

/** Milliseconds within which the retries of a wave arrive, and by which their waits differ if they are in step. */
const inStep = 50;
const equalWaits = 20;

const retriesInStep: AuditRule = {
  id: 'retries-in-step',
  title: 'Connections do not retry in step',
  severity: 'warning',
  source: rfc(6585, '4'),
  mend: 'Add a random part to each wait, so that clients that failed together do not come back together.',
  start: ({ applied, fail }) => {
    // One wave may be a page whose requests failed together, and a small jitter may leave two waits alike by chance.
    let wave: { readonly retry: Exchange; readonly wait: number }[] = [];
    let earlier: readonly Exchange[] | undefined;
    return {
      retry: ({ last }, retry) => {
        if (last.status === null || last.waitEnd() !== undefined || retry.time - last.end < 100) return;
        applied();
        const [begun] = wave;
        if (!begun || retry.time - begun.retry.time > inStep) wave = [];
        if (wave.some((one) => one.retry.recorded.connection === retry.recorded.connection)) return;
        // From start to start: a busy server ends requests at different times that came together.
        wave.push({ retry, wait: retry.time - last.time });
        const waits = wave.map(({ wait }) => wait);
        if (wave.length !== 4 || Math.max(...waits) - Math.min(...waits) > equalWaits) return;
        const retries = wave.map((one) => one.retry);
        if (earlier) fail(`Four connections retried twice within ${inStep} ms of each other.`, ...earlier, ...retries);
        earlier = retries;
      },
    };
  },
};

const rateLimit: AuditRule = {
  id: 'rate-limit-ignored',
  title: 'A client pauses when RateLimit says that nothing is left',
  severity: 'information',
  source: rateLimitDraft,
  mend: 'When the remaining quota is 0, wait until the quota is reset.',
  start: ({ applied, fail }) => {
    let exhausted: { readonly by: Exchange; readonly until: number } | undefined;
    return {
      read: (exchange) => {
        if (exhausted) {
          applied();
          const { by, until } = exhausted;
          if (exchange.time >= Math.floor(by.end) && exchange.time < until - tolerance) {
            fail(`${exchange.name} was sent although RateLimit had nothing left.`, by, exchange);
          }
          exhausted = undefined;
        }
        const until = resetTime(exchange);
        if (until !== undefined) exhausted = { by: exchange, until };
      },
    };
  },
};

/** The end of an exhausted quota: `RateLimit: "default";r=0;t=5`, or the older headers with and without X-. */
function resetTime(exchange: Exchange): number | undefined {
  const { recorded, end } = exchange;
  const combined = recorded.responseHeader('ratelimit');
  if (combined !== undefined) {
    const seconds = /;\s*t=(\d+)/.exec(combined)?.[1];
    return /;\s*r=0\b/.test(combined) && seconds !== undefined ? end + Number(seconds) * 1000 : undefined;
  }
  for (const prefix of ['', 'x-']) {
    if (recorded.responseHeader(`${prefix}ratelimit-remaining`)?.trim() !== '0') continue;
    const reset = recorded.responseHeader(`${prefix}ratelimit-reset`);
    // Some services give seconds, others the Unix time.
    if (Number(reset) > 1e9) return Number(reset) * 1000;
    return exchange.waitEnd(`${prefix}ratelimit-reset`);
  }
  return undefined;
}

/** How long a client waits before it asks again. */
export const waitRules: readonly AuditRule[] = [earlyRetry, backoff, retriesInStep, rateLimit];
