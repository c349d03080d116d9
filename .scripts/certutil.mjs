/** Finds certutil of NSS, which puts certificates into the database that Chromium trusts on Linux, else installs Debian's package. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Failure, run } from './project.mjs';

const installLimitMs = 5 * 60_000;

/** @returns {Promise<string>} its path; throws a {@link Failure} if there is none */
export async function findCertutil() {
  const present = onPath();
  if (present !== undefined) return present;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, limitMs: installLimitMs };
    await run('apt-get', ['update'], options);
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'libnss3-tools'], options);
  }
  const installed = onPath();
  if (installed !== undefined) return installed;
  throw new Failure('certutil was not found. Install the package libnss3-tools or nss-tools.');
}

function onPath() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, 'certutil')).find((path) => existsSync(path));
}
