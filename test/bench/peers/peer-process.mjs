/** Starts a contender over data of its own and asks it one thing. */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../support/free-port.mjs';
import { folder } from '../data.mjs';
import { message, openConnection } from '../load.mjs';
import { residentMegabytes } from '../server-process.mjs';

/** Milliseconds in which an answer is expected at all. */
const patience = 30_000;

/**
 * @typedef {object} PeerProcess
 * @property {number} port
 * @property {number} startMilliseconds From the start of the process to its first answer with a user.
 * @property {() => number} memory Megabytes that the process holds at the moment.
 * @property {() => Promise<void>} stop
 */

/**
 * Over a file that nobody has opened yet, as some of them write into it.
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
  while (!(await hasAnswered(port, contender.record('1')))) {
    if (performance.now() - began > patience || child.exitCode !== null) {
      await stop();
      throw new Error(`${contender.name} did not start`);
    }
    await sleep(2);
  }
  const startMilliseconds = performance.now() - began;
  return { port, startMilliseconds, memory: () => residentMegabytes(child.pid ?? 0), stop };
}

/**
 * One request on a connection of its own: its answer and how long it took.
 * @param {number} port
 * @param {string} text
 */
export async function askOnce(port, text) {
  const connection = await openConnection(port);
  try {
    const began = performance.now();
    const answer = connection.ask(text, true);
    const { head, body } = await Promise.race([answer, sleep(patience, { head: '', body: '' }, { ref: false })]);
    return { status: Number(head.slice(9, 12)), body, milliseconds: performance.now() - began };
  } finally {
    connection.close();
  }
}

/** @param {number} port @param {string} path */
async function hasAnswered(port, path) {
  try {
    return (await askOnce(port, message('GET', path))).status === 200;
  } catch {
    return false;
  }
}
