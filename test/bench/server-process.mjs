/** Starts what is measured, each in a process of its own, and tells how much memory it takes. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/**
 * @typedef {object} ServerProcess
 * @property {number} port
 * @property {number} startMilliseconds From the start of the process to its ready line.
 * @property {() => number} memory Megabytes that the process holds at the moment.
 * @property {(command: string, input?: object) => Promise<unknown>} call Gives a command over the console API.
 * @property {() => Promise<void>} stop
 */

/**
 * The program, headless, over a workspace file.
 * @param {string} workspace
 * @param {{ console?: boolean, nodeFlags?: readonly string[] }} [options]
 */
export function startProgram(workspace, { console: withConsole = false, nodeFlags = [] } = {}) {
  const flags = [
    '--workspace',
    workspace,
    '--port',
    '0',
    '--quiet',
    ...(withConsole ? ['--console-port', '0'] : ['--no-console']),
  ];
  return startProcess(process.execPath, [...nodeFlags, join(root, 'dist/serve.js'), ...flags]);
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
 * @returns {Promise<ServerProcess>}
 */
async function startProcess(command, args) {
  const began = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const line = await new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code} before it was ready`)));
  });
  const startMilliseconds = performance.now() - began;
  /** @type {{ mock: string, console?: string, token?: string }} */
  const ready = JSON.parse(String(line).replace(/^ready /, ''));
  return {
    port: Number(new URL(ready.mock).port),
    startMilliseconds,
    memory: () => residentMegabytes(child.pid ?? 0),
    call: async (name, input = {}) => {
      const response = await fetch(`${ready.console}/call/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${ready.token}` },
        body: JSON.stringify(input),
      });
      return (await response.json()).value;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** @param {number} pid */
function residentMegabytes(pid) {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}
