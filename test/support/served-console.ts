import type { ConsoleAddress } from '../../server/client/call.ts';
import { newToken, startConsoleServer } from '../../server/headless/console-server.ts';
import type { Host } from '../../server/host.ts';

/** A console API over a real loopback socket. */
export interface ServedConsole extends ConsoleAddress {
  /** Closes the server; throws the first bug that it reported. */
  readonly close: () => Promise<void>;
}

/** Serves a host's console API on a free port. The pages of the console are missing. */
export async function serveConsole(host: Host): Promise<ServedConsole> {
  const token = newToken();
  const faults: unknown[] = [];
  const onFault = (fault: unknown) => void faults.push(fault);
  const server = await startConsoleServer({
    host,
    port: 0,
    token,
    assets: import.meta.dirname,
    version: 'test',
    onFault,
  });
  if (!server.ok) throw new Error(server.problem.detail);
  return {
    console: server.value.url,
    token,
    close: async () => {
      await server.value.close();
      if (faults.length > 0) throw faults[0];
    },
  };
}
