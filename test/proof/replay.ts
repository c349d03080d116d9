import { createServer } from 'node:http';
import { listenOnFreePort } from '../support/free-port.mjs';
import type { ClientResponse } from '../support/http-client.ts';

/** A server that repeats a recorded response. */
export interface Replay {
  readonly url: string;
  /** The response to every request. */
  recorded: ClientResponse | undefined;
  readonly close: () => void;
}

/** Headers that belong to the connection of the recording. */
const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date']);

export async function startReplay(): Promise<Replay> {
  const server = createServer((request, response) => {
    request.resume();
    const { recorded } = replay;
    if (!recorded) throw new Error('There is no recorded response.');
    const headers = recorded.headers.filter(([name]) => !hopByHop.has(name.toLowerCase()));
    response.writeHead(recorded.status, headers.flat()).end(recorded.body);
  });
  const replay: Replay = {
    url: `http://127.0.0.1:${await listenOnFreePort(server)}`,
    recorded: undefined,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return replay;
}
