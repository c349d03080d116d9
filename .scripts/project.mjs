/**
 * Shared by all scripts: the project's folder, printing, failing with one sentence, running a program. Uses only Node's
 * own modules, because scripts run in a fresh clone before anything is installed.
 */
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const dist = join(root, 'dist');

/** An error that a person can act on. Only its message is printed. */
export class Failure extends Error {}

/** @param {string} line */
export const say = (line) => process.stdout.write(`${line}\n`);

/** @param {string} line */
export const sayOnStderr = (line) => process.stderr.write(`${line}\n`);

/**
 * Runs a script's work. If it fails, prints one sentence without a stack and exits with code 1.
 * @param {() => Promise<unknown>} work
 */
export async function main(work) {
  endWithNpm();
  try {
    await work();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    sayOnStderr(error instanceof Failure ? message : `Unexpected: ${message.split('\n')[0]}`);
    process.exitCode = 1;
  }
}

/**
 * Ends the script when npm's shell ends. A signal to npm ends the shell between npm and the script, but does not reach
 * the script.
 */
function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250).unref();
}

/** The path of a file in node_modules. @param {string} file */
export const tool = (file) => join(root, 'node_modules', file);

/** The program and the first arguments that run npm: the npm that runs this script, else the one beside Node, else PATH's. */
export function npm() {
  const candidates = [
    process.env.npm_execpath ?? '',
    join(dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js'),
    join(dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js'),
  ];
  const cli = candidates.find((path) => path.endsWith('npm-cli.js') && existsSync(path));
  return cli === undefined ? { program: 'npm', first: [] } : { program: process.execPath, first: [cli] };
}

/**
 * @typedef {object} RunOptions
 * @property {NodeJS.ProcessEnv} [env] added to this process's environment
 * @property {boolean} [inBackground] other programs get the processor first
 * @property {number} [limitMs] the time limit, after which the program and its children are ended
 * @property {(text: string) => void} [onOutput] called with each part of the output
 */

/** @typedef {{ ok: boolean, code: number | null, output: string, timedOut: boolean }} RunResult */

/**
 * Runs a program in the project's folder to its end and collects its output. Ctrl+C ends the program too.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<RunResult>}
 */
export function run(program, args, { env = {}, inBackground = false, limitMs, onOutput } = {}) {
  return new Promise((resolve) => {
    const windows = process.platform === 'win32';
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own, so that its children end with it.
      detached: !windows,
      shell: windows && program === 'npm',
    });
    if (inBackground && child.pid !== undefined) leaveProcessor(child.pid);
    const end = () => {
      try {
        if (windows) child.kill();
        else if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      } catch {
        // The program has ended already.
      }
    };
    const interrupted = () => {
      end();
      process.exit(130);
    };
    let output = '';
    let timedOut = false;
    const outOfTime = () => {
      timedOut = true;
      end();
    };
    const timer = limitMs === undefined ? undefined : setTimeout(outOfTime, limitMs);
    /** @param {RunResult} result */
    const finish = (result) => {
      clearTimeout(timer);
      process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
      resolve(result);
    };
    process.on('SIGINT', interrupted).on('SIGTERM', interrupted);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
        onOutput?.(text);
      });
    }
    child.on('error', (error) => finish({ ok: false, code: null, output: output + error.message, timedOut }));
    child.on('close', (code) => finish({ ok: code === 0, code, output, timedOut }));
  });
}

/** The line of an output that explains a failure: the first error line, else the last line. @param {string} output */
export function reason(output) {
  const lines = output.split('\n').map((line) => line.replace(/^npm error ?(code|errno|syscall|path)?/, '').trim());
  const printed = lines.filter((line) => line !== '');
  const error = printed.find((line) => /error|fail|cannot|could not|unable|not found/i.test(line));
  return error ?? printed.at(-1) ?? 'no output';
}

/**
 * Lets other programs have the processor before this one and its children.
 * @param {number} pid
 */
function leaveProcessor(pid) {
  const priority = constants.priority.PRIORITY_BELOW_NORMAL;
  try {
    setPriority(pid, priority);
    // Linux divides the processor among sessions first, of which each program here has its own.
    if (process.platform === 'linux') writeFileSync(`/proc/${pid}/autogroup`, `${priority}`);
  } catch {
    // The program only takes its full share then; or it has ended.
  }
}
