import { workspaceFile } from '../data.mjs';
import { load, message } from '../load.mjs';
import { row } from '../report.mjs';
import { median } from '../rounds.mjs';
import { startProgram } from '../server-process.mjs';

export const title = 'Time machine, 10,000 writes over 100,000 users';

const writes = 10_000;
const jumps = 200;
const json = { 'Content-Type': 'application/merge-patch+json' };

/** Jumps to moments all over the run, each with a page of the records there. */
export async function run() {
  const program = await startProgram(workspaceFile(100_000), { hasConsole: true });
  const request = (/** @type {number} */ index) =>
    message('PATCH', `/api/users/${1 + ((index * 7919) % 100_000)}`, json, `{"age":${18 + (index % 60)}}`);
  await load({ port: program.port, request, count: writes, connections: 8, milliseconds: 60_000 });
  const { first, last } = await program.call('timeline.get', {});
  /** @type {number[]} */
  const times = [];
  /** @type {number[]} */
  const costs = [];
  for (let jump = 0; jump < jumps; jump++) {
    const moment = first + ((jump * 7919) % (last - first));
    const [began, before] = [performance.now(), program.processorTime()];
    await program.call('timeline.page', { moment, collection: 'users', offset: (jump * 499) % 99_000, limit: 50 });
    times.push(performance.now() - began);
    costs.push((program.processorTime() - before) / 1000);
  }
  await program.stop();
  return [
    row(`jump, median of ${jumps}`, median(times), 'ms', { atMost: 200 }),
    row(`jump, worst of ${jumps}`, Math.max(...times), 'ms', { atMost: 200 }),
    row(`jump, worst of ${jumps}`, Math.max(...costs), 'ms processor time'),
  ];
}
