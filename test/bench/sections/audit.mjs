import { workspaceFile } from '../data.mjs';
import { load, message } from '../load.mjs';
import { row } from '../report.mjs';
import { startProgram } from '../server-process.mjs';

export const title = 'Audit of a client by 10,000 requests';

const count = 10_000;
const json = { 'Content-Type': 'application/merge-patch+json' };

/** Records, pages of twenty records, and changes without a condition. @param {number} index */
function request(index) {
  if (index % 4 === 0) return message('PATCH', `/api/users/${1 + (index % 300)}`, json, `{"age":${18 + (index % 60)}}`);
  if (index % 4 === 1) return message('GET', `/api/users?limit=20&offset=${index % 200}`);
  return message('GET', `/users/${1 + (index % 300)}`);
}

/** Processor time of the audit beside that of the requests themselves, and what another request waits meanwhile. */
export async function run() {
  const program = await startProgram(workspaceFile(1000), { hasConsole: true });
  const spent = async (/** @type {() => Promise<unknown>} */ work) => {
    const before = program.processorTime();
    await work();
    return (program.processorTime() - before) / 1000;
  };
  const serving = await spent(() => load({ port: program.port, request, count, connections: 8, milliseconds: 60_000 }));
  const audit = () => program.call('audit.run', { to: count });
  const first = await spent(audit);
  const second = await spent(audit);
  const others = load({ port: program.port, request: () => message('GET', '/users/1'), connections: 1 });
  await audit();
  const { worst } = await others;
  await program.stop();
  const of = 'the requests';
  return [
    row('first audit', first, 'ms processor time', { ratio: first / serving, of }),
    row('second audit', second, 'ms processor time', { ratio: second / serving, of }),
    row('GET of a user meanwhile, worst', worst, 'ms', { atMost: 50 }),
  ];
}
