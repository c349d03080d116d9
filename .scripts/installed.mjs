/** Compares node_modules with package-lock.json, by the record that npm leaves in node_modules. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Failure, npm, reason, root, run } from './project.mjs';

/** @typedef {{ packages: Record<string, { version?: string, optional?: boolean, devDependencies?: object }> }} LockFile */

/** @param {string} name @returns {any} */
const readJson = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));

const recordOfInstall = 'node_modules/.package-lock.json';

/** True if node_modules holds the packages of package-lock.json. @returns {boolean} */
export function isInstalled() {
  if (!existsSync(join(root, recordOfInstall))) return false;
  /** @type {LockFile} */
  const wanted = readJson('package-lock.json');
  /** @type {LockFile} */
  const present = readJson(recordOfInstall);
  return (
    isDeepStrictEqual(wanted.packages['']?.devDependencies, readJson('package.json').devDependencies) &&
    Object.entries(wanted.packages).every(([path, { version, optional }]) => {
      const found = present.packages[path];
      return path === '' || (found === undefined ? optional === true : found.version === version);
    })
  );
}

/** Installs the packages of package-lock.json. Not with `npm ci`, which would delete a downloaded Electron first. */
export async function install() {
  const { program, first } = npm();
  const args = [...first, 'install', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { ok, output } = await run(program, args);
  if (!ok) throw new Failure(`The packages could not be installed: ${reason(output)}`);
}
