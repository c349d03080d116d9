import { createServer } from 'node:net';
import type { ServerFix } from '../../contract/schema/state.ts';
import type { Problem } from '../../domain/basics/problem.ts';
import { defaultSettings } from '../../domain/model/settings.ts';

/** The number of neighbouring ports to try before any free port. */
const nearby = 20;
/** Lower ports need special rights on many systems. The usual substitute for one is 8000 higher, such as 8080 for 80. */
const firstUnprivileged = 1024;
const substituteOffset = 8000;

/**
 * The setting with which a refused server could listen: a free port near the requested one, never a `reserved` one, or the
 * loopback address instead of an unknown host.
 */
export async function suggestFix(
  { port, host, cause }: Problem,
  reserved: readonly number[],
): Promise<ServerFix | null> {
  if (typeof port !== 'number' || typeof host !== 'string') return null;
  if (cause !== 'EADDRINUSE' && cause !== 'EACCES' && cause !== 'EPERM') {
    return host === defaultSettings.host ? null : { host: defaultSettings.host };
  }
  const first = port < firstUnprivileged ? port + substituteOffset : port + 1;
  for (let candidate = first; candidate < first + nearby && candidate <= 65_535; candidate += 1) {
    if (!reserved.includes(candidate) && (await freePort(candidate, host)) !== null) return { port: candidate };
  }
  const any = await freePort(0, host);
  return any === null ? null : { port: any };
}

/** Tries to listen on a port, or on any for 0. Resolves to the port; null if it is not free. */
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
