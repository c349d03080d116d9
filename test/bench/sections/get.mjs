import { workspaceFile } from '../data.mjs';
import { load, message } from '../load.mjs';
import { row } from '../report.mjs';
import { alternate, medianOf } from '../rounds.mjs';
import { startLimit, startProgram } from '../server-process.mjs';

export const title = 'GET /users/{userId}';

/** The program at 100, 100,000 and a million users beside minimal servers on the same stack. */
export async function run() {
  const contenders = {
    'node:http': await startLimit('node-http'),
    'bare Koa': await startLimit('koa'),
    'Koa + router': await startLimit('koa-router'),
    'program, 100': await startProgram(workspaceFile(100)),
    'program, own addresses': await startProgram(workspaceFile(100, ['/v2/accounts', '/v2/accounts/{userId}'])),
    'program, 100,000': await startProgram(workspaceFile(100_000)),
    'program, 1,000,000': await startProgram(workspaceFile(1_000_000)),
  };
  // The same few ids at every size, so that the processor's cache does not decide the result.
  const requestOf = (/** @type {string} */ path) => (/** @type {number} */ index) =>
    message('GET', `${path}/${(index % 24) * 4 + 1}`);
  const rounds = await alternate(
    /** @type {Record<keyof typeof contenders, () => Promise<number>>} */ (
      Object.fromEntries(
        Object.entries(contenders).map(([name, { port }]) => {
          const request = requestOf(name === 'program, own addresses' ? '/v2/accounts' : '/users');
          return [name, async () => (await load({ port, request })).rate];
        }),
      )
    ),
  );
  await Promise.all(Object.values(contenders).map((contender) => contender.stop()));
  /** @typedef {keyof typeof contenders} Name */
  const larger = /** @type {const} */ (['program, 100,000', 'program, 1,000,000']);
  const rate = (/** @type {Name} */ name) => medianOf(rounds, (round) => round[name]);
  const ofRouter = (/** @type {Name} */ name) => ({
    ratio: medianOf(rounds, (round) => round[name] / round['Koa + router']),
    of: 'Koa + router',
  });
  const ofHundred = (/** @type {Name} */ name) => ({
    ratio: medianOf(rounds, (round) => round[name] / round['program, 100']),
    of: '100 users',
  });
  return [
    row('node:http', rate('node:http'), '/s', ofRouter('node:http')),
    row('bare Koa', rate('bare Koa'), '/s', ofRouter('bare Koa')),
    row('Koa + @koa/router, one parameter route', rate('Koa + router'), '/s'),
    row('program, 100 users', rate('program, 100'), '/s', { ...ofRouter('program, 100'), atLeast: 0.9 }),
    row('program, GET /v2/accounts/{userId}', rate('program, own addresses'), '/s', {
      ...ofHundred('program, own addresses'),
      atLeast: 0.95,
    }),
    ...larger.map((name) => row(`${name} users`, rate(name), '/s', { ...ofHundred(name), atLeast: 0.9 })),
  ];
}
