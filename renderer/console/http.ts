import type { Caller } from '../../server/contract/caller.ts';
import type { Reply } from '../../server/contract/decode.ts';
import type { ConsoleEvent } from '../../server/contract/event.ts';
import type { Problem } from '../../server/domain/basics/problem.ts';
import { refuse } from '../../server/domain/basics/result.ts';
import { readEventStream } from './event-stream.ts';
import { type Link, noReply, type Transport } from './transport.ts';

/**
 * Limits of keepalive calls, which complete even if their tab is closed, as an edit must. A browser refuses keepalive
 * calls beyond 64 KiB a page.
 */
const keepaliveLimits = { bytes: 1024, calls: 16 };

/** Milliseconds before each attempt to reconnect; short at first, for a host that restarts. */
const pauses = [100, 250, 500, 1000, 2000];

/** The token of the console API. The host makes another one at each start, unless it is told which. */
export interface Token {
  /** '' if there is none. */
  readonly current: () => string;
  /** The host has accepted the token. */
  readonly accept: () => void;
  /** The connection is lost, or the host has refused the token; another one may be taken. */
  readonly release: (isRefused: boolean) => void;
}

/**
 * The transport of a console in a browser: the console API of the host that served the page. It reconnects to a host that
 * starts again, with another token as soon as there is one.
 */
export function httpTransport(origin: string, token: Token): Transport {
  const authorization = () => `Bearer ${token.current()}`;
  /** Keepalive calls in flight. */
  let alive = 0;

  async function call(name: string, input: unknown, caller: Caller = {}): Promise<Reply<unknown>> {
    const body = new TextEncoder().encode(JSON.stringify(input));
    const keepalive = body.length <= keepaliveLimits.bytes && alive < keepaliveLimits.calls;
    if (keepalive) alive += 1;
    try {
      const response = await fetch(`${origin}/call/${name}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: authorization(),
          ...(caller.console !== undefined && { 'x-console': caller.console }),
          ...(caller.key !== undefined && { 'idempotency-key': caller.key }),
        },
        body,
        keepalive,
      });
      const reply: unknown = await response.json();
      return response.ok ? (reply as Reply<unknown>) : refuse(reply as Problem);
    } catch {
      // A browser does not tell a host that was never reached from a reply that was cut off.
      return refuse(noReply);
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
      let isRefused = false;
      try {
        const headers = { authorization: authorization() };
        const response = await fetch(`${origin}/events`, { headers, signal: closing });
        isRefused = response.status === 401;
        if (response.ok && response.body) {
          failures = 0;
          token.accept();
          onLink('live');
          for await (const batch of readEventStream(response.body)) {
            onEvents(batch.map((data) => JSON.parse(data) as ConsoleEvent));
          }
        }
      } catch {
        if (closing.aborted) return;
      }
      token.release(isRefused);
      onLink(isRefused ? 'refused' : 'lost');
      await new Promise((resolve) => setTimeout(resolve, pauses[Math.min(failures, pauses.length - 1)]));
      failures += 1;
    }
  }

  return { call, events };
}
