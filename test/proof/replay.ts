import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ClientResponse } from '../support/http-client.ts';

/** A server that gives answers which another one gave before. */
export interface Replay {
  readonly url: string;
  /** What it answers to every request from now on. */
  answer: ClientResponse | undefined;
  readonly close: () => void;
}

/** Headers that the connection to the other server had. */
const ofTheConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date']);

export async function startReplay(): Promise<Replay> {
  const server = createServer((request, response) => {
    request.resume();
    const { answer } = replay;
    if (!answer) throw new Error('There is nothing to replay');
    const headers = answer.headers.filter(([name]) => !ofTheConnection.has(name.toLowerCase()));
    response.writeHead(answer.status, headers.flat()).end(answer.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The replay does not listen');
  const replay: Replay = {
    url: `http://127.0.0.1:${address.port}`,
    answer: undefined,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return replay;
}
