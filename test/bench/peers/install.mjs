/**
 * The peers from the registry, in a folder of their own under test-results: the project does not depend on them. They are
 * only run, never shipped; all of them are under the MIT licence.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, reason, run, say } from '../../../.scripts/project.mjs';

const folder = join(import.meta.dirname, '../../../test-results/peers');
const file = join(folder, 'package.json');

/**
 * A package of the registry in exactly this version.
 * @typedef {object} Package
 * @property {string} name
 * @property {string} version
 */

/** One version of a package may stand beside another. @param {Package} wanted */
function aliasOf({ name, version }) {
  return `${name.replace('@', '').replace('/', '-')}-${version}`;
}

/** Where a file of a package is. @param {Package} wanted @param {string} path */
export function installed(wanted, path) {
  return join(folder, 'node_modules', aliasOf(wanted), path);
}

/** Installs these packages, unless they are there. @param {readonly Package[]} packages */
export async function installPeers(packages) {
  const entries = packages.map((wanted) => [aliasOf(wanted), `npm:${wanted.name}@${wanted.version}`]);
  const wanted = JSON.stringify({ private: true, dependencies: Object.fromEntries(entries) });
  if (existsSync(join(folder, 'node_modules/.package-lock.json')) && readFileSync(file, 'utf8') === wanted) return;
  say('Installing the peers…');
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, wanted);
  const { program, first } = npm();
  const args = [...first, 'install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'];
  const { ok, output } = await run(program, args);
  if (!ok) throw new Error(`The peers could not be installed: ${reason(output)}`);
}
