/**
 * `npm run proofs [-- FILE…]`: runs the tests that take too long for every test run or need third-party programs. Those
 * programs are the packages of test/proof/package.json, which no other command installs.
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

/** True if npm has installed the packages since the lock file last changed. */
function isInstalled() {
  const record = join(folder, 'node_modules/.package-lock.json');
  return existsSync(record) && statSync(record).mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs;
}
