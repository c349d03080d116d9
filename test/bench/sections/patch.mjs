import { workspaceFile } from '../data.mjs';
import { load, message, openConnection } from '../load.mjs';
import { row } from '../report.mjs';
import { alternate, medianOf } from '../rounds.mjs';
import { startProgram } from '../server-process.mjs';

export const title = 'PATCH with If-Match, 100,000 users, 16 live views in use';

const views = Array.from({ length: 16 }, (_, index) => {
  const filters = ['status=active', 'plan=pro', 'age_greater_than=30', 'name_starts_with=User%201'];
  const sorts = ['name', '-age', 'created_at', '-status,name'];
  return `/api/users?${filters[index % 4]}&sort=${sorts[Math.floor(index / 4)]}&limit=20`;
});

const tagLine = '\r\nETag: ';

/** Number of processes, one after another. Memory layout differs between them and affects the figures. */
const processes = 3;

/** PATCH beside GETs of the same program. */
export async function run() {
  /** @type {Awaited<ReturnType<typeof measure>>[]} */
  const runs = [];
  for (let process = 0; process < processes; process++) runs.push(await measure());
  const rounds = runs.flatMap((one) => one.rounds);
  const rate = medianOf(rounds, ({ patch }) => patch);
  const sum = (/** @type {'wrong' | 'stale'} */ fault) => runs.reduce((total, one) => total + one[fault], 0);
  return [
    row('PATCH', rate, '/s', {
      ratio: medianOf(rounds, ({ patch, get }) => patch / get),
      of: 'own GET',
      atLeast: 0.5,
    }),
    row('PATCH beside GETs of the same records', rate, '/s', {
      ratio: medianOf(rounds, ({ patch, same }) => patch / same),
      of: 'these GETs',
    }),
    row('responses to PATCH without the written value', sum('wrong'), '', { atMost: 0 }),
    row('records in the 16 lists that differ from their GET', sum('stale'), '', { atMost: 0 }),
  ];
}

/** Every write sends the tag of the previous write of its record, and every response must carry the written value. */
async function measure() {
  const program = await startProgram(workspaceFile(100_000));
  const { port } = program;
  const connection = await openConnection(port);
  for (const path of [...views, ...views, ...views]) await connection.ask(message('GET', path), false);
  /** @type {Map<number, string>} */
  const tags = new Map();
  let wrong = 0;
  let step = 0;
  const patches = async () => {
    const base = step;
    /** The member that each request writes, by the index of the request. */
    const written = /** @type {string[]} */ ([]);
    const { rate, statuses } = await load({
      port,
      request: (index) => {
        step = base + index + 1;
        const id = idAt(step);
        const headers = { 'Content-Type': 'application/merge-patch+json', 'If-Match': tags.get(id) ?? '*' };
        const member = change(step);
        written[index] = member;
        return message('PATCH', `/api/users/${id}`, headers, `{${member}}`);
      },
      onResponse: (head, body, index) => {
        // No parsing, to keep the client fast.
        const at = head.indexOf(tagLine);
        if (at === -1 || !body.includes(written[index] ?? '')) wrong += 1;
        else tags.set(idAt(base + index + 1), head.slice(at + tagLine.length, head.indexOf('\r\n', at + 2)));
      },
    });
    if (statuses.size !== 1 || !statuses.has(200)) throw new Error(`Responses to PATCH had ${[...statuses.keys()]}`);
    return rate;
  };
  const text = message('GET', '/users/41');
  const reads = (/** @type {(index: number) => string} */ request) => async () => (await load({ port, request })).rate;
  const rounds = await alternate(
    {
      get: reads(() => text),
      patch: patches,
      same: reads((index) => message('GET', `/api/users/${idAt(index)}`)),
    },
    { rounds: 5, warmUp: 4 },
  );
  const stale = await staleViews(connection);
  connection.close();
  await program.stop();
  return { rounds, wrong, stale };
}

/**
 * The member that a step changes, as JSON text. The four members in turn all occur in filters and sorts of the views.
 * @param {number} step
 */
function change(step) {
  switch (step % 4) {
    case 0:
      return `"name":"User ${step}"`;
    case 1:
      return `"age":${18 + (step % 60)}`;
    case 2:
      return `"status":"${step % 8 < 4 ? 'inactive' : 'active'}"`;
    default:
      return `"plan":"${(step >> 2) % 2 === 0 ? 'free' : 'pro'}"`;
  }
}

/**
 * The user that a step changes, one of 5,000 that lie far apart. Two writes of one user are never in flight together.
 * @param {number} step
 */
function idAt(step) {
  return (((step % 5000) * 4099) % 100_000) + 1;
}

/** Counts records in the views that differ from their GET. @param {Awaited<ReturnType<typeof openConnection>>} connection */
async function staleViews(connection) {
  let stale = 0;
  for (const path of views) {
    const { body } = await connection.ask(message('GET', path), true);
    for (const record of JSON.parse(body).items) {
      const single = await connection.ask(message('GET', `/api/users/${record.userId}`), true);
      if (single.body !== JSON.stringify(record)) stale += 1;
    }
  }
  return stale;
}
