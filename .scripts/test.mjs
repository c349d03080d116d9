/**
 * `npm test` runs all checks of the project; `npm test -- STEP [ARGUMENTS]` runs one step. The last line sums up the run.
 */
import { prepare } from './prepare.mjs';
import { Failure, main, say } from './project.mjs';
import { steps } from './steps.mjs';

/** @type {import('./steps.mjs').Outcome} */
const nothing = { passed: 0, failed: 0, output: '' };

await main(async () => {
  const [only, ...args] = process.argv.slice(2);
  const chosen = steps.filter(({ name }) => only === undefined || name === only);
  if (chosen.length === 0) {
    throw new Failure(`There is no step "${only}"; the steps are ${steps.map(({ name }) => name).join(', ')}.`);
  }
  const preparing = settled('prepare', () => prepare(say).then(() => nothing));
  const programs = findAll(chosen, preparing);
  const preparation = await preparing;
  const argsOf = (/** @type {import('./steps.mjs').Step} */ { among = [] }) => (only === undefined ? among : args);
  const outcomes = [preparation, ...(preparation.failed > 0 ? [] : await runAll(chosen, programs, argsOf))];
  const failed = outcomes.filter((outcome) => outcome.failed > 0);
  for (const { name, output } of failed) say(`\n── ${name} ──\n${output.trim()}\n`);
  const sum = (/** @type {'passed' | 'failed'} */ key) => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  say(`${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = failed.length === 0 ? 0 : 1;
});

/**
 * Finds the programs of steps, one after the other, because only one package can be installed at a time. Begins at once, while
 * the packages of this project are installed: both mostly wait for the network.
 * @param {readonly import('./steps.mjs').Step[]} chosen
 * @param {Promise<unknown>} prepared
 */
function findAll(chosen, prepared) {
  /** @type {Map<string, Promise<string>>} */
  const programs = new Map();
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  for (const { name, needs } of chosen) {
    if (needs === undefined) continue;
    const program = last.then(() => needs(say, prepared));
    // The step reports what failed.
    last = program.catch(() => undefined);
    programs.set(name, program);
  }
  return programs;
}

/**
 * Runs steps in parallel, each after those of them that it names.
 * @param {readonly import('./steps.mjs').Step[]} chosen
 * @param {ReadonlyMap<string, Promise<string>>} programs by the name of the step
 * @param {(step: import('./steps.mjs').Step) => readonly string[]} argsOf further arguments for the tool of a step
 */
function runAll(chosen, programs, argsOf) {
  /** @type {Map<string, ReturnType<typeof report>>} */
  const started = new Map();
  for (const step of chosen) {
    const earlier = Promise.all((step.after ?? []).map((name) => started.get(name)));
    started.set(
      step.name,
      earlier.then(() => report(step, async () => step.work(argsOf(step), (await programs.get(step.name)) ?? ''))),
    );
  }
  return Promise.all(started.values());
}

/**
 * Does the work of one step and prints its counts and its duration.
 * @param {import('./steps.mjs').Step} step
 * @param {() => Promise<import('./steps.mjs').Outcome>} work
 */
async function report({ name }, work) {
  const begin = performance.now();
  const outcome = await settled(name, work);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  const counts = `${outcome.passed} passed, ${outcome.failed} failed`;
  say(`${name.padEnd(8)}${counts.padEnd(28)}${seconds.padStart(6)} s${outcome.note ? `   ${outcome.note}` : ''}`);
  return outcome;
}

/**
 * Counts a step that cannot run as one failure.
 * @param {string} name
 * @param {() => Promise<import('./steps.mjs').Outcome>} work
 */
async function settled(name, work) {
  const outcome = await work().catch((error) => ({ ...nothing, failed: 1, output: String(error.message) }));
  return { name, ...outcome };
}
