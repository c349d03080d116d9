/** Finds certutil of NSS, which puts certificates into the database that Chromium trusts on Linux, else installs Debian's package. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canInstall, installFirst } from './debian.mjs';
import { Failure } from './project.mjs';

/** @returns {Promise<string>} its path; throws a {@link Failure} if there is none */
export async function findCertutil() {
  const present = onPath();
  if (present !== undefined) return present;
  const installed = canInstall() ? await installFirst(['libnss3-tools'], onPath) : undefined;
  if (installed !== undefined) return installed;
  throw new Failure('certutil was not found. Install the package libnss3-tools or nss-tools.');
}

function onPath() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, 'certutil')).find((path) => existsSync(path));
}
