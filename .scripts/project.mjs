/**
 * What the scripts of the project share: where it is, how to say a line, how to fail in one sentence, how to run a
 * program to its end. Only node's own modules: these run in a fresh clone, before anything is installed.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const dist = join(root, 'dist');

/** Something a person can act on; its message is all that is printed. */
export class Failure extends Error {}

/** @param {string} line */
export const say = (line) => process.stdout.write(`${line}\n`);

/** @param {string} line */
export const sayOnStderr = (line) => process.stderr.write(`${line}\n`);

/**
 * Runs a script's work: one sentence and exit code 1 when it fails, never a stack.
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
 * A signal sent to npm ends the shell between npm and its script, and the script hears nothing of it: losing that
 * parent counts as the signal.
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

/** A tool of the project by its file in node_modules, as arguments for node. @param {string} file */
export const tool = (file) => join(root, 'node_modules', file);

/** npm as a program and its first arguments: the npm that runs this script, else the one beside node, else PATH's. */
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
 * @property {NodeJS.ProcessEnv} [env] laid over this process's environment
 * @property {number} [limitMs] ends the program and all it started after so many milliseconds
 * @property {(text: string) => void} [onOutput] sees the output while it comes
 */

/** @typedef {{ ok: boolean, code: number | null, output: string, timedOut: boolean }} RunResult */

/**
 * Runs a program in the project's folder to its end and collects what it prints. Ctrl+C here ends it too.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<RunResult>}
 */
export function run(program, args, { env = {}, limitMs, onOutput } = {}) {
  return new Promise((resolve) => {
    const windows = process.platform === 'win32';
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that what the program started ends with it.
      detached: !windows,
      shell: windows && program === 'npm',
    });
    const end = () => {
      try {
        if (windows) child.kill();
        else if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      } catch {
        // It has ended already.
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

/** The line of an output that says what went wrong: its first error that names something, else its last line. @param {string} output */
export function reason(output) {
  const lines = output.split('\n').map((line) => line.replace(/^npm error ?(code|errno|syscall|path)?/, '').trim());
  const told = lines.filter((line) => line !== '');
  return (
    told.find((line) => /error|fail|cannot|could not|unable|not found/i.test(line)) ?? told.at(-1) ?? 'it said nothing'
  );
}
