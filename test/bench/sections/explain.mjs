import { workspaceFile } from '../data.mjs';
import { load, message } from '../load.mjs';
import { programCopy } from '../program-copy.mjs';
import { row } from '../report.mjs';
import { compare } from '../rounds.mjs';
import { startProgram } from '../server-process.mjs';

export const title = 'Explanations, while nobody asks for them';

/** Requests of a round: long enough for the garbage of each to be collected in it. */
const count = 2500;

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

/** The program beside itself without anything that explains a request: what each request takes of the processor. */
export async function run() {
  const workspace = workspaceFile(10_000);
  const [whole, cut] = [programCopy('whole'), programCopy('without explanations')];
  const programs = {
    with: await startProgram(workspace, { script: whole }),
    without: await startProgram(workspace, { script: cut }),
  };
  const rows = [];
  for (const [name, request] of Object.entries(requests)) {
    const cost = async (/** @type {import('../server-process.mjs').ServerProcess} */ { port, processorTime }) => {
      const before = processorTime();
      const { statuses } = await load({ port, request, count, milliseconds: 10_000 });
      const answers = [...statuses.values()].reduce((sum, number) => sum + number, 0);
      return (processorTime() - before) / answers;
    };
    const { cost: median, ratio } = await compare(
      () => cost(programs.with),
      () => cost(programs.without),
      { pairs: 40, warmUp: 4 },
    );
    rows.push(row(name, median, 'µs of processor', { ratio, of: 'without explanations', atMost: 1.05 }));
  }
  await Promise.all([programs.with.stop(), programs.without.stop()]);
  return rows;
}
