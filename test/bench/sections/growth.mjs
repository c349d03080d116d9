import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceFile } from '../data.mjs';
import { load, message } from '../load.mjs';
import { plot } from '../plot.mjs';
import { row } from '../report.mjs';
import { alternate, medianOf } from '../rounds.mjs';
import { startProgram } from '../server-process.mjs';

export const title = 'Growth, from 100 users to 1,000,000';

const sizes = [100, 10_000, 100_000, 1_000_000];
const patchHeaders = { 'Content-Type': 'application/merge-patch+json', 'If-Match': '*' };

/** @type {Record<string, (index: number, size: number) => string>} */
const requests = {
  'GET of a user': (index) => message('GET', `/users/${(index % 24) * 4 + 1}`),
  'list, filtered and sorted': () => message('GET', '/api/users?status=active&sort=-name&limit=20'),
  'list, a deep page': (_, size) =>
    message('GET', `/api/users?status=active&sort=-name&limit=20&offset=${Math.floor(size * 0.4)}`),
  PATCH: (index, size) =>
    message('PATCH', `/api/users/${((index * 4099) % size) + 1}`, patchHeaders, `{"age":${18 + (index % 60)}}`),
};

/** The rate of each kind of request at each size, as a table and as a plot in test-results/. */
export async function run() {
  const names = Object.keys(requests);
  /** @type {Map<string, [size: number, rate: number][]>} */
  const curves = new Map(names.map((name) => [name, []]));
  for (const size of sizes) {
    const program = await startProgram(workspaceFile(size));
    const { port } = program;
    const rounds = await alternate(
      Object.fromEntries(
        Object.entries(requests).map(([name, request]) => [
          name,
          async () => (await load({ port, request: (index) => request(index, size) })).rate,
        ]),
      ),
      { rounds: 5 },
    );
    await program.stop();
    for (const name of names) curves.get(name)?.push([size, medianOf(rounds, (round) => round[name] ?? 0)]);
  }
  const lines = Array.from(curves, ([name, points]) => ({ name, points }));
  const picture = plot({ title, xName: 'users in the workspace', yName: 'responses per second', lines });
  writeFileSync(join(import.meta.dirname, '../../../test-results/bench-growth.svg'), picture);
  return lines.flatMap(({ name, points }) =>
    points.map(([size, rate]) =>
      row(`${name}, ${size.toLocaleString('en')} users`, rate, '/s', {
        ratio: rate / (points[0]?.[1] ?? rate),
        of: '100 users',
      }),
    ),
  );
}
