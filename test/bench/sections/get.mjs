import { workspaceFile } from '../data.mjs';
import { load, message } from '../load.mjs';
import { row } from '../report.mjs';
import { alternate } from '../rounds.mjs';
import { startLimit, startProgram } from '../server-process.mjs';

export const title = 'GET /users/{userId}';

/** The program at a hundred, 100,000 and a million users beside the least that its own stack can do. */
export async function run() {
  const contenders = {
    'node:http': await startLimit('node-http'),
    'bare Koa': await startLimit('koa'),
    'Koa + router': await startLimit('koa-router'),
    'program, 100': await startProgram(workspaceFile(100)),
    'program, 100,000': await startProgram(workspaceFile(100_000)),
    'program, 1,000,000': await startProgram(workspaceFile(1_000_000)),
  };
  // The same ids everywhere: what is measured is the size of the workspace, not of the processor's cache.
  const request = (/** @type {number} */ index) => message('GET', `/users/${(index % 24) * 4 + 1}`);
  const rates = await alternate(
    /** @type {Record<keyof typeof contenders, () => Promise<number>>} */ (
      Object.fromEntries(
        Object.entries(contenders).map(([name, { port }]) => [name, async () => (await load({ port, request })).rate]),
      )
    ),
  );
  await Promise.all(Object.values(contenders).map((contender) => contender.stop()));
  const router = rates['Koa + router'];
  const hundred = rates['program, 100'];
  return [
    row('node:http', rates['node:http'], '/s', { ratio: rates['node:http'] / router, of: 'Koa + router' }),
    row('bare Koa', rates['bare Koa'], '/s', { ratio: rates['bare Koa'] / router, of: 'Koa + router' }),
    row('Koa + @koa/router, one parameter route', router, '/s'),
    row('program, 100 users', hundred, '/s', { ratio: hundred / router, of: 'Koa + router', atLeast: 0.9 }),
    row('program, 100,000 users', rates['program, 100,000'], '/s', {
      ratio: rates['program, 100,000'] / hundred,
      of: '100 users',
      atLeast: 0.9,
    }),
    row('program, 1,000,000 users', rates['program, 1,000,000'], '/s', {
      ratio: rates['program, 1,000,000'] / hundred,
      of: '100 users',
      atLeast: 0.9,
    }),
  ];
}
