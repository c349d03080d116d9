/**
 * `npm run proofs [-- FILE…]`: runs the tests that take too long for every test run or need third-party programs. Those
 * programs are the packages of test/proof and test/proof/matrix, which no other command installs.
 */
import { join } from 'node:path';
import { installPackagesOf } from './foreign-packages.mjs';
import { prepare } from './prepare.mjs';
import { main, root, run, say, tool } from './project.mjs';

const folder = join(root, 'test/proof');

await main(async () => {
  await prepare(say);
  await installPackagesOf(folder);
  await installPackagesOf(join(folder, 'matrix'));
  const args = ['run', '--config', join(folder, 'vitest.config.ts'), ...process.argv.slice(2)];
  const onOutput = (/** @type {string} */ text) => process.stdout.write(text);
  const { ok } = await run(process.execPath, [tool('vitest/vitest.mjs'), ...args], { onOutput });
  process.exitCode = ok ? 0 : 1;
});
