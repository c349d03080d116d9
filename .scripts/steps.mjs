/** The steps of `npm test`: which tool each one runs and how it counts passed and failed tests. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './browser.mjs';
import { run, tool } from './project.mjs';
import { findRedis } from './redis.mjs';

/** A step that takes longer hangs; on a quiet machine the longest takes three minutes. */
const limitMs = 30 * 60_000;

/**
 * @typedef {{ passed: number, failed: number, output: string, note?: string }} Outcome
 * @typedef {(args: readonly string[], program: string) => Promise<Outcome>} Work takes further arguments for its tool, and
 *   the path of the program that the step needs, empty if it needs none
 * @typedef {(print: (line: string) => void, prepared: Promise<unknown>) => Promise<string>} Find finds or installs a
 *   program; the packages of this project are installed once `prepared` is settled
 * @typedef {{ name: string, after?: readonly string[], among?: readonly string[], needs?: Find, work: Work }} Step steps run
 *   in parallel, `after` those that it names; `among` has arguments for its tool that count when all steps run
 */

/**
 * A step that passes or fails as a whole. It leaves the processor to `share`, for which the long steps wait.
 * @param {string} file @param {readonly string[]} args @returns {Work}
 */
const check = (file, args) => async (more) => {
  const options = { limitMs, inBackground: true };
  const { ok, output } = await run(process.execPath, [tool(file), ...args, ...more], options);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, output };
};

const biome = '@biomejs/biome/bin/biome';

/**
 * The tests of a configuration of Vitest.
 * @param {string} config
 * @param {{ environment?: (program: string) => NodeJS.ProcessEnv, inBackground?: boolean }} [options]
 * @returns {Work}
 */
const vitest =
  (config, { environment = () => ({}), inBackground = false } = {}) =>
  (more, program) =>
    withReport(async (report) => {
      const env = environment(program);
      const reporters = ['--reporter=minimal', '--reporter=json', `--outputFile=${report}`];
      const args = [tool('vitest/vitest.mjs'), 'run', '--config', config, ...reporters, ...more];
      const result = await run(process.execPath, args, { env, limitMs, inBackground });
      return counted(result, report, ({ numPassedTests, numFailedTests }) => [numPassedTests, numFailedTests]);
    });

/** @type {Work} */
const e2e = (more, chromium) =>
  withReport(async (report) => {
    const projects = ['--project=desktop', '--project=browser'];
    const args = [tool('@playwright/test/cli.js'), 'test', '-c', 'test/e2e/playwright.config.ts', ...projects, ...more];
    const env = { PLAYWRIGHT_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
    const result = await run(process.execPath, [...args, '--reporter=dot,json'], { env, limitMs });
    const note = /^desktop: .*$/im.exec(result.output)?.[0];
    const outcome = counted(result, report, ({ stats }) => [stats.expected, stats.unexpected + stats.flaky]);
    return note === undefined ? outcome : { ...outcome, note };
  });

/**
 * Two cores run one spec at a time, and the unit tests in the time that it leaves: more programs at once take a tenth more of
 * their time. Remove this when a run without it takes no longer.
 */
const oneAtATime = availableParallelism() > 2 ? [] : ['--workers=1'];

/** @type {readonly Step[]} */
export const steps = [
  { name: 'types', work: check('typescript/bin/tsc', ['--build', '--checkers', '1']) },
  { name: 'lint', work: check(biome, ['check', '--error-on-warnings', '.']) },
  { name: 'dead', work: check('knip/bin/knip.js', []) },
  {
    name: 'share',
    needs: findRedis,
    work: vitest('test/share/vitest.config.ts', { environment: (redis) => ({ REDIS_SERVER: redis }) }),
  },
  // These keep every core busy. Instances that share a state would take each other for dead meanwhile.
  { name: 'e2e', after: ['share'], among: oneAtATime, needs: findChromium, work: e2e },
  { name: 'unit', after: ['types', 'share'], work: vitest('test/vitest.config.ts', { inBackground: true }) },
];

/** Gives the work the path of a temporary report file. @param {(report: string) => Promise<Outcome>} work */
async function withReport(work) {
  const folder = mkdtempSync(join(tmpdir(), 'mock-api-console-report-'));
  try {
    return await work(join(folder, 'report.json'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Counts the tests in a report. A runner that fails without a failed test (a broken file, a crash, no tests) counts as
 * one failure, so that it never looks like success.
 * @param {import('./project.mjs').RunResult} result
 * @param {string} report
 * @param {(report: any) => [passed: number, failed: number]} count
 * @returns {Outcome}
 */
function counted({ ok, output }, report, count) {
  const [passed, failed] = existing(report, count);
  const silent = failed === 0 && (!ok || passed === 0);
  return { passed, failed: silent ? 1 : failed, output };
}

/** @param {string} report @param {(report: any) => [passed: number, failed: number]} count */
function existing(report, count) {
  try {
    return count(JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    return /** @type {const} */ ([0, 0]);
  }
}
