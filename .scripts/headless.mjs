/** Runs the headless host as a child process. */
import { join } from 'node:path';
import { dist } from './project.mjs';
import { supervise } from './supervise.mjs';

/** @typedef {{ mock: string, https?: string, console: string, token: string, open: string }} Ready the members of the host's ready line */

/**
 * @param {readonly string[]} flags
 * @param {(line: string) => void} onRequest called with each request line
 * @returns {import('./supervise.mjs').Supervised & { ready: Promise<Ready | undefined> }} `ready` resolves with undefined
 *   if the host ends before it listens; the reason is on stderr
 */
export function startHeadless(flags, onRequest) {
  let announce = (/** @type {Ready} */ _ready) => {};
  const listening = new Promise((/** @type {(ready: Ready) => void} */ resolve) => {
    announce = resolve;
  });
  const onLine = (/** @type {string} */ line) => {
    const ready = /^ready (.+)$/.exec(line)?.[1];
    if (ready === undefined) onRequest(line);
    else announce(JSON.parse(ready));
  };
  const host = supervise(process.execPath, [join(dist, 'serve.cjs'), ...flags], { onLine, stderr: 'inherit' });
  return { ...host, ready: Promise.race([listening, host.exitCode.then(() => undefined)]) };
}
