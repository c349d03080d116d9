/**
 * A program that opens a workspace and prints the port of its mock API. With the number of its first edit instead of
 * `client`, it makes edits in the console at random moments, and prints `saved N` once the edit with that number is saved.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createHost } from '../../server/host.ts';

const [, , workspace = '', first = 'client'] = process.argv;
const collection = 'users';
/** Longest pause between two edits, in milliseconds. */
const longestPause = 40;

const created = await createHost({
  workspace,
  override: { port: 0, consolePort: 0 },
  onFault: (fault) => {
    throw fault;
  },
});
if (!created.ok) throw new Error(created.problem.detail);
const host = created.value;
await host.call('server.start', {});
const server = host.server();
if (server.state !== 'listening') throw new Error('The mock API does not listen.');
let isEnding = false;
process.once('SIGTERM', () => {
  isEnding = true;
  void host.close().then(() => process.exit(0));
});
process.stdout.write(`${server.port}\n`);

async function call(name: string, input: object): Promise<void> {
  const reply = await host.call(name, input);
  // A record that another edit has removed cannot be edited.
  if (!reply.ok && reply.problem.status !== 404) throw new Error(reply.problem.detail);
}

for (let edit = Number(first); first !== 'client' && !isEnding; edit += 1) {
  const id = String(2 + Math.floor(Math.random() * 3));
  const others = [
    () => call('records.patch', { collection, id, patch: { edit } }),
    () => call('records.put', { collection, record: { userId: id, edit } }),
    () => call('records.remove', { collection, id }),
  ];
  await others[Math.floor(Math.random() * others.length)]?.();
  await call('records.patch', { collection, id: '1', patch: { edit } });
  void host.save().then(({ ok }) => ok && process.stdout.write(`saved ${edit}\n`));
  await sleep(Math.random() * longestPause);
}
