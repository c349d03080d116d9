/** Measures all contenders at one size, in alternating rounds. */
import { setTimeout as sleep } from 'node:timers/promises';
import { users as makeUsers } from '../data.mjs';
import { load } from '../load.mjs';
import { median } from '../rounds.mjs';
import { contenders } from './contenders.mjs';
import { askOnce, startPeer } from './peer-process.mjs';
import { tasksFor } from './tasks.mjs';

const rounds = 3;
const starts = 3;
const milliseconds = 600;
/** Milliseconds. A contender that needs longer for a response gets one client instead of sixteen, to its advantage. */
const slow = 100;
/** Requests of each kind before the memory is read. So few that the slowest contender can take part. */
const requestsPerTask = 3;

/** @typedef {import('./contenders.mjs').Contender} Contender */
/** @typedef {import('./contenders.mjs').User} User */
/** @typedef {import('./tasks.mjs').Task} Task */
/** @typedef {'wrong' | { rate: number, p99: number }} Cell */

/**
 * @typedef {object} Measured
 * @property {string} name
 * @property {ReadonlyMap<string, Cell>} cells By the name of the task.
 * @property {number} start Milliseconds from the start of the process to the first response.
 * @property {number} memory Megabytes after the same requests.
 */

/**
 * Measures all contenders with so many users.
 * @param {number} size
 * @returns {Promise<readonly Measured[]>}
 */
export async function measure(size) {
  const users = makeUsers(size).map(({ userId, ...user }) => ({ id: userId, ...user }));
  const tasks = tasksFor(users);
  const started = await measureStarts(users, tasks);
  const cells = await measureTasks(users, tasks);
  return contenders.map(({ name }, index) => ({
    name,
    cells: cells[index] ?? new Map(),
    start: median(started[index]?.map(({ start }) => start) ?? []),
    memory: median(started[index]?.map(({ memory }) => memory) ?? []),
  }));
}

/**
 * The time and memory of each start, by contender.
 * @param {readonly User[]} users
 * @param {readonly Task[]} tasks
 */
async function measureStarts(users, tasks) {
  const started = contenders.map(() => /** @type {{ start: number, memory: number }[]} */ ([]));
  for (let round = 0; round < starts; round++) {
    for (const [index, contender] of contenders.entries()) {
      const { port, startMilliseconds, memory, stop } = await startPeer(contender, users);
      for (const { request } of tasks) {
        for (let number = 0; number < requestsPerTask; number++) await askOnce(port, request(contender, number));
      }
      started[index]?.push({ start: startMilliseconds, memory: memory() });
      await stop();
    }
  }
  return started;
}

/**
 * The figures of each task, by contender.
 * @param {readonly User[]} users
 * @param {readonly Task[]} tasks
 * @returns {Promise<readonly ReadonlyMap<string, Cell>[]>}
 */
async function measureTasks(users, tasks) {
  const running = [];
  for (const contender of contenders) {
    const { port, stop } = await startPeer(contender, users);
    const cells = [];
    for (const task of tasks) cells.push(await prepare(task, contender, port));
    running.push({ contender, port, stop, cells });
  }
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    for (const { contender, port, cells } of running) {
      for (const { task, isRight, connections, rates, p99s } of cells) {
        if (!isRight) continue;
        const request = (/** @type {number} */ index) => task.request(contender, round * 1_000_003 + index);
        const { rate, p99, statuses } = await load({ port, request, connections, milliseconds });
        if (statuses.size > 1 || !statuses.has(200)) throw new Error(`${contender.name} failed at ${task.name}`);
        if (round === 0) continue;
        rates.push(rate);
        p99s.push(p99);
      }
      // Some contenders write their file after the response.
      await sleep(200);
    }
  }
  await Promise.all(running.map(({ stop }) => stop()));
  return running.map(
    ({ cells }) =>
      new Map(
        cells.map(({ task, isRight, rates, p99s }) => [
          task.name,
          isRight ? { rate: median(rates), p99: median(p99s) } : 'wrong',
        ]),
      ),
  );
}

/**
 * Checks a contender's response to a task and chooses its number of clients.
 * @param {Task} task
 * @param {Contender} contender
 * @param {number} port
 */
async function prepare(task, contender, port) {
  const isRight = await task.isRight(contender, port);
  /** @type {number[]} */
  const durations = [];
  for (let number = 0; number < 3; number++) {
    durations.push((await askOnce(port, task.request(contender, number))).milliseconds);
  }
  const connections = Math.min(...durations) > slow ? 1 : 16;
  return { task, isRight, connections, rates: /** @type {number[]} */ ([]), p99s: /** @type {number[]} */ ([]) };
}
