/** Starts a contender on its own data and sends single requests. */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../support/free-port.mjs';
import { folder } from '../data.mjs';
import { message, openConnection } from '../load.mjs';
import { residentMegabytes } from '../server-process.mjs';

/** Longest wait for a start or a response, in milliseconds. */
const patience = 30_000;

/**
 * @typedef {object} PeerProcess
 * @property {number} port
 * @property {number} startMilliseconds From the start of the process to its first response with a user.
 * @property {() => number} memory Resident memory in megabytes.
 * @property {() => Promise<void>} stop
 */

/**
 * Starts a contender on a new data file, because some contenders write to it.
 * @param {import('./contenders.mjs').Contender} contender
 * @param {readonly import('./contenders.mjs').User[]} users
 * @returns {Promise<PeerProcess>}
 */
export async function startPeer(contender, users) {
  const port = await freePort();
  const own = join(folder, `peer-${port}`);
  mkdirSync(own);
  const file = join(own, 'users.json');
  writeFileSync(file, contender.file(users));
  const began = performance.now();
  const child = spawn(process.execPath, contender.command(file, port), { cwd: own, stdio: 'ignore' });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await Promise.race([exited, sleep(2000, null, { ref: false })]);
    child.kill('SIGKILL');
    await exited;
    rmSync(own, { recursive: true, force: true });
  };
  while (!(await isReady(port, contender.record('1')))) {
    if (performance.now() - began > patience || child.exitCode !== null) {
      await stop();
      throw new Error(`${contender.name} did not start.`);
    }
    await sleep(2);
  }
  const startMilliseconds = performance.now() - began;
  return { port, startMilliseconds, memory: () => residentMegabytes(child.pid ?? 0), stop };
}

/**
 * Sends one request on its own connection. Resolves with the response and its duration.
 * @param {number} port
 * @param {string} text
 */
export async function askOnce(port, text) {
  const connection = await openConnection(port);
  try {
    const began = performance.now();
    const response = connection.ask(text, true);
    const { head, body } = await Promise.race([response, sleep(patience, { head: '', body: '' }, { ref: false })]);
    return { status: Number(head.slice(9, 12)), body, milliseconds: performance.now() - began };
  } finally {
    connection.close();
  }
}

/** @param {number} port @param {string} path */
async function isReady(port, path) {
  try {
    return (await askOnce(port, message('GET', path))).status === 200;
  } catch {
    return false;
  }
}
