/** Starts the measured servers, each in a process of its own, and reads their memory and processor time. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Of the console API. */
const token = 'bench';

/**
 * @typedef {object} ServerProcess
 * @property {number} port
 * @property {string | undefined} console The address of the console API.
 * @property {number} startMilliseconds From the start of the process to its ready line.
 * @property {() => number} memory Resident memory in megabytes.
 * @property {() => number} processorTime Processor time of the process so far, in microseconds.
 * @property {() => Promise<{ rss: number, heapUsed: number }>} memoryUsage Resident memory and used heap in megabytes,
 *   after a garbage collection. Only for a probed process.
 * @property {(message: object) => Promise<unknown>} tell Sends a message and resolves with the reply. Only for a process
 *   that listens.
 * @property {(command: string, input: object) => Promise<any>} call Calls a command of the console API and resolves with its
 *   output. Only for a program with a console.
 * @property {() => Promise<void>} stop
 */

/**
 * Starts the headless program on a workspace file.
 * @param {string} workspace
 * @param {{ probed?: boolean, script?: string, hasConsole?: boolean, share?: string }} [options] `script`: a file to run instead,
 *   which listens to messages; `share`: the address of an engine
 */
export function startProgram(workspace, { probed = false, script, hasConsole = false, share } = {}) {
  const consoleFlags = hasConsole ? ['--console-port', '0', '--token', token] : ['--no-console'];
  const flags = [
    '--workspace',
    workspace,
    '--port',
    '0',
    '--quiet',
    ...consoleFlags,
    ...(share ? ['--share', share] : []),
  ];
  const probe = probed ? ['--expose-gc', '--require', join(import.meta.dirname, 'memory-probe.cjs')] : [];
  const args = [...probe, script ?? join(root, 'dist/serve.cjs'), ...flags];
  return startProcess(process.execPath, args, probed || script !== undefined);
}

/**
 * Starts one of the limits: a minimal server with node:http or Koa.
 * @param {'node-http' | 'koa' | 'koa-router'} name
 */
export function startLimit(name) {
  return startProcess(process.execPath, [join(import.meta.dirname, 'limits', `${name}.mjs`)]);
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {boolean} [listens] Opens an IPC channel, which makes the start slower.
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
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with code ${code} before it was ready.`)));
  });
  const startMilliseconds = performance.now() - began;
  /** @type {{ mock: string, console?: string }} */
  const ready = JSON.parse(String(line).replace(/^ready /, ''));
  const tell = (/** @type {object} */ message) => {
    const reply = new Promise((resolve) => child.once('message', resolve));
    child.send(message);
    return reply;
  };
  return {
    port: Number(new URL(ready.mock).port),
    console: ready.console,
    startMilliseconds,
    memory: () => residentMegabytes(child.pid ?? 0),
    processorTime: () => processorMicroseconds(child.pid ?? 0),
    memoryUsage: async () => {
      const { rss, heapUsed } = /** @type {NodeJS.MemoryUsage} */ (await tell({}));
      return { rss: Math.round(rss / 2 ** 20), heapUsed: Math.round(heapUsed / 2 ** 20) };
    },
    tell,
    call: async (command, input) => {
      const response = await fetch(`${ready.console}/call/${command}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(input),
      });
      const reply = await response.json();
      if (!reply.ok) throw new Error(`${command}: ${reply.problem.detail}`);
      return reply.value;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** The processor time of all threads of a process, including garbage collection. @param {number} pid */
function processorMicroseconds(pid) {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map(
    (thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0],
  );
  return nanoseconds.reduce((sum, spent) => sum + Number(spent), 0) / 1000;
}

/** Resident memory of a process. @param {number} pid */
export function residentMegabytes(pid) {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}
