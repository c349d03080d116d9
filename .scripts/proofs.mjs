/**
 * `npm run proofs [-- NAME…]`: runs the tests that take too long for every test run or need third-party programs, which are
 * the packages of test/proof and test/proof/matrix and which no other command installs. Then it runs the tests of which
 * `npm test` takes a part, with all their rounds: `units`, `shared` states, and `views`, the specs of the browser with every
 * view, dialog and size. In the end, these specs run once more with replies, and with renders, that come `late`. A name is
 * one of these or of a file in test/proof.
 */
import { join } from 'node:path';
import { installPackagesOf } from './foreign-packages.mjs';
import { prepare } from './prepare.mjs';
import { main, root, run, say, tool } from './project.mjs';
import { findRedis } from './redis.mjs';

const folder = join(root, 'test/proof');
const vitest = (/** @type {string} */ config) => [tool('vitest/vitest.mjs'), 'run', '--config', join(root, config)];
const config = join(root, 'test/e2e/playwright.config.ts');
const specs = [tool('@playwright/test/cli.js'), 'test', '-c', config, '--project=browser', '--project=proofs'];
const all = { ALL_ROUNDS: '1' };

/** @type {Readonly<Record<string, () => Promise<boolean>>>} */
const parts = {
  units: () => pass(vitest('test/vitest.config.ts'), all),
  shared: async () => pass(vitest('test/share/vitest.config.ts'), { ...all, REDIS_SERVER: await findRedis(say) }),
  views: () => pass(specs, all),
  late: async () => {
    const replies = await pass(specs, { LATE_REPLIES: '400' });
    return (await pass(specs, { LATE_RENDERS: '300' })) && replies;
  },
};

await main(async () => {
  const chosen = process.argv.slice(2);
  const files = chosen.filter((name) => !Object.hasOwn(parts, name));
  const takesAll = chosen.length === 0;
  await prepare(say);
  const results = [];
  if (takesAll || files.length > 0) {
    await installPackagesOf(folder);
    await installPackagesOf(join(folder, 'matrix'));
    results.push(await pass([...vitest('test/proof/vitest.config.ts'), ...files], all));
  }
  for (const [name, part] of Object.entries(parts)) {
    if (takesAll || chosen.includes(name)) results.push(await part());
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
