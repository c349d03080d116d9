/**
 * `npm run test:mutation [-- FILE…]`: changes the sources of server/domain and server/store in one place at a time and runs
 * the tests that reach the place. A change that no test notices is printed. The arguments are paths or globs to mutate.
 */
import { join } from 'node:path';
import { installPackagesOf } from './foreign-packages.mjs';
import { main, root, run } from './project.mjs';

const folder = join(root, 'test/mutation');

await main(async () => {
  await installPackagesOf(folder);
  const files = process.argv.slice(2);
  const chosen = files.length > 0 ? ['--mutate', files.join(',')] : [];
  const stryker = join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const onOutput = (/** @type {string} */ text) => process.stdout.write(text);
  const { ok } = await run(process.execPath, [stryker, 'run', join(folder, 'stryker.config.json'), ...chosen], {
    onOutput,
  });
  process.exitCode = ok ? 0 : 1;
});
