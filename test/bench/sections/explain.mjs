import { workspaceFile } from '../data.mjs';
import { load, message } from '../load.mjs';
import { switchableCopy } from '../program-copy.mjs';
import { row } from '../report.mjs';
import { inPairs, median } from '../rounds.mjs';
import { startProgram } from '../server-process.mjs';

export const title = 'Explanations, while nobody asks for them';

/** Requests of a round: long enough for the garbage of each to be collected in it. */
const count = 5000;
/** Requests before each, until what the round before left is gone from young memory. */
const settling = 2000;

const json = { 'Content-Type': 'application/merge-patch+json' };
const filter = encodeURIComponent('age gt 30 and (plan eq "pro" or not (status eq "active"))');

const users = Array.from({ length: 24 }, (_, index) => message('GET', `/users/${index * 4 + 1}`));
const unchanged = message('GET', '/api/users/41', { 'If-None-Match': '*' });
const list = message('GET', `/api/users?filter=${filter}&sort=-age&limit=20`);
const patches = ['pro', 'team'].map((plan) => message('PATCH', '/api/users/41', json, `{"plan":"${plan}"}`));

/** @type {Record<string, (index: number) => string>} */
const requests = {
  'GET a user': (index) => users[index % 24] ?? '',
  'GET a record that has not changed': () => unchanged,
  'a list, filtered by groups': () => list,
  'PATCH, of which live views keep count': (index) => patches[index % 2] ?? '',
};

/** Processes, one after another: each has luck of its own with where its code and its data come to lie. */
const processes = 4;

/** The program with and without anything that explains a request: what each request takes of the processor. */
export async function run() {
  /** @type {Record<string, import('../rounds.mjs').Pair[]>} */
  const pairs = Object.fromEntries(Object.keys(requests).map((name) => [name, []]));
  for (let process = 0; process < processes; process++) {
    const program = await startProgram(workspaceFile(10_000), { script: switchableCopy() });
    for (const [name, request] of Object.entries(requests)) {
      const cost = async (/** @type {boolean} */ explains) => {
        await program.tell({ explains });
        await load({ port: program.port, request, count: settling, milliseconds: 10_000 });
        const before = program.processorTime();
        const { statuses } = await load({ port: program.port, request, count, milliseconds: 10_000 });
        const answers = [...statuses.values()].reduce((sum, number) => sum + number, 0);
        return (program.processorTime() - before) / answers;
      };
      pairs[name]?.push(
        ...(await inPairs(
          () => cost(true),
          () => cost(false),
          { pairs: 15, warmUp: 3 },
        )),
      );
    }
    await program.stop();
  }
  return Object.entries(pairs).map(([name, costs]) => {
    const ratio = median(costs.map(({ one, other }) => one / other));
    const cost = median(costs.map(({ one }) => one));
    return row(name, cost, 'µs of processor', { ratio, of: 'without explanations', atMost: 1.05 });
  });
}
