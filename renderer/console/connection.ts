import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Client, createClient } from './client.ts';
import { createMirror, type Mirror } from './mirror.ts';
import type { Transport } from './transport.ts';

/** Client and mirror of the host while one workspace is open. */
export interface ConsoleConnection {
  readonly client: Client;
  readonly mirror: Mirror;
  /** Counts the connections of this page, from 1. */
  readonly nth: number;
}

/** Never settles, so that nobody acts on a reply for a closed workspace. */
const never = new Promise<never>(() => {});

/**
 * The connection to the host, replaced when the host opens another workspace. The old one stays in the store until the
 * new one has its state, so that the page is never empty; but it is closed: it sends nothing, and its pending calls never
 * settle. `console` is the id of this page at the host.
 */
export function connections(transport: Transport, console?: string): StoreApi<ConsoleConnection> {
  const store = createStore<ConsoleConnection>(() => connect(1));

  function connect(nth: number): ConsoleConnection {
    let isClosed = false;
    const own: Transport = {
      events: transport.events,
      call: async (name, input, caller) => {
        const reply = isClosed ? never : transport.call(name, input, caller);
        await reply;
        return isClosed ? never : reply;
      },
    };
    const client = createClient(own, console);
    const mirror = createMirror(client, own);
    const stop = mirror.store.subscribe(({ isLeft }) => {
      if (!isLeft) return;
      stop();
      isClosed = true;
      mirror.close();
      const next = connect(nth + 1);
      const stopWaiting = next.mirror.store.subscribe(({ state, problem, link }) => {
        if (!state && !problem && link !== 'lost' && link !== 'refused') return;
        stopWaiting();
        store.setState(next, true);
      });
    });
    return { client, mirror, nth };
  }

  return store;
}
