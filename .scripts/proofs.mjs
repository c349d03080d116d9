/**
 * `npm run proofs [-- FILE…]`: what takes too long for every test run, or needs programs that others made: those of
 * test/proof/package.json, which nothing else installs.
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { prepare } from './prepare.mjs';
import { Failure, main, npm, reason, root, run, say, tool } from './project.mjs';

const folder = join(root, 'test/proof');

await main(async () => {
  await prepare(say);
  if (!isInstalled()) {
    say('Installing the packages of the proofs…');
    const { program, first } = npm();
    const { ok, output } = await run(program, [...first, 'ci', '--prefix', folder, '--ignore-scripts']);
    if (!ok) throw new Failure(`The packages of the proofs could not be installed: ${reason(output)}`);
  }
  const args = ['run', '--config', join(folder, 'vitest.config.ts'), ...process.argv.slice(2)];
  const onOutput = (/** @type {string} */ text) => process.stdout.write(text);
  const { ok } = await run(process.execPath, [tool('vitest/vitest.mjs'), ...args], { onOutput });
  process.exitCode = ok ? 0 : 1;
});

/** True when npm has put there what the lock file says, after it was last written. */
function isInstalled() {
  const record = join(folder, 'node_modules/.package-lock.json');
  return existsSync(record) && statSync(record).mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs;
}
