import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A site of somebody else's on this machine: every path gives the same page. */
export interface ForeignSite {
  readonly url: string;
  /** Paths that browsers asked for. */
  readonly visits: readonly string[];
  close(): Promise<void>;
}

export async function openForeignSite(html = '<!doctype html><title>Foreign</title>'): Promise<ForeignSite> {
  const visits: string[] = [];
  const server = createServer((request, response) => {
    visits.push(request.url ?? '');
    response.setHeader('Content-Type', 'text/html').end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
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
