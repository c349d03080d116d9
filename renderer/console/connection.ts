import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Client, createClient } from './client.ts';
import { createMirror, type Mirror } from './mirror.ts';
import type { Transport } from './transport.ts';

/** What the console has of its host while one workspace is open. */
export interface ConsoleConnection {
  readonly client: Client;
  readonly mirror: Mirror;
  /** Counts the connections of this page, from 1: what is shown over one is not what is shown over the next. */
  readonly nth: number;
}

/** Settles never: whoever waits for it is forgotten with what they wait for. */
const never = new Promise<never>(() => {});

/**
 * The connection to the host, and another one whenever the host has opened another workspace. The one before stays until
 * the next has heard its state, so that the page is never without one, but it is closed: nothing is sent over it any
 * more, and what was on its way is answered to nobody.
 */
export function connections(transport: Transport): StoreApi<ConsoleConnection> {
  const store = createStore<ConsoleConnection>(() => connect(1));

  function connect(nth: number): ConsoleConnection {
    let isClosed = false;
    const own: Transport = {
      events: transport.events,
      call: async (name, input) => {
        const reply = isClosed ? never : transport.call(name, input);
        await reply;
        return isClosed ? never : reply;
      },
    };
    const client = createClient(own);
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
