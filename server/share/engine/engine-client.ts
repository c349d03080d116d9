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
    socket: { reconnectStrategy: false, connectTimeout },
  });
}
