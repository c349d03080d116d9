/**
 * Finds a Redis server for the tests of shared live states: a server of Redis or Valkey on the path, else Debian's package, which
 * is installed where that is allowed. No service is started: the tests run processes of their own.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canInstall, installFirst } from './debian.mjs';
import { Failure } from './project.mjs';

/** Debian's package of tools holds the server itself, under the name of a tool, and unlike redis-server no service. */
const names = ['redis-server', 'valkey-server', 'redis-check-rdb', 'valkey-check-rdb'];

/**
 * @param {(line: string) => void} print
 * @returns {Promise<string>} the path of a server, to be started with the name `redis-server`; throws a {@link Failure} if there is none
 */
export async function findRedis(print) {
  const present = onPath();
  if (present !== undefined) return present;
  if (canInstall()) {
    print("Installing Debian's Redis…");
    const installed = await installFirst(['redis-tools'], onPath);
    if (installed !== undefined) return installed;
  }
  throw new Failure(
    'No Redis server was found, so the tests of shared live states cannot run. Install the package redis-server or valkey-server, or set REDIS_SERVER.',
  );
}

function onPath() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [process.env.REDIS_SERVER ?? '', ...paths].find((path) => path !== '' && existsSync(path));
}
