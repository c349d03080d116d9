import { createClient } from '@redis/client';
import type { ShareAddress } from './share-address.ts';

/** A client of the engine that is not connected yet; it gives up a connection after so many milliseconds. */
export function clientOf({ url, username, password }: ShareAddress, connectTimeout: number) {
  return createClient({
    url,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    RESP: 2,
    name: 'mock-api-console',
    // After a fault, what was under way is asked again by its id: nothing may wait in a queue that nobody sees.
    disableOfflineQueue: true,
    disableClientInfo: true,
    // The connection has a patience of its own. The client's would make an abort signal for each command, which ends after five
    // seconds even where the reply came at once.
    commandOptions: { timeout: 0 },
    socket: { reconnectStrategy: false, connectTimeout },
  });
}
