/**
 * `npm run proofs [-- FILE…]`: runs the tests that take too long for every test run or need third-party programs, then the
 * unit tests with all their rounds, of which `npm test` takes a quarter. Those programs are the packages of test/proof and
 * test/proof/matrix, which no other command installs.
 */
import { join } from 'node:path';
import { installPackagesOf } from './foreign-packages.mjs';
import { prepare } from './prepare.mjs';
import { main, root, run, say, tool } from './project.mjs';

const folder = join(root, 'test/proof');

await main(async () => {
  const files = process.argv.slice(2);
  await prepare(say);
  await installPackagesOf(folder);
  await installPackagesOf(join(folder, 'matrix'));
  const arePassed = await pass(join(folder, 'vitest.config.ts'), files);
  const isAll = files.length === 0;
  process.exitCode = arePassed && (!isAll || (await pass(join(root, 'test/vitest.config.ts'), []))) ? 0 : 1;
});

/** Runs the tests of a configuration with all their rounds. @param {string} config @param {readonly string[]} files */
async function pass(config, files) {
  const onOutput = (/** @type {string} */ text) => process.stdout.write(text);
  const args = [tool('vitest/vitest.mjs'), 'run', '--config', config, ...files];
  return (await run(process.execPath, args, { onOutput, env: { ALL_ROUNDS: '1' } })).ok;
}
