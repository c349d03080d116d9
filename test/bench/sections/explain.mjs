import { workspaceFile } from '../data.mjs';
import { load, message } from '../load.mjs';
import { switchableCopy } from '../program-copy.mjs';
import { row } from '../report.mjs';
import { inPairs, medianOf } from '../rounds.mjs';
import { startProgram } from '../server-process.mjs';

export const title = 'Cost of explanations that nobody reads';

/**
 * Requests of a round: enough for two garbage collections, and few enough that a machine whose speed drifts is equally
 * fast for two consecutive rounds.
 */
const count = 1400;
/** Requests before each round, to clear the young generation of the previous round's objects. */
const settling = 700;

const json = { 'Content-Type': 'application/merge-patch+json' };
const filter = encodeURIComponent('age gt 30 and (plan eq "pro" or not (status eq "active"))');

const ifNoneMatch = { 'If-None-Match': '*' };
const users = Array.from({ length: 24 }, (_, index) => message('GET', `/users/${index * 4 + 1}`));
const unchanged = Array.from({ length: 24 }, (_, index) => message('GET', `/api/users/${index * 4 + 1}`, ifNoneMatch));
const list = [message('GET', `/api/users?filter=${filter}&sort=-age&limit=20`)];
const patches = ['pro', 'team'].map((plan) => message('PATCH', '/api/users/41', json, `{"plan":"${plan}"}`));

/** Number of processes, one after another. Memory layout differs between them and affects the figures. */
const processes = 4;

/**
 * Processor time of a request with and without explanations. The rows "against itself" compare the program with itself:
 * their distance from 1 is the measurement error.
 */
export async function run() {
  const contests = [
    { name: 'GET a user, against itself', request: users, against: true },
    { name: 'GET a user', request: users, against: false },
    { name: 'GET of unchanged records (304)', request: unchanged, against: false },
    { name: 'GET a list, filtered by groups', request: list, against: false },
    { name: 'PATCH of members in live views', request: patches, against: false },
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
        const responses = [...statuses.values()].reduce((sum, number) => sum + number, 0);
        return (program.processorTime() - before) / responses;
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
    return row(name, cost, 'µs processor time', { ratio, ...target });
  });
}
