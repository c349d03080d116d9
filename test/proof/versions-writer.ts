/** A program that opens a workspace, makes an edit in the console if it is told to, and prints the port of its mock API. */
import { createHost } from '../../server/host.ts';

const [, , workspace = '', edit = ''] = process.argv;
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
if (edit !== 'client') {
  const edited = await host.call('records.patch', { collection: 'users', id: '1', patch: { name: edit } });
  if (!edited.ok) throw new Error(edited.problem.detail);
}
const server = host.server();
if (server.state !== 'listening') throw new Error('The mock API does not listen.');
process.stdout.write(`${server.port}\n`);
