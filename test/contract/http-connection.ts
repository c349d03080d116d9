import { httpTransport } from '../../renderer/console/http.ts';
import { newToken, startConsoleServer } from '../../server/headless/console-server.ts';
import type { Host } from '../../server/host.ts';
import type { Connection } from './connection.ts';

/** Connects through a real loopback socket with the transport of the console in a browser. */
export async function connectHttp(host: Host): Promise<Connection> {
  const token = newToken();
  const faults: unknown[] = [];
  const server = await startConsoleServer({
    host,
    port: 0,
    token,
    assets: import.meta.dirname,
    onFault: (fault) => faults.push(fault),
  });
  if (!server.ok) throw new Error(server.problem.detail);
  const transport = httpTransport(server.value.url, token);
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
              if (link === 'refused') reject(new Error('The token was refused'));
            },
          ),
        );
      }),
    close: async () => {
      for (const stop of stops) stop();
      await server.value.close();
      if (faults.length > 0) throw faults[0];
    },
  };
}
