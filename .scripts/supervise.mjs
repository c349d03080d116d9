/**
 * Runs a long-lived program that ends with this process. It has its own process group, so that Ctrl+C reaches it only
 * once, through this process, and not also from the terminal.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { root } from './project.mjs';

/**
 * @typedef {object} Supervised
 * @property {number | undefined} pid
 * @property {Promise<number>} exitCode 1 if a signal ended the program
 * @property {() => void} stop sends SIGTERM
 * @property {() => void} kill sends SIGKILL
 */

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, argv0?: string, onLine: (line: string) => void, stderr: 'inherit' | 'ignore' }} options
 * @returns {Supervised}
 */
export function supervise(program, args, { env = process.env, argv0, onLine, stderr }) {
  const detached = process.platform !== 'win32';
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', stderr], detached, argv0 });
  let stopping = false;
  const stop = () => {
    // Only once: npm forwards a Ctrl+C that has reached this process already, and the program reads a second signal as
    // "do not wait".
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
  return { pid: child.pid, exitCode, stop, kill: () => void child.kill('SIGKILL') };
}
