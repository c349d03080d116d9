import { httpTransport } from '../../renderer/console/http.ts';
import type { Host } from '../../server/host.ts';
import { fixedToken } from '../support/fixed-token.ts';
import { serveConsole } from '../support/served-console.ts';
import type { Connection } from './connection.ts';

/** Connects through a real loopback socket with the transport of the console in a browser. */
export async function connectHttp(host: Host): Promise<Connection> {
  const served = await serveConsole(host);
  const transport = httpTransport(served.console, fixedToken(served.token));
  const stops: (() => void)[] = [];
  return {
    call: transport.call,
    follow: (listener) =>
      new Promise((resolve, reject) => {
        stops.push(
          transport.events(
            (events) => events.forEach(listener),
            (link) => {
              if (link === 'live') resolve();
              if (link === 'refused') reject(new Error('The console refused the token.'));
            },
          ),
        );
      }),
    close: async () => {
      for (const stop of stops) stop();
      await served.close();
    },
  };
}
