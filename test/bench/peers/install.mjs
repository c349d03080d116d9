/**
 * Installs the compared servers into a folder of their own under test-results/: the project does not depend on them. The
 * benchmark runs them and never ships them; all have the MIT licence.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, reason, run, say } from '../../../.scripts/project.mjs';

const folder = join(import.meta.dirname, '../../../test-results/peers');
const file = join(folder, 'package.json');

/**
 * A package in an exact version.
 * @typedef {object} Package
 * @property {string} name
 * @property {string} version
 */

/** A folder name for each version, so that two versions can be installed together. @param {Package} wanted */
function aliasOf({ name, version }) {
  return `${name.replace('@', '').replace('/', '-')}-${version}`;
}

/** The path of a file in an installed package. @param {Package} wanted @param {string} path */
export function installed(wanted, path) {
  return join(folder, 'node_modules', aliasOf(wanted), path);
}

/** Installs these packages unless they are installed. @param {readonly Package[]} packages */
export async function installPeers(packages) {
  const entries = packages.map((wanted) => [aliasOf(wanted), `npm:${wanted.name}@${wanted.version}`]);
  const wanted = JSON.stringify({ private: true, dependencies: Object.fromEntries(entries) });
  if (existsSync(join(folder, 'node_modules/.package-lock.json')) && readFileSync(file, 'utf8') === wanted) return;
  say('Installing the other mock servers…');
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, wanted);
  const { program, first } = npm();
  const args = [...first, 'install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'];
  const { ok, output } = await run(program, args);
  if (!ok) throw new Error(`The other mock servers could not be installed: ${reason(output)}`);
}
