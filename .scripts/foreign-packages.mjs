/** Installs the packages of a folder with a package.json of its own, which no other command installs. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, npm, reason, run, say } from './project.mjs';

/** Does nothing if npm has installed the packages since the lock file last changed. @param {string} folder */
export async function installPackagesOf(folder) {
  const record = join(folder, 'node_modules/.package-lock.json');
  if (existsSync(record) && statSync(record).mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs) return;
  say('Installing the packages of this command…');
  const { program, first } = npm();
  const { ok, output } = await run(program, [...first, 'ci', '--prefix', folder, '--ignore-scripts']);
  if (!ok) throw new Failure(`The packages of ${folder} could not be installed: ${reason(output)}`);
}
