import { createClient } from '@redis/client';
import type { ShareAddress } from './share-address.ts';

/** A client of the engine that is not connected yet. The signal ends its connection, even one that is still being made. */
export function clientOf({ url, username, password }: ShareAddress, signal: AbortSignal) {
  return createClient({
    url,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    RESP: 2,
    name: 'mock-api-console',
    // After a fault, what was under way is asked again by its id: nothing may wait in a queue that nobody sees.
    disableOfflineQueue: true,
    disableClientInfo: true,
    // The connection has a patience of its own, in which time does not count while this program is busy. The client's would
    // make an abort signal for each command, which ends after five seconds even where the reply came at once.
    commandOptions: { timeout: 0 },
    socket: { reconnectStrategy: false, connectTimeout: 0, signal },
  });
}
