import { createServer } from 'node:net';
import type { ServerRemedy } from '../../contract/schema/state.ts';
import type { Problem } from '../../domain/basics/problem.ts';
import { defaultSettings } from '../../domain/model/settings.ts';

/** Ports in a row that are tried before any free one is taken. */
const nearby = 20;
/** Ports below need rights that accounts do not have on many systems; so much above stands a usual stand-in: 80 and 8080. */
const privileged = 1024;
const standIn = 8000;

/**
 * The setting with which a server that was refused could listen: a free port near the one that it cannot have, or the
 * loopback address for a name that is not this machine's. `reserved` are ports that are meant for something else.
 */
export async function suggestFix(
  { port, host, cause }: Problem,
  reserved: readonly number[],
): Promise<ServerRemedy | null> {
  if (typeof port !== 'number' || typeof host !== 'string') return null;
  if (cause !== 'EADDRINUSE' && cause !== 'EACCES' && cause !== 'EPERM') {
    return host === defaultSettings.host ? null : { host: defaultSettings.host };
  }
  const first = port < privileged ? port + standIn : port + 1;
  for (let candidate = first; candidate < first + nearby && candidate <= 65_535; candidate += 1) {
    if (!reserved.includes(candidate) && (await freePort(candidate, host)) !== null) return { port: candidate };
  }
  const any = await freePort(0, host);
  return any === null ? null : { port: any };
}

/** The port, or any for 0, when it can be had just now; else null. */
function freePort(port: number, host: string): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, host, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : null));
    });
  });
}
