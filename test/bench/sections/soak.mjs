import { workspaceFile } from '../data.mjs';
import { load, message } from '../load.mjs';
import { row } from '../report.mjs';
import { startProgram } from '../server-process.mjs';

export const title = 'A million requests, 100,000 users';

const size = 100_000;
const step = 100_000;
const steps = 10;
const patchHeaders = { 'Content-Type': 'application/merge-patch+json' };
const jsonHeaders = { 'Content-Type': 'application/json' };

/** Memory after every 100,000 requests of all kinds. The log is full from the first step on. */
export async function run() {
  const program = await startProgram(workspaceFile(size), { probed: true });
  const rows = [];
  const heaps = [];
  for (let done = 0; done <= steps; done++) {
    const { rss, heapUsed } = await program.memoryUsage();
    heaps.push(heapUsed);
    const name = `after ${(done * step).toLocaleString('en')} requests`;
    rows.push(row(`${name}, resident`, rss, 'MB', { atMost: 250 }), row(`${name}, used heap`, heapUsed, 'MB'));
    if (done < steps) await use(program.port, done * step);
  }
  await program.stop();
  const [first = 0, last = 0] = [heaps[1], heaps.at(-1)];
  return [...rows, row('used heap at the end', last, 'MB', { ratio: last / first, of: 'after 100,000', atMost: 1.1 })];
}

/**
 * @param {number} port
 * @param {number} from
 */
async function use(port, from) {
  const { statuses } = await load({
    port,
    count: step,
    milliseconds: 600_000,
    request: (index) => request(from + index),
  });
  for (const status of statuses.keys()) {
    if (status >= 400 && status !== 404) throw new Error(`A response had the status ${status}.`);
  }
}

/**
 * A mix of requests. The ids lie far apart, so that the run reaches all records.
 * @param {number} index
 */
function request(index) {
  const id = ((index * 4099) % size) + 1;
  switch (index % 20) {
    case 0:
    case 1:
      return message('PATCH', `/api/users/${id}`, patchHeaders, `{"age":${index % 90},"name":"User ${index % 977}"}`);
    case 2:
      return message('DELETE', `/api/users/${id}`);
    case 3:
      return message(
        'PUT',
        `/api/users/${id}`,
        jsonHeaders,
        `{"userId":"${id}","name":"Put","status":"active","age":1}`,
      );
    case 4:
      return message('GET', `/api/users?age_greater_than=${index % 70}&sort=-name&limit=20`);
    case 5:
      return message('GET', `/api/users?status=active&sort=-created_at&limit=20&offset=${index % 50_000}`);
    case 6:
      return message('GET', `/api/users?limit=20&since_id=${id}`);
    case 7:
      return message('GET', `/api/users/${id}`, { 'If-None-Match': '*' });
    default:
      return message('GET', `/users/${id}`);
  }
}
