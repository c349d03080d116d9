/**
 * `npm run proofs [-- FILE…]`: runs the tests that take too long for every test run or need third-party programs. Those
 * programs are the packages of test/proof and test/proof/matrix, which no other command installs. Then it runs the tests of
 * which `npm test` takes a part, with all their rounds: the unit tests, those of shared states, and the specs of the browser
 * with every view, dialog, size and task, which are also the file `views`. In the end it runs the specs about a slow host or
 * page, and all others of the browser with replies and with renders that come late, which are also the file `late`.
 */
import { join } from 'node:path';
import { installPackagesOf } from './foreign-packages.mjs';
import { prepare } from './prepare.mjs';
import { main, root, run, say, tool } from './project.mjs';
import { findRedis } from './redis.mjs';

const folder = join(root, 'test/proof');

await main(async () => {
  const chosen = process.argv.slice(2);
  const files = chosen.filter((name) => name !== 'views' && name !== 'late');
  const takesAll = chosen.length === 0;
  await prepare(say);
  if (takesAll || files.length > 0) {
    await installPackagesOf(folder);
    await installPackagesOf(join(folder, 'matrix'));
  }
  const vitest = [tool('vitest/vitest.mjs'), 'run', '--config'];
  const proofs = [...vitest, join(folder, 'vitest.config.ts'), ...files];
  const units = [...vitest, join(root, 'test/vitest.config.ts')];
  const share = [...vitest, join(root, 'test/share/vitest.config.ts')];
  const specs = [tool('@playwright/test/cli.js'), 'test', '-c', join(root, 'test/e2e/playwright.config.ts')];
  const all = { ALL_ROUNDS: '1' };
  const results = [];
  if (takesAll || files.length > 0) results.push(await pass(proofs, all));
  if (takesAll) {
    results.push(await pass(units, all));
    results.push(await pass(share, { ...all, REDIS_SERVER: await findRedis(say) }));
  }
  if (takesAll || chosen.includes('views')) results.push(await pass([...specs, '--project=browser'], all));
  if (takesAll || chosen.includes('late')) {
    results.push(await pass([...specs, '--project=late'], {}));
    results.push(await pass([...specs, '--project=browser'], { LATE_REPLIES: '400' }));
    results.push(await pass([...specs, '--project=browser'], { LATE_RENDERS: '300' }));
  }
  process.exitCode = results.includes(false) ? 1 : 0;
});

/**
 * Whether a test runner passes in an environment.
 * @param {readonly string[]} args @param {Readonly<Record<string, string>>} env
 */
async function pass(args, env) {
  const onOutput = (/** @type {string} */ text) => process.stdout.write(text);
  return (await run(process.execPath, args, { onOutput, env })).ok;
}
