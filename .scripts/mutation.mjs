/**
 * `npm run test:mutation [-- FOLDER | FILE…]`: changes the sources of server/domain and server/store in one place at a time
 * and runs the unit tests of the same room that reach the place. A change that no test notices is printed. The arguments are
 * folders or files of these rooms, such as `server/domain/sort` or `server/store/coalesced.ts:10-20`; without any, all rooms
 * are taken, which is hours. The reports are `dist/mutation/ROOM.json`.
 */
import { readdirSync, readFileSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { installPackagesOf } from './foreign-packages.mjs';
import { Failure, main, root, run, say } from './project.mjs';

const folder = join(root, 'test/mutation');
const reports = join(root, 'dist/mutation');

/** Percent of the changes that tests must notice. */
const least = 95;

await main(async () => {
  const rooms = roomsOf(process.argv.slice(2));
  await installPackagesOf(folder);
  /** @type {Score[]} */
  const scores = [];
  for (const [room, files] of rooms) {
    const score = await measure(room, files);
    say(`${room}: ${wording(score)}`);
    scores.push(score);
  }
  const sum = (/** @type {'noticed' | 'all'} */ key) => scores.reduce((total, score) => total + score[key], 0);
  const total = { noticed: sum('noticed'), all: sum('all') };
  say(`Together: ${wording(total)}`);
  process.exitCode = percent(total) >= least ? 0 : 1;
});

/**
 * The files to change, by room. Arguments choose them.
 * @param {readonly string[]} args
 * @returns {ReadonlyMap<string, readonly string[]>}
 */
function roomsOf(args) {
  const domain = readdirSync(join(root, 'server/domain'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const rooms = [...domain.map(({ name }) => `server/domain/${name}`), 'server/store'];
  if (args.length === 0) return new Map(rooms.map((room) => [room, [`${room}/**/*.ts`]]));
  /** @type {Map<string, string[]>} */
  const chosen = new Map();
  for (const path of args.map((arg) => arg.replaceAll('\\', '/').replace(/\/$/, ''))) {
    const room = rooms.find((one) => path === one || path.startsWith(`${one}/`));
    if (room === undefined) throw new Failure(`${path} is not in a mutated room; these are ${rooms.join(', ')}.`);
    chosen.set(room, [...(chosen.get(room) ?? []), /\.ts\b/.test(path) ? path : `${path}/**/*.ts`]);
  }
  return chosen;
}

/** @typedef {{ readonly noticed: number, readonly all: number }} Score Numbers of changes. */

/**
 * Changes the files of a room.
 * @param {string} room
 * @param {readonly string[]} files
 * @returns {Promise<Score>}
 */
async function measure(room, files) {
  const stryker = join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const { ok } = await run(
    process.execPath,
    [stryker, 'run', join(folder, 'stryker.config.json'), '--mutate', files.join(',')],
    // Instrumented code is many times slower.
    { env: { MUTATED_ROOM: room, ROUNDS_DIVISOR: '8' }, onOutput: (text) => process.stdout.write(text) },
  );
  if (!ok) throw new Failure(`The changes of ${room} could not be judged.`);
  const report = join(reports, `${basename(room)}.json`);
  renameSync(join(reports, 'report.json'), report);
  const { files: mutated } = JSON.parse(readFileSync(report, 'utf8'));
  /** @type {string[]} */
  const statuses = Object.values(mutated).flatMap(({ mutants }) => mutants.map((/** @type {any} */ one) => one.status));
  const noticed = statuses.filter((status) => status === 'Killed' || status === 'Timeout').length;
  const missed = statuses.filter((status) => status === 'Survived' || status === 'NoCoverage').length;
  return { noticed, all: noticed + missed };
}

/** @param {Score} score */
function percent({ noticed, all }) {
  return all === 0 ? 100 : (100 * noticed) / all;
}

/** @param {Score} score */
function wording(score) {
  return `tests notice ${score.noticed} of ${score.all} changes, ${percent(score).toFixed(1)} %`;
}
