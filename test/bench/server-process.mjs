/** Starts what is measured, each in a process of its own, and tells how much memory it takes. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/**
 * @typedef {object} ServerProcess
 * @property {number} port
 * @property {number} startMilliseconds From the start of the process to its ready line.
 * @property {() => number} memory Megabytes that the process holds at the moment.
 * @property {() => number} processorTime Microseconds of processor that the process has had.
 * @property {() => Promise<{ rss: number, heapUsed: number }>} memoryUsage The same, and what of the heap is in use, of a
 *   process that is probed, once everything unused is cleared.
 * @property {(message: object) => Promise<unknown>} tell What a process that listens for it answers to a message.
 * @property {() => Promise<void>} stop
 */

/**
 * The program, headless, over a workspace file.
 * @param {string} workspace
 * @param {{ probed?: boolean, script?: string }} [options] `script` is a file to run instead, which listens to messages
 */
export function startProgram(workspace, { probed = false, script } = {}) {
  const flags = ['--workspace', workspace, '--port', '0', '--quiet', '--no-console'];
  const probe = probed ? ['--expose-gc', '--require', join(import.meta.dirname, 'memory-probe.cjs')] : [];
  const args = [...probe, script ?? join(root, 'dist/serve.cjs'), ...flags];
  return startProcess(process.execPath, args, probed || script !== undefined);
}

/**
 * One of the limits: the least that can be done with node:http or Koa.
 * @param {'node-http' | 'koa' | 'koa-router'} name
 */
export function startLimit(name) {
  return startProcess(process.execPath, [join(import.meta.dirname, 'limits', `${name}.mjs`)]);
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {boolean} [listens] Whether it can be told something. To open a channel for that takes part of its start.
 * @returns {Promise<ServerProcess>}
 */
async function startProcess(command, args, listens = false) {
  const began = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit', listens ? 'ipc' : 'ignore'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const line = await new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code} before it was ready`)));
  });
  const startMilliseconds = performance.now() - began;
  /** @type {{ mock: string }} */
  const ready = JSON.parse(String(line).replace(/^ready /, ''));
  const tell = (/** @type {object} */ message) => {
    const answer = new Promise((resolve) => child.once('message', resolve));
    child.send(message);
    return answer;
  };
  return {
    port: Number(new URL(ready.mock).port),
    startMilliseconds,
    memory: () => residentMegabytes(child.pid ?? 0),
    processorTime: () => processorMicroseconds(child.pid ?? 0),
    memoryUsage: async () => {
      const { rss, heapUsed } = /** @type {NodeJS.MemoryUsage} */ (await tell({}));
      return { rss: Math.round(rss / 2 ** 20), heapUsed: Math.round(heapUsed / 2 ** 20) };
    },
    tell,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** What all threads of a process have had of the processors, the garbage collector's too. @param {number} pid */
function processorMicroseconds(pid) {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map(
    (thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0],
  );
  return nanoseconds.reduce((sum, spent) => sum + Number(spent), 0) / 1000;
}

/** @param {number} pid */
export function residentMegabytes(pid) {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}
