import { workspaceFile } from '../data.mjs';
import { load, message } from '../load.mjs';
import { row } from '../report.mjs';
import { alternate, medianOf } from '../rounds.mjs';
import { startProgram } from '../server-process.mjs';

export const title = 'Lists in sessions, over 100,000 users';

const users = 100_000;
const path = '/api/users?status=active&sort=-name&limit=20&offset=100';

/** A list outside sessions and in sessions with changes. The cost must follow the page, neither the changes nor the users. */
export async function run() {
  const program = await startProgram(workspaceFile(users));
  const { port } = program;
  for (const changes of [10, 1000]) {
    const request = (/** @type {number} */ index) =>
      message('PATCH', `/api/users/${1 + ((index * 9973) % users)}`, inSession(changes), '{"age":99}');
    await load({ port, count: changes, milliseconds: 60_000, request });
  }
  const rate = async (/** @type {Record<string, string>} */ headers) =>
    (await load({ port, request: () => message('GET', path, headers) })).rate;
  const rounds = await alternate({
    outside: () => rate({}),
    few: () => rate(inSession(10)),
    many: () => rate(inSession(1000)),
  });
  await program.stop();
  const rateOf = (/** @type {keyof typeof rounds[number]} */ name) => medianOf(rounds, (round) => round[name]);
  const ofOutside = (/** @type {'few' | 'many'} */ name) => ({
    ratio: medianOf(rounds, (round) => round[name] / round.outside),
    of: 'outside sessions',
    atLeast: 0.3,
  });
  return [
    row('outside sessions', rateOf('outside'), '/s'),
    row('in a session with 10 changes', rateOf('few'), '/s', ofOutside('few')),
    row('in a session with 1,000 changes', rateOf('many'), '/s', ofOutside('many')),
  ];
}

/** @param {number} changes */
function inSession(changes) {
  return { 'X-Mock-Session': `${changes} changes` };
}
