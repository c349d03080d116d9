/** The headless host as a program beside this one. */
import { join } from 'node:path';
import { dist } from './project.mjs';
import { supervise } from './supervise.mjs';

/** @typedef {{ mock: string, console: string, token: string }} Ready the addresses, once it listens */

/**
 * @param {readonly string[]} flags
 * @param {(line: string) => void} onRequest is given its request lines
 * @returns {import('./supervise.mjs').Supervised & { ready: Promise<Ready | undefined> }} `ready` brings nothing when
 *   the host ends before it listens; it has said why on stderr
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
