import { workspaceFile } from '../data.mjs';
import { load, message, openConnection } from '../load.mjs';
import { row } from '../report.mjs';
import { median } from '../rounds.mjs';
import { startProgram } from '../server-process.mjs';

export const title = 'New queries, at 100,000 users';

/** The first response to a new query, the latency of other requests meanwhile, and clients that begin with one new list. */
export async function run() {
  return [...(await firstResponses()), ...(await newLists())];
}

async function firstResponses() {
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

/**
 * Sixteen clients that ask for pages all over a list, in its first two seconds and once its view is built; a writer changes a
 * record every 20 ms.
 */
async function newLists() {
  const program = await startProgram(workspaceFile(100_000));
  const { port } = program;
  const rows = [];
  for (const [index, inSessions] of [false, true].entries()) {
    const pages = () => pagesBesideWriter(port, `name,-age,${['status', 'plan'][index]}`, inSessions);
    const [first, later] = [await pages(), await pages()];
    const name = `pages of a new list beside a writer${inSessions ? ', in sessions' : ''}`;
    rows.push(row(name, first, '/s', { ratio: first / later, of: 'the same pages later', atLeast: 0.1 }));
  }
  await program.stop();
  return rows;
}

/**
 * Responses a second to pages of a list in two seconds.
 * @param {number} port @param {string} sort @param {boolean} inSessions
 */
async function pagesBesideWriter(port, sort, inSessions) {
  const writes = load({
    port,
    connections: 1,
    milliseconds: 2000,
    request: async (index) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      const headers = { 'Content-Type': 'application/merge-patch+json' };
      return message('PATCH', `/api/users/${((index * 7919) % 100_000) + 1}`, headers, `{"name":"User ${index}"}`);
    },
  });
  const { rate, statuses } = await load({
    port,
    milliseconds: 2000,
    request: (index) => {
      const path = `/api/users?status=active&sort=${sort}&limit=20&offset=${(index * 7919) % 40_000}`;
      return message('GET', path, inSessions ? { 'X-Mock-Session': `client-${index % 16}` } : {});
    },
  });
  await writes;
  if (statuses.size !== 1 || !statuses.has(200)) throw new Error(`Responses had ${[...statuses.keys()]}`);
  return rate;
}
