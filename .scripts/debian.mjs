/** Installs programs from Debian's packages, where that is allowed. */
import { existsSync } from 'node:fs';
import { run } from './project.mjs';

const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, limitMs: 5 * 60_000 };

/** True on a Debian, or a system made of it, for a user who may install packages. */
export const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/**
 * Installs the first of some packages that can be had.
 * @template T
 * @param {readonly string[]} packages the best one first
 * @param {() => T | undefined | Promise<T | undefined>} find looks for the program of a package
 * @returns {Promise<T | undefined>}
 */
export async function installFirst(packages, find) {
  let isUpdated = false;
  for (const name of packages) {
    const install = ['install', '-y', '--no-install-recommends', name];
    const installed = (await run('apt-get', install, options)).ok;
    // A new machine has no lists of packages, and old lists name packages that are gone.
    if (!installed && !isUpdated) {
      await run('apt-get', ['update'], options);
      isUpdated = true;
      await run('apt-get', install, options);
    }
    const found = await find();
    if (found !== undefined) return found;
  }
  return undefined;
}
