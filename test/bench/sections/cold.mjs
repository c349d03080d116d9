import { workspaceFile } from '../data.mjs';
import { load, message, openConnection } from '../load.mjs';
import { row } from '../report.mjs';
import { median } from '../rounds.mjs';
import { startProgram } from '../server-process.mjs';

export const title = 'New queries, at 100,000 users';

/** The first response to a new query, and the latency of other requests meanwhile. */
export async function run() {
  const program = await startProgram(workspaceFile(100_000));
  const { port } = program;
  const others = load({
    port,
    connections: 2,
    milliseconds: 6000,
    request: async (index) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return message('GET', `/users/${index + 1}`);
    },
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  const connection = await openConnection(port);
  /** @type {number[]} */
  const cold = [];
  /** @type {number[]} */
  const warm = [];
  for (let age = 20; age < 60; age++) {
    const text = message('GET', `/api/users?age_greater_than=${age}&status=active&sort=name,-created_at&limit=20`);
    for (const times of [cold, warm, warm]) {
      const began = performance.now();
      await connection.ask(text, false);
      times.push(performance.now() - began);
    }
  }
  connection.close();
  const { p99 } = await others;
  await program.stop();
  return [
    row('first response, median of 40 queries', median(cold), 'ms', { atMost: 150 }),
    row('first response, worst of 40 queries', Math.max(...cold), 'ms', { atMost: 150 }),
    row('second and third response, worst', Math.max(...warm), 'ms'),
    row('GET of a user meanwhile, p99', p99, 'ms', { atMost: 20 }),
  ];
}
