import { workspaceFile } from '../data.mjs';
import { load, message } from '../load.mjs';
import { switchableCopy } from '../program-copy.mjs';
import { row } from '../report.mjs';
import { inPairs, medianOf } from '../rounds.mjs';
import { startProgram } from '../server-process.mjs';

export const title = 'Explanations, while nobody asks for them';

/**
 * Requests of a round: enough for the garbage of each to be collected in it twice, and few enough for a machine whose pace
 * changes to be the same for two rounds that follow each other.
 */
const count = 1400;
/** Requests before each, until young memory holds nothing of the round before. */
const settling = 700;

const json = { 'Content-Type': 'application/merge-patch+json' };
const filter = encodeURIComponent('age gt 30 and (plan eq "pro" or not (status eq "active"))');

const ifNoneMatch = { 'If-None-Match': '*' };
const users = Array.from({ length: 24 }, (_, index) => message('GET', `/users/${index * 4 + 1}`));
const unchanged = Array.from({ length: 24 }, (_, index) => message('GET', `/api/users/${index * 4 + 1}`, ifNoneMatch));
const list = [message('GET', `/api/users?filter=${filter}&sort=-age&limit=20`)];
const patches = ['pro', 'team'].map((plan) => message('PATCH', '/api/users/41', json, `{"plan":"${plan}"}`));

/** Processes, one after another: each has luck of its own with where its code and its data come to lie. */
const processes = 4;

/**
 * The program with and without anything that explains a request: what each request takes of the processor. Beside it the
 * program against itself, which says what of a ratio is the machine's doing.
 */
export async function run() {
  const contests = [
    { name: 'GET a user, against itself', request: users, against: true },
    { name: 'GET a user', request: users, against: false },
    { name: 'GET records that have not changed', request: unchanged, against: false },
    { name: 'a list, filtered by groups', request: list, against: false },
    { name: 'PATCH, of which live views keep count', request: patches, against: false },
    { name: 'PATCH, against itself', request: patches, against: true },
  ].map((contest) => ({ ...contest, pairs: /** @type {import('../rounds.mjs').Pair[]} */ ([]) }));
  for (let process = 0; process < processes; process++) {
    const program = await startProgram(workspaceFile(10_000), { script: switchableCopy() });
    for (const { request: messages, against, pairs } of contests) {
      const request = (/** @type {number} */ index) => messages[index % messages.length] ?? '';
      const cost = async (/** @type {boolean} */ explains) => {
        await program.tell({ explains });
        await load({ port: program.port, request, count: settling, milliseconds: 10_000 });
        const before = program.processorTime();
        const { statuses } = await load({ port: program.port, request, count, milliseconds: 10_000 });
        const answers = [...statuses.values()].reduce((sum, number) => sum + number, 0);
        return (program.processorTime() - before) / answers;
      };
      const contest = await inPairs(
        () => cost(true),
        () => cost(against),
        { pairs: 30, warmUp: 8 },
      );
      pairs.push(...contest);
    }
    await program.stop();
  }
  return contests.map(({ name, against, pairs }) => {
    const ratio = medianOf(pairs, ({ one, other }) => one / other);
    const cost = medianOf(pairs, ({ one }) => one);
    const target = against ? { of: 'itself' } : { of: 'without explanations', atMost: 1.05 };
    return row(name, cost, 'µs of processor', { ratio, ...target });
  });
}
