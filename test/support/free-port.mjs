import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Makes a server listen on a free port of 127.0.0.1.
 * @param {import('node:net').Server} server
 * @returns {Promise<number>} the port
 */
export async function listenOnFreePort(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

/** A port on which nobody listens, for a program that cannot choose one by itself. */
export async function freePort() {
  const server = createServer();
  const port = await listenOnFreePort(server);
  server.close();
  await once(server, 'close');
  return port;
}
