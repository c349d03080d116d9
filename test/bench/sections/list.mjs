import { workspaceFile } from '../data.mjs';
import { load, message, openConnection } from '../load.mjs';
import { row } from '../report.mjs';
import { alternate, medianOf } from '../rounds.mjs';
import { startProgram } from '../server-process.mjs';

export const title = 'Lists, filtered and sorted, pages of 20, warm';

const filter = 'status=active&sort=-name';

/** First and deep pages of all five page styles beside the program's own GET of a user, at two sizes. */
export async function run() {
  const rows = [];
  for (const size of [100_000, 1_000_000]) rows.push(...(await measure(size)));
  return rows;
}

/** @param {number} size */
async function measure(size) {
  const program = await startProgram(workspaceFile(size));
  const { port } = program;
  const deep = Math.floor(size * 0.4);
  const queries = {
    'first page': `${filter}&limit=20`,
    'deep page, offset': `${filter}&limit=20&offset=${deep}`,
    'deep page, page': `${filter}&per_page=20&page=${Math.floor(deep / 20)}`,
    'deep page, cursor': `${filter}&limit=20&cursor=${await deepCursor(port, deep)}`,
    'deep page, since_id': `status=active&limit=20&since_id=${deep}`,
    'deep page, time window': `status=active&limit=20&start_time=2024-02-01T00:00:00Z&end_time=2024-03-01T00:00:00Z`,
  };
  const rate = async (/** @type {(index: number) => string} */ request) => {
    const { rate: responses, statuses } = await load({ port, request });
    if (statuses.size !== 1 || !statuses.has(200)) throw new Error(`Not every response was a 200: ${request(0)}`);
    return responses;
  };
  const same = (/** @type {string} */ path) => {
    const text = message('GET', path);
    return () => rate(() => text);
  };
  // Caches of earlier responses hardly help here.
  const anyPage = 'pages all over the list';
  let pages = 0;
  const nextPage = () => message('GET', `/api/users?${filter}&limit=20&offset=${(pages++ * 7919) % (2 * deep)}`);
  const rounds = /** @type {readonly Record<string, number>[]} */ (
    await alternate({
      get: same('/users/41'),
      ...Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, same(`/api/users?${query}`)])),
      [anyPage]: () => rate(nextPage),
    })
  );
  await program.stop();
  return [...Object.keys(queries), anyPage].map((name) => {
    const measured = (/** @type {Record<string, number>} */ round) => round[name] ?? 0;
    return row(`${size.toLocaleString('en')} users, ${name}`, medianOf(rounds, measured), '/s', {
      ratio: medianOf(rounds, (round) => measured(round) / (round.get ?? 0)),
      of: 'own GET',
      atLeast: 0.4,
    });
  });
}

/**
 * The cursor of a deep page, found by a crawl in pages of 1,000.
 * @param {number} port
 * @param {number} depth
 */
async function deepCursor(port, depth) {
  const connection = await openConnection(port);
  let cursor = '';
  for (let read = 0; read < depth; read += 1000) {
    const { body } = await connection.ask(message('GET', `/api/users?${filter}&limit=1000&cursor=${cursor}`), true);
    cursor = encodeURIComponent(JSON.parse(body).next_cursor);
  }
  connection.close();
  return cursor;
}
