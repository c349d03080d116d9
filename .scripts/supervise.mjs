/**
 * Runs a long-lived program for as long as this one lives. It gets a process group of its own, so that Ctrl+C reaches
 * it once, by way of this process, and not a second time from the terminal.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { root } from './project.mjs';

/**
 * @typedef {object} Supervised
 * @property {Promise<number>} exitCode a program that a signal ended counts as 1
 * @property {() => void} stop asks it to end
 * @property {() => void} kill ends it without asking
 */

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, onLine: (line: string) => void, stderr: 'inherit' | 'ignore' }} options
 * @returns {Supervised}
 */
export function supervise(program, args, { env = process.env, onLine, stderr }) {
  const detached = process.platform !== 'win32';
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', stderr], detached });
  let stopping = false;
  const stop = () => {
    // Once: npm passes a Ctrl+C on that came here already, and a second signal means "do not wait".
    if (!stopping) stopping = child.kill('SIGTERM');
  };
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, stop);
  process.on('exit', stop);
  if (child.stdout) createInterface(child.stdout).on('line', onLine);
  const exitCode = new Promise((/** @type {(code: number) => void} */ resolve) => {
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  }).finally(() => {
    for (const signal of signals) process.off(signal, stop);
    process.off('exit', stop);
  });
  return { exitCode, stop, kill: () => void child.kill('SIGKILL') };
}
