import type { Reply } from '../../server/contract/decode.ts';
import type { ConsoleEvent } from '../../server/contract/event.ts';
import type { Problem } from '../../server/domain/basics/problem.ts';
import { refuse } from '../../server/domain/basics/result.ts';
import { readEventStream } from './event-stream.ts';
import type { Link, Transport } from './transport.ts';

const unreachable: Problem = {
  type: '/problems/unreachable',
  title: 'The host cannot be reached',
  status: 0,
  detail: 'The host cannot be reached. Nothing was changed; the console keeps trying.',
};

/**
 * Calls that go on their way even when their tab is closed at that moment, as an edit must: of at most so many bytes, and so
 * many at a time. Beyond 64 KiB, which all of a page share, a browser would refuse them.
 */
const keptAlive = { bytes: 1024, calls: 16 };

/** Milliseconds before the attempts to reconnect: quick at first, for a host that restarts, then every two seconds. */
const pauses = [100, 250, 500, 1000, 2000];

/** The transport of a console in a browser: the console API of the host that served the page. */
export function httpTransport(origin: string, token: string): Transport {
  const authorization = `Bearer ${token}`;
  /** Calls under way that are kept alive. */
  let alive = 0;

  async function call(name: string, input: unknown): Promise<Reply<unknown>> {
    const body = new TextEncoder().encode(JSON.stringify(input));
    const keepalive = body.length <= keptAlive.bytes && alive < keptAlive.calls;
    if (keepalive) alive += 1;
    try {
      const response = await fetch(`${origin}/call/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body,
        keepalive,
      });
      const reply: unknown = await response.json();
      return response.ok ? (reply as Reply<unknown>) : refuse(reply as Problem);
    } catch {
      return refuse(unreachable);
    } finally {
      if (keepalive) alive -= 1;
    }
  }

  function events(onEvents: (events: readonly ConsoleEvent[]) => void, onLink: (link: Link) => void): () => void {
    const closing = new AbortController();
    void follow(closing.signal, onEvents, onLink);
    return () => closing.abort();
  }

  async function follow(
    closing: AbortSignal,
    onEvents: (events: readonly ConsoleEvent[]) => void,
    onLink: (link: Link) => void,
  ): Promise<void> {
    let failures = 0;
    while (!closing.aborted) {
      try {
        const response = await fetch(`${origin}/events`, { headers: { authorization }, signal: closing });
        if (response.status === 401) return onLink('refused');
        if (response.ok && response.body) {
          failures = 0;
          onLink('live');
          for await (const batch of readEventStream(response.body)) {
            onEvents(batch.map((data) => JSON.parse(data) as ConsoleEvent));
          }
        }
      } catch {
        if (closing.aborted) return;
      }
      onLink('lost');
      await new Promise((resolve) => setTimeout(resolve, pauses[Math.min(failures, pauses.length - 1)]));
      failures += 1;
    }
  }

  return { call, events };
}

/**
 * The token of the console API: from the address's fragment, where the host puts it, else from an earlier visit of this
 * tab. It is taken out of the address bar, so that it is not copied or shown by chance.
 */
export function takeToken(page: Pick<Window, 'location' | 'history' | 'sessionStorage'>): string {
  const match = /^#token=(.+)$/.exec(page.location.hash);
  if (match?.[1] !== undefined) {
    page.sessionStorage.setItem('token', decodeURIComponent(match[1]));
    page.history.replaceState(null, '', page.location.pathname + page.location.search);
  }
  return page.sessionStorage.getItem('token') ?? '';
}
