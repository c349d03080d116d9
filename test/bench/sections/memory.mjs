import { workspaceFile } from '../data.mjs';
import { load, message } from '../load.mjs';
import { row } from '../report.mjs';
import { startProgram } from '../server-process.mjs';

export const title = 'Memory';

/** Resident memory after some use and after a million requests with a full log. */
export async function run() {
  const small = await startProgram(workspaceFile(100_000));
  await use(small.port, 20_000);
  const used = small.memory();
  const full = await use(small.port, 200_000).then(() => small.memory());
  await use(small.port, 800_000);
  const later = small.memory();
  await small.stop();

  const large = await startProgram(workspaceFile(1_000_000));
  await use(large.port, 20_000);
  const million = large.memory();
  await large.stop();
  return [
    row('100,000 users of 150 bytes, after 20,000 requests', used, 'MB', { atMost: 250 }),
    row('after 220,000 requests, log full', full, 'MB'),
    row('after 1,020,000 requests', later, 'MB', { ratio: later / full, of: 'after 220,000', atMost: 1.15 }),
    row('1,000,000 users, after 20,000 requests', million, 'MB', { atMost: 1500 }),
  ];
}

/**
 * @param {number} port
 * @param {number} count
 */
async function use(port, count) {
  await load({
    port,
    count,
    milliseconds: 600_000,
    request: (index) => {
      if (index % 10 === 0)
        return message('GET', `/api/users?status=active&sort=-name&limit=20&offset=${index % 5000}`);
      if (index % 10 === 1) {
        const headers = { 'Content-Type': 'application/merge-patch+json' };
        return message('PATCH', `/api/users/${(index % 1000) + 1}`, headers, `{"age":${index % 90}}`);
      }
      return message('GET', `/users/${(index % 1000) + 1}`);
    },
  });
}
