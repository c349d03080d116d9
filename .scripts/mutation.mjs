/**
 * `npm run test:mutation [-- FILE…] [-- --sample N --seed S]`: changes the sources of server/domain and server/store in one
 * place at a time and runs the tests that reach the place. A change that no test notices is printed. The arguments are paths
 * or globs to mutate. `--sample` chooses N files at random: the same for the same seed, and more of them for a larger N.
 */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installPackagesOf } from './foreign-packages.mjs';
import { main, root, run } from './project.mjs';

const folder = join(root, 'test/mutation');

const rooms = ['server/domain', 'server/store'];

/** The sources of the mutated rooms in an order that the seed decides. @param {string} seed */
function shuffledSources(seed) {
  const place = (/** @type {string} */ file) => createHash('sha256').update(`${seed} ${file}`).digest('hex');
  const names = (/** @type {string} */ room) => readdirSync(join(root, room), { encoding: 'utf8', recursive: true });
  const paths = rooms.flatMap((room) => names(room).map((name) => `${room}/${name.replaceAll('\\', '/')}`));
  return paths.filter((path) => path.endsWith('.ts')).sort((a, b) => (place(a) < place(b) ? -1 : 1));
}

await main(async () => {
  const options = /** @type {const} */ ({
    sample: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
  });
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  await installPackagesOf(folder);
  const files = [...positionals, ...shuffledSources(values.seed).slice(0, Number(values.sample))];
  const chosen = files.length > 0 ? ['--mutate', files.join(',')] : [];
  const stryker = join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const onOutput = (/** @type {string} */ text) => process.stdout.write(text);
  const { ok } = await run(process.execPath, [stryker, 'run', join(folder, 'stryker.config.json'), ...chosen], {
    onOutput,
  });
  process.exitCode = ok ? 0 : 1;
});
