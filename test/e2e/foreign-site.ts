import { createServer } from 'node:http';
import { listenOnFreePort } from '../support/free-port.mjs';

/** A foreign site on this machine; every path gives the same page. */
export interface ForeignSite {
  readonly url: string;
  /** Paths requested so far. */
  readonly visits: readonly string[];
  close(): Promise<void>;
}

export async function openForeignSite(html = '<!doctype html><title>Foreign</title>'): Promise<ForeignSite> {
  const visits: string[] = [];
  const server = createServer((request, response) => {
    visits.push(request.url ?? '');
    response.setHeader('Content-Type', 'text/html').end(html);
  });
  const port = await listenOnFreePort(server);
  return {
    url: `http://127.0.0.1:${port}/`,
    visits,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
