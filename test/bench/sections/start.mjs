import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { workspaceFile } from '../data.mjs';
import { row } from '../report.mjs';
import { alternate, medianOf } from '../rounds.mjs';
import { startProgram } from '../server-process.mjs';

export const title = 'Start to ready, 100,000 users';

/** The program's start beside its lower bound: the start of Node and JSON.parse of the file. */
export async function run() {
  const path = workspaceFile(100_000);
  // The program trusts the stat of a file only if the last change is a few seconds old.
  await new Promise((resolve) => setTimeout(resolve, 4000));
  const parse = `const text = require('node:fs').readFileSync(${JSON.stringify(path)}, 'utf8');
    const began = performance.now(); JSON.parse(text); console.log(performance.now() - began)`;
  const rounds = await alternate(
    {
      node: async () => {
        const began = performance.now();
        execFileSync(process.execPath, ['-e', '0']);
        return performance.now() - began;
      },
      parse: async () => Number(execFileSync(process.execPath, ['-e', parse], { encoding: 'utf8' })),
      unseen: () => {
        rmSync(`${path}.recovery`, { force: true });
        return start(path);
      },
      program: () => start(path),
    },
    { rounds: 9, warmUp: 1 },
  );
  /** @typedef {typeof rounds[number]} Round */
  const time = (/** @type {keyof Round} */ name) => medianOf(rounds, (round) => round[name]);
  const ofLeast = (/** @type {keyof Round} */ name) =>
    medianOf(rounds, (round) => round[name] / (round.node + 2 * round.parse));
  return [
    row('Node, start to end', time('node'), 'ms'),
    row('JSON.parse of the file', time('parse'), 'ms'),
    row('program, start to ready', time('program'), 'ms', {
      ratio: ofLeast('program'),
      of: 'Node + 2 × JSON.parse',
      atMost: 1,
    }),
    row('the same for a new file, which is validated', time('unseen'), 'ms', {
      ratio: ofLeast('unseen'),
      of: 'Node + 2 × JSON.parse',
    }),
  ];
}

/** @param {string} path */
async function start(path) {
  const program = await startProgram(path);
  await program.stop();
  return program.startMilliseconds;
}
